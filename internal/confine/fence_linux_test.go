package confine

import (
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestMatrix tries each way of reaching a program, with each operation on its file.
// Columns that say nothing of a way are empty.
func TestMatrix(t *testing.T) {
	needs(t, abiScope)
	g := newGround(t)
	ld := g.path("tools/ld") // a copy: nobody else runs it, and nothing is lost if it is written
	own, foreign, interp := g.path("tools/own"), g.path("foreign/prog"), g.path("foreign/interp")
	pid := "/proc/" + strconv.Itoa(os.Getpid()) + "/root"
	for name, target := range map[string]string{"work/link-own": own, "work/link-foreign": foreign} {
		if err := os.Symlink(target, g.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Mkfifo(g.path("work/fifo"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(foreign, g.path("work/hard")); err != nil {
		t.Fatal(err)
	}
	copyOf(t, foreign, g.path("work/copy"))
	for _, row := range []struct {
		way                                 string
		argv                                []string
		file                                string
		exec, read, write, truncate, rename string
	}{
		{"own tool", []string{own, said}, own, "ran", "ok", "EACCES", "EACCES", "EACCES"},
		{"link to the own tool", []string{g.path("work/link-own"), said}, g.path("work/link-own"), "ran", "ok", "EACCES", "EACCES", "ok"},
		{"foreign", []string{foreign, said}, foreign, "EACCES", "EACCES", "EACCES", "EACCES", "EACCES"},
		{"beside the tool", []string{g.path("tools/other"), said}, g.path("tools/other"), "EACCES", "ok", "EACCES", "EACCES", "EACCES"},
		{"link to a foreign one", []string{g.path("work/link-foreign"), said}, g.path("work/link-foreign"), "EACCES", "EACCES", "EACCES", "EACCES", "ok"},
		{"copy where it may write", []string{g.path("work/copy"), said}, g.path("work/copy"), "EACCES", "ok", "ok", "ok", "ok"},
		{"hard link of before", []string{g.path("work/hard"), said}, g.path("work/hard"), "EACCES", "ok", "ok", "", "ok"},
		{"loader", []string{ld, foreign, said}, ld, "status 127", "ok", "EACCES", "EACCES", "EACCES"},
		{"loader, own tool", []string{ld, own, said}, ld, "ran", "ok", "EACCES", "EACCES", "EACCES"},
		{"script with a foreign interpreter", []string{g.path("work/script")}, g.path("work/script"), "EACCES", "ok", "ok", "ok", "ok"},
		{"script of the shell", []string{g.path("work/plain")}, g.path("work/plain"), "EACCES", "ok", "ok", "ok", "ok"},
		{"the shell, told a foreign script", []string{bash, interp}, interp, "status 126", "EACCES", "EACCES", "EACCES", "EACCES"},
		{"/proc/PID/root", []string{pid + foreign, said}, pid + foreign, "EACCES", "EACCES", "EACCES", "EACCES", "EACCES"},
		{"/proc/self/root", []string{"/proc/self/root" + foreign, said}, "/proc/self/root" + foreign, "EACCES", "EACCES", "EACCES", "EACCES", "EACCES"},
		{"/proc/self/fd", []string{bash, "-c", "exec 9<" + foreign + " && exec /proc/self/fd/9 ran"}, "/proc/self/fd/99", "status 1", "ENOENT", "ENOENT", "ENOENT", ""},
		{"another letter case", []string{strings.Replace(foreign, "prog", "PROG", 1), said}, strings.Replace(foreign, "prog", "PROG", 1), "ENOENT", "ENOENT", "ENOENT", "ENOENT", ""},
		{"exec -a", []string{bash, "-c", "exec -a own " + foreign + " ran"}, foreign, "status 126", "EACCES", "EACCES", "EACCES", "EACCES"},
		{"fifo", []string{g.path("work/fifo")}, g.path("work/fifo"), "EACCES", "ok", "ENXIO", "EINVAL", "ok"},
	} {
		tr := trial{Fence: g.fence(t), Probes: []probe{
			{"exec", row.argv}, {"read", []string{row.file}}, {"write", []string{row.file}}, {"truncate", []string{row.file}}, {"rename", []string{row.file}},
		}}
		got := tr.answers(t, g.path("work"))
		for i, want := range []string{row.exec, row.read, row.write, row.truncate, row.rename} {
			if want != "" && got[i] != want {
				t.Errorf("%s: %s: got %s, want %s", row.way, tr.Probes[i].Op, got[i], want)
			}
		}
	}
}

func copyOf(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestOtherWays are ways of which the file is no question.
func TestOtherWays(t *testing.T) {
	needs(t, abiScope)
	g := newGround(t)
	open, shut := listen(t, "tcp", "127.0.0.1:0"), listen(t, "tcp", "127.0.0.1:0")
	outside := listen(t, "unix", "@armshell-test-"+strconv.Itoa(os.Getpid()))
	f := g.fence(t)
	_, port, _ := net.SplitHostPort(open)
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	f.Ports = &Ports{uint16(number)}
	for _, row := range []struct {
		what string
		probe
		want string
	}{
		{"foreign interpreter given on stdin", probe{"stdin", []string{"", "/usr/bin/dash"}}, "EACCES"},
		{"the shell given on stdin what runs nothing", probe{"stdin", []string{"", bash}}, "ran"},
		{"memfd of a foreign program", probe{"memfd", []string{g.path("foreign/prog")}}, "EACCES"},
		{"memfd of what it may read", probe{"memfd", []string{g.path("tools/own")}}, "ran"}, // the package comment says so
		{"new file in work", probe{"create", []string{g.path("work/new")}}, "ok"},
		{"new file in the arm's directory", probe{"create", []string{g.path("arm/new")}}, "EACCES"},
		{"new directory on the way to it", probe{"mkdir", []string{g.path("new")}}, "EACCES"},
		{"the seal removed", probe{"remove", []string{g.path("arm/.seal")}}, "EACCES"},
		{"the arm's directory renamed", probe{"rename", []string{g.path("arm")}}, "EACCES"},
		{"hard link to a foreign program", probe{"link", []string{g.path("foreign/prog"), g.path("work/linked")}}, "EXDEV"},
		{"port of the list", probe{"connect", []string{open}}, "ok"},
		{"another port", probe{"connect", []string{shut}}, "EACCES"},
		{"abstract socket outside", probe{"abstract", []string{outside}}, "EPERM"},
		{"signal to a child", probe{"signal", []string{"child"}}, "ok"},
		{"signal to who started it", probe{"signal", []string{"parent"}}, "EPERM"},
	} {
		if got := (trial{f, []probe{row.probe}}).answers(t, g.path("work")); got[0] != row.want {
			t.Errorf("%s: got %s, want %s", row.what, got[0], row.want)
		}
	}
}

// listen returns the address of a listener that lives as long as the test.
func listen(t *testing.T, network, address string) string {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// TestReentry raises the fence a hundred times, as a shell in a shell does: right after
// the set-up, where the marker tells nothing yet, and later.
func TestReentry(t *testing.T) {
	needs(t, minABI)
	for wait, room := range map[time.Duration]string{0: "E2BIG", settled + settled/10: "ok"} {
		g := newGround(t)
		time.Sleep(wait)
		f := g.fence(t)
		var again []probe
		for range 100 {
			again = append(again, probe{"fence", nil})
		}
		again = append(again, probe{"exec", []string{g.path("tools/own"), said}}, probe{"exec", []string{g.path("foreign/prog"), said}}, probe{"another fence", nil})
		got := trial{f, again}.answers(t, g.path("work"))
		for i, want := range slices.Concat(slices.Repeat([]string{"ok"}, 100), []string{said, "EACCES", room}) {
			if got[i] != want {
				t.Fatalf("after %v, probe %d: got %s, want %s", wait, i, got[i], want)
			}
		}
	}
}

// TestMarker: only a fence makes the marker tell of one.
func TestMarker(t *testing.T) {
	needs(t, minABI)
	g := newGround(t)
	time.Sleep(settled + settled/10)
	if marked, sure := marker(g.path("arm/.seal")); marked || sure {
		t.Errorf("without a fence: %v, %v", marked, sure)
	}
	for _, mode := range []os.FileMode{0o444, 0, 0o555} {
		if err := os.Chmod(g.path("arm/.seal"), mode); err != nil {
			t.Fatal(err)
		}
		if _, sure := marker(g.path("arm/.seal")); sure {
			t.Errorf("mode %o is taken for a fence", mode)
		}
	}
	for _, path := range []string{"", g.path("none"), g.path("arm")} {
		if marked, sure := marker(path); marked && sure {
			t.Errorf("%q is taken for a fence", path)
		}
	}
}
