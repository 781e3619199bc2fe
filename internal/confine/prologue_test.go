package confine

import (
	"os/exec"
	"testing"
)

// awkward are words that a careless quoting would change.
var awkward = []string{
	"./script", "a b", " ", "it's", "'", "''", `"`, "a\nb", "\n", "a\\", `\'`, "$(echo x)", "`echo x`", "$HOME", "*", "~",
	"{a,b}", "-a", "--", "a;b", "a&b", "#", "!", "!!", "a=b", "\t", "\r", "\x01", "\x7f", "\x01\x7f\x01", "\x1b[0m",
	"h\u00f6l\u00e4", "\u65e5\u672c", "\xff\xfe", "\xe6\x27", "%s", "", "[x]",
}

func TestQuote(t *testing.T) {
	for _, s := range awkward {
		cmd := exec.Command(bash, "--norc", "-c", "printf %s "+quote(s)+"x")
		for _, locale := range []string{"LC_ALL=C", "LC_ALL=C.UTF-8"} {
			cmd := exec.Command(cmd.Path, cmd.Args[1:]...)
			cmd.Env = []string{locale}
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != s+"x" {
				t.Errorf("%q with %s: got %q, %v", s, locale, out, err)
			}
		}
	}
}

func TestUsesJobs(t *testing.T) {
	for text, want := range map[string]bool{
		"":                               false,
		"true && false || true":          false,
		"exec 2>&1 >&2 <&0 &>out &>>out": false,
		"a &&b&& c":                      false,
		"echo a | cat; x=$(date); <(:)":  false,
		"sleep 1 &":                      true,
		"&":                              true,
		"a& b":                           true,
		"a &<f":                          true,
		"a >&2& b":                       true,
		"a |& b":                         true,
		"a && b & c":                     true,
		"coproc cat":                     true,
		"trap 'echo x' CHLD":             true,
		". ./lib":                        true,
		"source lib":                     true,
	} {
		if got := usesJobs([]byte(text)); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
