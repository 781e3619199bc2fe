package parse

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A recorder is a directory of programs 1 to 9 that note how they are called. Their
// names are numbers, and there are directories of the same names where the lines
// run, so that an option which takes one word more or less than its row says
// starts another one of them.
type recorder struct{ bin, work, log string }

func newRecorder(t *testing.T) recorder {
	dir := scratch(t)
	r := recorder{filepath.Join(dir, "bin"), filepath.Join(dir, "work"), filepath.Join(dir, "log")}
	script := "#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$@\" '== end ==' >> " + r.log + "\n"
	for name := range strings.SplitSeq("1 2 3 4 5 6 7 8 9", " ") {
		for _, err := range []error{os.MkdirAll(r.bin, 0o755), os.MkdirAll(filepath.Join(r.work, name), 0o755),
			os.WriteFile(filepath.Join(r.bin, name), []byte(script), 0o755)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

// ran returns the argvs of the recorders that the line starts.
func (r recorder) ran(t *testing.T, line string) [][]string {
	names, err := os.Create(r.log)
	if err != nil {
		t.Fatal(err)
	}
	defer names.Close()
	inBash(line, r.work, []string{"PATH=" + r.bin + ":/usr/sbin:/usr/bin:/sbin:/bin", "HOME=" + r.work, "TERM=xterm", "LC_ALL=C.UTF-8", "SHELL=/bin/sh"}, names)
	text, err := os.ReadFile(r.log)
	if err != nil {
		t.Fatal(err)
	}
	var argvs [][]string
	for argv := range strings.SplitSeq(string(text), "\x00== end ==\x00") {
		if argv != "" {
			argvs = append(argvs, strings.Split(argv, "\x00"))
		}
	}
	return argvs
}

// check runs a line, in which @ stands for the recorders' directory, and wants each
// recorder that ran among what Parse extracted, if all is known. It returns whether
// it is, and whether each that was extracted ran.
func (r recorder) check(t *testing.T, line string) (known, exact bool) {
	t.Helper()
	line = strings.ReplaceAll(line, "@", r.bin+"/")
	s, err := Parse(line)
	known = err == nil && !slices.ContainsFunc(s.Commands, func(c Command) bool { return c.Opaque != nil })
	if !known {
		return false, false
	}
	ran := r.ran(t, line)
	for _, argv := range ran {
		if !slices.ContainsFunc(s.Commands, func(c Command) bool { return filepath.Base(c.Name) == argv[0] && standsFor(c.Args, argv[1:]) }) {
			t.Errorf("%s: started %q, extracted %s", line, argv, summary(s, nil))
		}
	}
	exact = len(ran) > 0
	for _, c := range s.Commands {
		if _, err := os.Stat(filepath.Join(r.bin, filepath.Base(c.Name))); err == nil {
			exact = exact && slices.ContainsFunc(ran, func(argv []string) bool { return filepath.Base(c.Name) == argv[0] })
		}
	}
	return true, exact
}

// needs skips where the program is not installed.
func needs(t *testing.T, program string) {
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
}

// scratch makes a directory that a program left in the background may still write to
// when the test ends: setsid of busybox forks.
func scratch(t *testing.T) string {
	dir, err := os.MkdirTemp("", "launchers-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 100 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Error(err)
	})
	return dir
}

// TestLaunchersRun holds readings against the programs themselves. Where the first
// line of a program starts nothing, it may not work here: the rest is skipped.
func TestLaunchersRun(t *testing.T) {
	for _, c := range []struct{ program, lines string }{
		{"timeout", "timeout 5 1 2|timeout 5s 1|timeout .5 1|timeout -- 5 1|timeout 1e1 1|timeout -k 1 5 2|timeout -k1 5 2|timeout -vk1 5 2|timeout -s KILL 5 1 -k 2|timeout --sig=KILL 5 1|timeout --foreground --kill 1 5 2 3"},
		{"nice", "nice 1 2|nice -5 1|nice --5 1|nice -+5 1|nice -n 5 1|nice -n5 1|nice -n -5 1|nice --adj 5 1|nice -5 -n 3 1 2|nice -- 1"},
		{"env", "env 1 2|env -i @1|env - @1|env - A=1 @1|env A=1 B=2 1|env -S '1 2' 3|env -S1 2|env -vS'-u A 1 2' 3|env --split-string='A=1 1' 2|env --split '1 2'|env -C 1 2 3|env -u A 1|env -uA 1|env -- A=1 1|env -i -- - A=2 @1|env --ignore-signal 1|env --ignore-signal=1 2"},
		{"nohup", "nohup 1 2|nohup -- 1 2"},
		{"stdbuf", "stdbuf -oL 1 2|stdbuf -o L -e0 1|stdbuf --out=L 1|stdbuf --output L -- 1 -o"},
		{"chroot", "chroot / @1 2|chroot --skip-chdir / @1|chroot --userspec=0:0 / @1|chroot --groups 0 / @1"},
		{"xargs", "xargs 1 2 <<< 'a b'|xargs -I jq sh -c jq|xargs -I{} 1 {} x{}y {}{} <<< a|xargs -I 2 1 2 32 <<< a|xargs -i 1 {} <<< a|xargs -iX 1 X{} <<< a|xargs --replace 1 {} <<< a|xargs --replace=X 1 X <<< a|xargs -I {} {} 2 <<< 1|xargs -I{} -n1 1 {} <<< 'a b'|xargs -n1 -I{} 1 {} <<< 'a b'|xargs -0n1 1 <<< a|xargs -e 1|xargs -ex 1|xargs -E x 1|xargs -l 1 <<< a|xargs -l1 2 <<< a|xargs -L 1 2 <<< a|xargs --max-lines 1 2 <<< a|xargs -P 2 -n 1 3 <<< a|xargs -a /etc/hostname 1|xargs -d , 1 <<< a,b|xargs -- 1 <<< a|xargs --process-slot-var=A 1|xargs env 2 <<< 1"},
		{"find", "find . -maxdepth 0 -exec 1 {} \\;|find . -maxdepth 0 -exec 1 {} +|find . -maxdepth 0 -exec 1 + 2 \\;|find . -maxdepth 0 -exec 1 x{}y{} \\; -exec 2 {} + -o -exec 3 \\;|find . -maxdepth 0 -name -exec -o -exec 1 {} \\;|find . -maxdepth 0 -execdir 1 {} +|find . -maxdepth 0 -name x -prune -o -exec 1 -exec 2 \\;|find -O2 . -maxdepth 0 -newermt 2000-01-01 -exec 1 \\;|find -L . -maxdepth 0 ! -name x \\( -type d , -true \\) -exec 1 \\;|printf '.\\0' > f; find -files0-from f -maxdepth 0 -exec 1 {} \\;|find . -maxdepth 0 -exec 1 {} \\; -printf -exec|find . -path ./1 -exec {}/../../bin/2 \\;|find . -maxdepth 0 -fprintf o -exec -exec 1 \\;|find . -maxdepth 0 -exec sh -c '1; 2' {} \\;|find . -maxdepth 0 -exec 1 {} 2 +"},
		{"flock", "flock f 1 2|flock -n f 1|flock -w 5 f 1 -c 2|flock f -c '1; 2'|flock f --command '1 2'|flock -E 5 -x f 1|flock --timeout=5 f 1|flock --time 5 f 1|flock --nb f 1|flock -- f 1"},
		{"setsid", "setsid -w 1 2|setsid -cw 1|setsid --wait 1|setsid -w -- 1"},
		{"ionice", "ionice 1 2|ionice -c3 1|ionice -c 2 -n 3 1|ionice -tc 2 1|ionice --class 3 1|ionice --class=3 1|ionice --classd 3 1"},
		{"chrt", "chrt -b 0 1 2|chrt -i 0 1|chrt -o 0 1|chrt --other 0 1|chrt -vb 0 1"},
		{"taskset", "taskset 1 2|taskset -c 0 1|taskset -a 1 2|taskset --cpu-list 0 1|taskset -ac 0 1"},
		{"prlimit", "prlimit --core=1 2|prlimit -n9 1|prlimit -n 1|prlimit --nofile 1|prlimit -c1 -o 2 3"},
		{"setarch", "setarch x86_64 1 2|setarch -R 1|setarch x86_64 -R 1|setarch x86_64 -vR -- 1"},
		{"linux64", "linux64 1 2|linux64 -R 1"},
		{"setpriv", "setpriv 1 2|setpriv --nnp 1|setpriv --no-new 1|setpriv --reset-env @1|setpriv --reuid 0 1|setpriv --ruid=0 1"},
		{"choom", "choom -n 1 2|choom -n 1 -- 2 -x|choom --adjust 1 2 3|choom -n1 -- 2"},
		{"unshare", "unshare 1 2|unshare -u 1|unshare -f 1|unshare --mount 1|unshare -fp 1|unshare --root=/ @1|unshare --kill-child 1|unshare -w 1 2|unshare -rm 1"},
		{"nsenter", "nsenter -t $$ -u 1 2|nsenter --target=1 -u 1|nsenter -t 1 -u 2"},
		{"script", "script -qc '1; 2' /dev/null|script -c 1 o|script o -c '1 2'|script -qec 1 -O o|script --command 1 o|script --comm='1 2' -a o|script -q -E never -c 1 o"},
		{"runuser", "runuser -u root @1 2|runuser -u root -- @1 -c 2|runuser --user=root @1|runuser @1 -u root 2"},
		{"watch", "timeout .3 watch 1 2|timeout .3 watch -n 1 2 3|timeout .3 watch -n1 1 \\; 2|timeout .3 watch -x 1 2|timeout .3 watch -d 1|timeout .3 watch -dx 1|timeout .3 watch --diff=permanent -t '1 2'|timeout .3 watch -tn 1 -- 2 3"},
		{"chronic", "chronic 1 2|chronic -e 1|chronic -ev 1 -e|chronic -- 1"},
		{"ifne", "ifne 1 2 <<< a|ifne -n 1"},
		{"lckdo", "lckdo f 1 2|lckdo -w f 1|lckdo -W 1 f 2|lckdo -xqW1 f 2 3|lckdo -E 1 f 2"},
		{"mispipe", "mispipe '1 2' '3 4'"},
		{"pee", "pee '1 2' '3; 4' < /dev/null|pee --ignore-sigpipe 1 < /dev/null"},
		{"strace", "strace -o o 1 2|strace -fo o 1|strace -e trace=none -o o 1|strace -o o -E A=1 1|strace -qqqo o -- 1 -f|strace --output=o --env=A=1 1|strace -o o -s 1 2|strace -o o -P 1 2 3|strace -o o -X raw 1|strace -o o -I 1 2"},
		{"fakeroot", "fakeroot 1 2|fakeroot -- 1 2|fakeroot -u 1"},
		{"fdfind", "fdfind -d 1 1 -x 2|fdfind -d 1 . -x 1 {} x{/}y \\; -X 2|fdfind -d1 . -e x -x 1|fdfind -td -d 1 '^1$' -X 2 {}|fdfind '^1$' -d 1 --exec 2 {//} \\; -H|fdfind -d 1 '^1$' -x {} 2|fdfind --max-depth=1 --type d '^2$' --exec-batch 1|fdfind -d 1 '^1$' -Hx 2|fdfind -d 1 '^1$' -x2"},
		{"sudo", "sudo -n @1 2|sudo -nu root @1|sudo -n -u root A=1 @1 2|sudo -n --user=root -- @1|sudo -n A=1 -u root @1|sudo -n --user root @1|sudo -nE @1"},
		{"time", "command time -f x 1 2|command time -o o 1|command time -ao o 1|command time --out o 1|command time -pv 1|env time -qf x -- 1 -o"},
		{"busybox", "busybox timeout 5 1 2|busybox env -i @1|busybox env - A=1 @1|busybox nice -n 5 1|busybox nohup 1|busybox setsid 1 2|busybox xargs 1 2 <<< a|busybox xargs -I{} 1 {} <<< a|busybox find . -maxdepth 0 -exec 1 {} \\;|busybox find . -maxdepth 0 -exec 1 {} +|busybox find . -maxdepth 0 -exec 1 + -exec 2 \\;|busybox sh -c '1; 2'|busybox ash -ec '1 2'|busybox busybox sh -c 1|busybox time -f x 1|busybox taskset -c 0 1|busybox chroot / @1|busybox xargs -n 1 2 <<< a|busybox setsid -c 1|busybox cttyhack 1"},
		{"dash", "dash -c '1; 2'|dash -ec 1|dash -c -- '1 2'|dash -e -o noglob -c 1|dash -co noglob 1|dash -c -e '1 2' 3|dash +e -c 1|dash -c \"echo \\$'\\\\'; 1; \\\\''\"|dash -c '{1,2}'|dash -c '1 &> f'|dash -c '1 <<< 2'"},
		{"bash", "bash -c '1; 2'|bash -ec 1|bash --norc --noprofile -c '1 2'|bash -eo pipefail -c 1|bash -oc pipefail 1|bash -O extglob -c 1|bash -c -- 1|bash -c -e '1 2' 3|bash -lc 1|bash -norc -c 1|bash +e -c '1 {2,3}'|bash -c \"echo \\$'\\\\'; 1; \\\\''\""},
		{"ssh-agent", "ssh-agent 1 2|ssh-agent -t 1 2 3"},
		{"dbus-run-session", "dbus-run-session -- 1 2|dbus-run-session 1"},
	} {
		t.Run(c.program, func(t *testing.T) {
			needs(t, c.program)
			r, unsure := newRecorder(t), []string{}
			for i, line := range strings.Split(c.lines, "|") {
				known, exact := r.check(t, line)
				if i == 0 && !exact {
					t.Skipf("%s starts nothing here", c.program)
				}
				if !known || !exact {
					unsure = append(unsure, line)
				}
			}
			t.Logf("refused, or started nothing: %q", unsure)
		})
	}
}

// TestLauncherOptions runs each option of each row once, in every form, before words
// that are all recorders. Left out are programs that would change the machine, ask
// for a password or leave a daemon, and watch and script, which TestLaunchersRun has.
func TestLauncherOptions(t *testing.T) {
	const leftOut = "dbus-run-session doas nsenter ssh-agent sudo systemd-cat systemd-inhibit uclampset"
	if testing.Short() {
		t.Skip("-short leaves out every option of every program, half a minute; scripts/test does not give it")
	}
	r, lines := newRecorder(t), 0
	for _, named := range launchers {
		name, row := named.name, named.launcher
		if _, err := exec.LookPath(name); err != nil || row.reads != asCommand || listed(leftOut, name) {
			continue
		}
		for _, form := range optionForms(row) {
			if listed("-f1 --fsize=1", form) && strings.Contains(row.long, "fsize") {
				continue // what a recorder notes would be cut off
			}
			lines++
			r.check(t, name+" "+form+" 1 2 3 4 5")
		}
	}
	t.Logf("%d lines", lines)
}

// optionForms returns each option glued, apart, and the long ones abbreviated.
func optionForms(row launcher) (forms []string) {
	for i, c := range row.short {
		if c == ':' {
			continue
		}
		forms = append(forms, "-"+string(c))
		if strings.HasPrefix(row.short[i+1:], ":") {
			forms = append(forms, "-"+string(c)+"1")
		}
	}
	for long := range strings.FieldsSeq(row.long) {
		bare, _, valued := strings.Cut(long, "=")
		forms = append(forms, "--"+bare, "--"+bare[:len(bare)-1])
		if valued {
			forms = append(forms, "--"+bare+"=1")
		}
	}
	return forms
}

// TestLauncherTable: rows are sorted, and name no option that they do not have.
func TestLauncherTable(t *testing.T) {
	byName := func(a, b launcherRow) int { return strings.Compare(a.name, b.name) }
	for _, rows := range [][]launcherRow{launchers[:], applets[:]} {
		if !slices.IsSortedFunc(rows, byName) {
			t.Errorf("the table that begins with %s is not sorted", rows[0].name)
		}
		for _, named := range rows {
			name, row := named.name, named.launcher
			r := reader{launcher: row}
			for option := range strings.FieldsSeq(row.alters + " " + row.empties + " " + row.unsets + " " + row.sets + " " + row.splits + " " +
				row.replaces + " " + row.joins + " " + row.pipes + " " + row.direct + " " + row.runs + " " + row.needs + " " + row.narrow) {
				_, long := r.longNamed(option)
				if !listed("* - digits", option) && !(len(option) == 1 && strings.Contains(row.short, option)) && !long {
					t.Errorf("%s has no option %s", name, option)
				}
			}
		}
	}
}

// TestUnwrap: what is reached, and the kind of what is not known of a launcher.
func TestUnwrap(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"xargs -I jq sh -c jq", "xargs xargs>sh!dynamic-code"},
		{"xargs -Ijq jq a", "xargs!dynamic-command"},
		{"xargs -i sh -c 'echo {}'", "xargs xargs>sh!dynamic-code"},
		{"xargs --replace=X aX b", "xargs!dynamic-command"},
		{"xargs -I '' jq", "xargs!dynamic-command"},
		{"xargs -I \"$x\" jq", "xargs!opaque"},
		{"xargs -a FILE jq", "xargs xargs>jq"},
		{"xargs sh -c", "xargs xargs>sh!dynamic-code"},
		{"xargs env", "xargs xargs>env!opaque"},
		{"xargs timeout 5", "xargs xargs>timeout!dynamic-command"},
		{"find . -exec {} \\;", "find!dynamic-command"},
		{"find . -exec sh -c 'x {}' \\;", "find find>sh!dynamic-code"},
		{"find . -files0-from f -exec jq {} +", "find find>jq"},
		{"find . -name -exec -o -exec curl {} \\;", "find find>curl"},
		{"find . -exec git + push \\;", "find find>git"},
		{"find . -exec jq + -exec curl \\;", "find!opaque"},
		{"find . -exec echo \"$x\" -exec curl y \\;", "find!opaque"},
		{"find a$x -print", "find!opaque"},
		{"find . -what", "find!opaque"},
		{"find . -name \"$x\" -newermt y -exec a \\;", "find find>a"},
		{"env A=$x jq", "env!opaque"},
		{"env -u\"$x\" jq curl z", "env!opaque"},
		{"env -S 'a \"b\"' c", "env!opaque"},
		{"timeout --signal=$x 5 jq", "timeout!opaque"},
		{"nice -n$x jq", "nice!opaque"},
		{"timeout \"$x\" jq", "timeout!opaque"},
		{"chrt -o curl jq", "chrt!opaque"},
		{"doas -s", "doas!opaque"},
		{"chroot /", "chroot!opaque"},
		{"sudo A=1 -u b a", "sudo!opaque"},
		{"sudo /a=b jq", "sudo!opaque"},
		{"strace -o '|sh' a", "strace!opaque"},
		{"su -c a", "su!opaque"},
		{"choom -n 5 a -x", "choom!opaque"},
		{"busybox --install d", "busybox!opaque"},
		{"busybox parallel a", "busybox busybox>parallel!opaque"},
		{"busybox timeout 5 sh -c a", "busybox busybox>timeout busybox>timeout>sh busybox>timeout>sh>a"},
		{"sh -c \"echo \\$'\\\\'; curl x; \\\\''\"", "sh!opaque sh>echo(builtin)"},
		{"sh -c '{a,b}'", "sh sh>a sh>{a,b}"},
		{"sh -c 'export A=1; a'", "sh sh>export(builtin) sh>a sh>export(builtin) sh>a"},
		{"dash -c '{a,b}'", "dash dash>{a,b}"},
		{"busybox sh -c 'source a'", "busybox busybox>sh!ambiguous"},
		{"sh -c 'pushd a'", "sh sh>pushd(builtin) sh>pushd"},
		{"sh -c 'x=(a)'", "sh!opaque"},
		{"bash -o posix -c a", "bash!opaque"},
		{"bash -ic a", "bash!opaque"},
		{"sh a", "sh!opaque"},
		{"flock f -c \"$x\"", "flock!dynamic-code"},
		{"watch -- \"$x\"", "watch!dynamic-code"},
		{"fd . -x a {} \\; -X b", "fd fd>a fd>b"},
		{"fd -x \"$x\" a", "fd!opaque"},
	} {
		s, err := Parse(c.in)
		got := make([]string, len(s.Commands))
		for i, command := range s.Commands {
			if got[i] = reaches(command); command.Opaque != nil {
				got[i] += "!" + string(command.Opaque.Kind)
			}
		}
		if strings.Join(got, " ") != c.want || err != nil {
			t.Errorf("%s\n got %q %v\nwant %q", c.in, got, err, c.want)
		}
	}
}

// TestLauncherEnvironment: what the options of a launcher set is an assignment.
func TestLauncherEnvironment(t *testing.T) {
	for line, want := range map[string]string{
		"env -i a": "PATH", "env - a": "PATH", "env -u PATH a": "PATH", "strace -E LD_PRELOAD=x a": "LD_PRELOAD",
		"xargs --process-slot-var=BASH_ENV a": "BASH_ENV", "sudo A=1 a": "A", "env -SB=1 a": "B",
	} {
		if s, err := Parse(line); err != nil || len(s.Assignments) != 1 || s.Assignments[0].Name != want {
			t.Errorf("%s: %v, want %s", line, s.Assignments, want)
		}
	}
}

func TestLaunched(t *testing.T) {
	for _, c := range []struct {
		line  string
		start int
		known bool
	}{
		{"git log", -1, true}, {"make x", -1, true}, {"nohup a", 0, true}, {"timeout -k 1 5 a b", 3, true}, {"timeout --sig 1 5 a", 0, false},
		{"env A=1 a", 1, true}, {"env A=1 -i a", 0, false}, {"xargs -I x a", 0, false}, {"eval a", 0, false}, {"find . -name x", -1, true},
		{"find . -exec a", -1, false}, {"fd a", -1, true}, {"fd -x a", -1, false}, {"sh x", -1, true}, {"sh -ec x", -1, false}, {"ssh h", 0, false},
	} {
		words := strings.Fields(c.line)
		if start, known := Launched(words[0], words[1:]); known != c.known || known && start != c.start {
			t.Errorf("%s: got %d %v", c.line, start, known)
		}
	}
}
