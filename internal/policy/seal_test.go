package policy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"armshell"
)

// fill sets every field below v to a value of its own that is not zero, so that a
// field which the seal forgets does not come back.
func fill(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("s%d \"q\" \\ é\n\x7f", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Uint8: // an Action or a Layer: both have a value 2
		v.SetUint(2)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0), n)
		fill(t, v.Index(1), n)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, n)
		fill(t, value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() { // the others follow from these
				fill(t, v.Field(i), n)
			}
		}
	default:
		t.Fatalf("the seal's test cannot fill a %s", v.Type())
	}
}

func fullSeal(t *testing.T) Seal {
	var s Seal
	n := 0
	fill(t, reflect.ValueOf(&s).Elem(), &n)
	return s
}

func writeSeal(t *testing.T, text string) string {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, SealName), []byte(text), 0o444); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSealKeepsEverything fails if a field of Seal, Arm or Rule is not sealed.
func TestSealKeepsEverything(t *testing.T) {
	for name, s := range map[string]Seal{"full": fullSeal(t), "zero": {}} {
		dir := writeSeal(t, string(s.Encode()))
		got, err := ReadSeal(dir)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Arm.Self = []string{"armshell", filepath.Join(dir, "armshell")}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("%s: got\n%#v\nwant\n%#v", name, got, s)
		}
		if string(got.Encode()) != string(s.Encode()) {
			t.Errorf("%s: the seal changes when it is written again", name)
		}
	}
}

// TestSealIsTOML reads a seal with the library: the name must not lie.
func TestSealIsTOML(t *testing.T) {
	s := fullSeal(t)
	var got struct {
		Version  int
		Checksum string
		Arm      struct {
			Name, Default string
			Path          []string
			Rules         []struct{ Surface, Layer string }
			Env           map[string]string
		}
		Files map[string]string
	}
	if _, err := toml.Decode(string(s.Encode()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != sealVersion || got.Arm.Name != s.Arm.Name || !reflect.DeepEqual(got.Arm.Path, s.Arm.Path) ||
		got.Arm.Default != "allow" || got.Arm.Rules[1].Surface != s.Arm.Rules[1].Surface ||
		!reflect.DeepEqual(got.Arm.Env, s.Arm.Env) || got.Files[s.Files[0].Name] != s.Files[0].File {
		t.Errorf("got %+v", got)
	}
}

func TestReadSealRefuses(t *testing.T) {
	good := string(fullSeal(t).Encode())
	_, body, _ := strings.Cut(strings.TrimPrefix(good, sealTitle), "\n")
	resealed := func(body string) string { return sealTitle + checksumLine([]byte(body)) + body }
	for _, c := range []struct{ name, text, want string }{
		{"edited", strings.Replace(good, "disabled = true", "disabled = false", 1), "the seal was edited: its checksum is wrong"},
		{"one byte more", strings.Replace(good, "hints", "hints ", 1), "the seal was edited: its checksum is wrong"},
		{"checksum edited", strings.Replace(good, "sha256:", "sha256:0", 1), "the seal was edited: its checksum is wrong"},
		{"title edited", "#" + good, "the seal was edited: its first line is not that of a seal"},
		{"bom", "\ufeff" + good, "the seal was edited: its first line is not that of a seal"},
		{"crlf", strings.ReplaceAll(good, "\n", "\r\n"), "the seal was edited: its first line is not that of a seal"},
		{"empty", "", "the seal was edited: its first line is not that of a seal"},
		{"truncated", good[:len(good)/2], "the seal is cut short: its last line is missing"},
		{"a byte short", good[:len(good)-1], "the seal is cut short: its last line is missing"},
		{"title alone", sealTitle, "the seal is cut short: its last line is missing"},
		{"appended", good + "x", "the seal is cut short: its last line is missing"},
		{"unknown version", resealed(strings.Replace(body, "version = 3", "version = 4", 1)),
			"the seal has version 4 and this armshell reads version 3: provision again"},
		{"misspelt", resealed(strings.Replace(body, "\nhints = ", "\nhint = ", 1)), "want hints, found \"hint = true\""},
		{"missing", resealed(strings.Replace(body, "hints = true\n", "", 1)), "want hints, found \"default = "},
		{"unknown key", resealed(strings.Replace(body, "hints = true\n", "hints = true\nhunts = true\n", 1)), "want default, found \"hunts"},
		{"unknown table", resealed(strings.Replace(body, "[files]", "[fils]", 1)), "want its end, found"},
		{"wrong type", resealed(strings.Replace(body, "hints = true", "hints = 1", 1)), "want hints, found"},
		{"unknown action", resealed(strings.Replace(body, `default = "allow"`, `default = "allowed"`, 1)), "want default, found"},
		{"unknown layer", resealed(strings.Replace(body, `layer = "config"`, `layer = "conf"`, 1)), "want layer, found"},
		{"no rule's key", resealed(strings.Replace(body, "\nsurface = ", "\nsurfaces = ", 1)), "want surface, found"},
	} {
		dir := writeSeal(t, c.text)
		s, err := ReadSeal(dir)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), filepath.Join(dir, SealName)+": ") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if errors.Is(err, ErrNoSeal) || !reflect.DeepEqual(s, Seal{}) {
			t.Errorf("%s: got a seal, or none at all: %+v", c.name, s)
		}
	}
}

func TestReadSealFiles(t *testing.T) {
	if _, err := ReadSeal(t.TempDir()); !errors.Is(err, ErrNoSeal) {
		t.Errorf("empty directory: got %v, want ErrNoSeal", err)
	}
	if _, err := ReadSeal(filepath.Join(t.TempDir(), "none")); !errors.Is(err, ErrNoSeal) {
		t.Errorf("no directory: got %v, want ErrNoSeal", err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, SealName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSeal(dir); err == nil || errors.Is(err, ErrNoSeal) || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a directory: got %v", err)
	}
	dir = t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, SealName)); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSeal(dir); err == nil || errors.Is(err, ErrNoSeal) {
		t.Errorf("a link to nowhere: got %v", err)
	}
}

// FuzzDecodeSeal wants no panic, and that what is read is written the same again.
func FuzzDecodeSeal(f *testing.F) {
	arms, err := ParsePolicy("arms.toml", armshell.Policy)
	if err != nil {
		f.Fatal(err)
	}
	for _, a := range arms {
		_, body, _ := strings.Cut(strings.TrimPrefix(string(Seal{Arm: a}.Encode()), sealTitle), "\n")
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s, err := decodeSeal([]byte(sealTitle + checksumLine([]byte(body)) + body))
		if err != nil {
			return
		}
		again, err := decodeSeal(s.Encode())
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%q: read %+v, then %+v, %v", body, s, again, err)
		}
	})
}

// shippedSeal is what provision would write for the tea arm.
func shippedSeal(b *testing.B) Seal {
	arms, err := ParsePolicy("arms.toml", armshell.Policy)
	if err != nil {
		b.Fatal(err)
	}
	arm, err := arms.Arm("tea")
	if err != nil {
		b.Fatal(err)
	}
	s := Seal{Arm: arm, ShellFile: "/usr/bin/bash", ToolFile: "/usr/local/bin/tea", ToolSum: Sum(nil)}
	for _, u := range arm.Utilities {
		s.Files = append(s.Files, File{u, "/usr/bin/" + u})
	}
	return s
}

func BenchmarkReadSeal(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, SealName), shippedSeal(b).Encode(), 0o444); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadSeal(dir); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParsePolicy(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParsePolicy("arms.toml", armshell.Policy); err != nil {
			b.Fatal(err)
		}
	}
}
