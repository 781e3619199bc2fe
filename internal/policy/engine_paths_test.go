package policy

import "testing"

// pathRows are section 8.2. Where the document gives what one gate says, a variant
// asks the surface alone, by path or external, beside the whole call.
var pathRows = []engineRow{
	{"12", `{"path":{"*":"allow","*.env":"deny","*.env.*":"deny","*.env.example":"allow"}}`, "", `read a/.env.local`, "deny *.env.* special", ""},
	{"13a", `{"path":{"*":"allow","*.env":"deny","*.env.*":"deny","*.env.example":"allow"}}`, "", `read .env.example`, "ask - tool", "the path passes, and read has no rule"},
	{"13b", `{"path":{"*":"allow","*.env":"deny","*.env.*":"deny","*.env.example":"allow"}}`, "", `path .env.example`, "allow *.env.example special", ""},
	{"14a", `{"path":{"*.env":"deny","*":"allow"}}`, "", `read .env`, "ask - tool", "the path passes, and read has no rule"},
	{"14b", `{"path":{"*.env":"deny","*":"allow"}}`, "", `path .env`, "allow * special", ""},
	{"15", `{"*":"ask","read":"allow"}`, "", `read src/x`, "allow * tool", ""},
	{"16", `{"*":"deny","read":"allow"}`, "", `read /etc/x`, "deny - special", ""},
	{"17", `{"path":"allow","read":"deny"}`, "", `read x`, "deny * tool", ""},
	{"18", `{"path":"deny","read":"allow"}`, "", `read x`, "deny * special", ""},
	{"19a", `{"read":{"*":"allow","*.env":"deny"}}`, "", `read .env`, "deny *.env tool", ""},
	{"19b", `{"read":{"*":"allow","*.env":"deny"}}`, "", `read`, "allow * tool", ""},
	{"20", `{"read":{"*":"ask","%CWD/*":"allow"}}`, "", `read src/A`, "allow %CWD/* tool", ""},
	{"21", `{"read":{"*":"ask","%CWD/*":"allow","src/*":"deny"}}`, "", `read src/A`, "deny src/* tool", ""},
	{"22", `{"read":{"*":"allow","src/*":"deny"}}`, "", `read %CWD/src/A`, "deny src/* tool", ""},
	{"23", `{"path":{"*":"allow","~/.ssh/*":"deny"}}`, "", `read $HOME/.ssh/id`, "deny ~/.ssh/* special", "newer engines know how Pi's own tools read a path; here any harness may ask, and #350 holds"},
	{"24a", `{"path":{"*":"allow","~/.ssh/*":"deny"}}`, "", `path ~/.ssh`, "allow * special", ""},
	{"24b", `{"path":{"*":"allow","~/.ssh/*":"deny"}}`, "", `path ~/.ssh/`, "allow * special", "10.1 normal forms only: with and without its slash it is one directory"},
	{"24c", `{"path":{"*":"allow","~/.ssh/*":"deny"},"read":"allow","external_directory":"allow"}`, "", `read ~/.ssh`, "allow * tool", ""},
	{"25a", `{"path":{"*":"allow","*.env":"deny"}}`, "", `read '.env'`, "deny *.env special", ""},
	{"25b", `{"path":{"*":"allow","*.env":"deny"}}`, "", `read @.env`, "deny *.env special", ""},
	{"26", `{"read":{"*":"deny","src/*":"allow"}}`, "", `read src/../secret`, "deny * tool", "10.1 normal forms only"},
	{"27", `{"read":{"*":"deny","src/*":"allow"}}`, "", `read ./src/../secret`, "deny * tool", ""},
	{"28", `{"read":{"*":"allow","*.some.secret":"deny"}}`, "", `read b_sym`, "deny *.some.secret tool", ""},
	{"29", `{"path":{"*":"allow","*.some.secret":"deny","b_*":"allow"}}`, "", `read b_sym`, "deny *.some.secret special", "10.1 a targeted deny of any spelling wins"},
	{"30a", `{"external_directory":{"*":"ask","%OUT/*":"allow"}}`, "", `external olink/f`, "allow %OUT/* special", ""},
	{"30b", `{"external_directory":{"*":"ask","%OUT/*":"allow"},"read":"allow"}`, "", `read olink/f`, "allow * tool", ""},
	{"31a", `{"external_directory":{"*":"ask","%OUT/tmp/*":"allow"}}`, "", `external %OUT/tmp/x`, "allow %OUT/tmp/* special", ""},
	{"31b", `{"external_directory":{"*":"ask","%OUT/tmp/*":"allow"},"read":"allow"}`, "", `read %OUT/tmp/x`, "allow * tool", ""},
	{"31c", `{"external_directory":{"*":"ask","%OUT/private/tmp/*":"allow"}}`, "", `external %OUT/tmp/x`, "allow %OUT/private/tmp/* special", ""},
	{"32a", `{"external_directory":"ask"}`, "", `read outside-link`, "ask * special", ""},
	{"32b", `{"external_directory":"ask"}`, "", `read nowhere`, "ask * special", "a link to what does not exist leads out too (5.7)"},
	{"33a", `{"*":"allow","external_directory":{"~/dev/*":"allow"}}`, "", `external /etc/x`, "allow - special", ""},
	{"33b", `{"*":"allow","external_directory":{"~/dev/*":"allow"}}`, "", `write /etc/x`, "allow - tool", ""},
	{"34", `{"external_directory":{"~/.cargo/registry":"allow"}}`, "", `read ~/.cargo/registry/a`, "ask - special", ""},
	{"35a", `{"external_directory":{"*":"deny"}}`, "", `read /dev/null`, "ask - tool", "it is not outside, and read has no rule"},
	{"35b", `{"external_directory":{"*":"deny"}}`, "", `read /dev/null/sub`, "deny * special", ""},
	{"36a", `{"external_directory":"deny"}`, "external_directory %OUT/o/*", `external %OUT/o/a`, "allow %OUT/o/* session", ""},
	{"36b", `{"external_directory":"deny"}`, "external_directory %OUT/o/*", `external %OUT/o`, "deny * special", ""},
	{"36c", `{"external_directory":"deny","read":"allow"}`, "external_directory %OUT/o/*", `read %OUT/o/a`, "allow * tool", ""},
	{"37a", `{"external_directory":"deny"}`, "", `ls .`, "ask - tool", "it is inside, and ls has no rule"},
	{"37b", `{"external_directory":"deny"}`, "", `ls ..`, "deny * special", ""},
	{"37c", `{"external_directory":"deny"}`, "", `ls %CWD2/x`, "deny * special", ""},
	{"38", `{"path":"deny"}`, "", `path-values path`, "deny * special", ""},
	{"39", `{"path":{"*":"ask","src/*":"deny"}}`, "path src/*", `path-values path src/a`, "deny src/* special", "10.8 no approval lifts a targeted deny"},
}

func TestEnginePaths(t *testing.T) { runRows(t, pathRows) }

// directionRows are section 4.7: what a tool surely does to its path. The surfaces
// of one direction for external_directory do not exist here.
var directionRows = []engineRow{
	{"1a", `{"*":"allow","path_write":{"vendor/*":"deny"}}`, "", `read vendor/a`, "allow - tool", ""},
	{"1b", `{"*":"allow","path_write":{"vendor/*":"deny"}}`, "", `write vendor/a`, "deny vendor/* special", ""},
	{"1c", `{"*":"allow","path_write":{"vendor/*":"deny"}}`, "", `edit vendor/a`, "deny vendor/* special", ""},
	{"1d", `{"*":"allow","path_write":{"vendor/*":"deny"}}`, "", `mcp {"tool":"fs:read","arguments":{"path":"vendor/a"}}`, "deny vendor/* special", ""},
	{"1e", `{"*":"allow","path_write":{"vendor/*":"deny"}}`, "", `tool my_tool {"path":"vendor/a"}`, "deny vendor/* special", ""},
	{"1f", `{"*":"allow","path_write":{"vendor/*":"deny"}}`, "", `path vendor/a`, "deny vendor/* special", "the bare surface asks both and takes the stricter"},
	{"2a", `{"*":"allow","path_read":{"vendor/*":"deny"}}`, "", `read vendor/a`, "deny vendor/* special", ""},
	{"2b", `{"*":"allow","path_read":{"vendor/*":"deny"}}`, "", `grep vendor/a`, "deny vendor/* special", ""},
	{"2c", `{"*":"allow","path_read":{"vendor/*":"deny"}}`, "", `find vendor/a`, "deny vendor/* special", ""},
	{"2d", `{"*":"allow","path_read":{"vendor/*":"deny"}}`, "", `ls vendor/a`, "deny vendor/* special", ""},
	{"2e", `{"*":"allow","path_read":{"vendor/*":"deny"}}`, "", `write vendor/a`, "allow - tool", ""},
	{"2f", `{"*":"allow","path_read":{"vendor/*":"deny"}}`, "", `edit vendor/a`, "deny vendor/* special", ""},
	{"3a", `{"*":"allow","path":{"vendor/*":"deny"}}`, "", `read vendor/a`, "deny vendor/* special", "path is of both"},
	{"3b", `{"*":"allow","path":{"vendor/*":"deny"}}`, "", `write vendor/a`, "deny vendor/* special", "path is of both"},
	{"4a", `{"*":"allow","path_read":{"*.pub":"allow"},"path":{"*.pub":"deny"}}`, "", `read a.pub`, "deny *.pub special", "10.10 file order"},
	{"4b", `{"*":"allow","path":{"*.pub":"deny"},"path_read":{"*.pub":"allow"}}`, "", `read a.pub`, "allow - tool", ""},
	{"5a", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x > vendor/a`, "deny vendor/* special", ""},
	{"5b", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x >> vendor/a`, "deny vendor/* special", ""},
	{"5c", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x >| vendor/a`, "deny vendor/* special", ""},
	{"5d", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x &> vendor/a`, "deny vendor/* special", ""},
	{"5e", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x &>> vendor/a`, "deny vendor/* special", ""},
	{"5f", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat < vendor/a`, "allow * bash", ""},
	{"5g", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat vendor/a`, "allow * bash", ""},
	{"5h", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x >&2 2>&1`, "allow * bash", "a descriptor is no path"},
	{"5i", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat <> vendor/a`, "deny vendor/* special", "both"},
	{"5j", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash mytool vendor/a`, "deny vendor/* special", "nothing is known of the argument, so both"},
	{"5k", `{"bash":"allow","path_read":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat vendor/a`, "deny vendor/* special", ""},
	{"5l", `{"bash":"allow","path_read":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat < vendor/a`, "deny vendor/* special", ""},
	{"5m", `{"bash":"allow","path_read":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash echo x > vendor/a`, "allow * bash", ""},
	{"5n", `{"bash":"allow","path_read":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat <<< vendor/a`, "allow * bash", "a here-string is text"},
	{"5o", `{"bash":"allow","path_write":{"new":"deny"},"external_directory":"allow"}`, "", `bash echo x > new`, "deny new special", "806: a bare name that does not exist yet"},
	{"5p", `{"bash":"allow","path_write":{"vendor/*":"deny"},"external_directory":"allow"}`, "", `bash cat vendor/a > vendor/a`, "deny vendor/* special", "the same path in two directions is both"},
}

func TestEngineDirections(t *testing.T) { runRows(t, directionRows) }

// spellingRows are the aliases of section 4.2 and their defects in section 10.1.
var spellingRows = []engineRow{
	{"1", `{"*":"allow","path":{"a_*":"deny","*.x.secret":"allow"}}`, "", `path a_sym`, "deny a_* special", "10.1 a targeted deny of the link stands beside an allow of the file"},
	{"2", `{"*":"allow","path":{"%OUT/*":"deny","olink/*":"allow"}}`, "", `path olink/f`, "deny %OUT/* special", "10.1 a targeted deny of any spelling wins"},
	{"3", `{"*":"allow","path":{"%OUT/*":"deny","%OUT/f":"allow"}}`, "", `path olink/f`, "allow %OUT/f special", "the same spelling keeps the order"},
	{"4", `{"external_directory":{"*":"deny","%OUT/*":"allow"}}`, "", `external olink/f`, "allow %OUT/* special", "10.1 a catch-all is no targeted deny (#418)"},
	{"5", `{"external_directory":{"%OUT/*":"allow","*":"deny"}}`, "", `external olink/f`, "deny * special", "the order of catch-alls stays"},
	{"6", `{"path":{"*":"ask","src/*":"allow"}}`, "", `path src/./A`, "allow src/* special", ""},
	{"7", `{"path":{"*":"ask","src/*":"allow"}}`, "", `path src//A`, "allow src/* special", ""},
	{"8", `{"path":{"*":"ask","src/*":"allow"}}`, "", `path nested/../src/A`, "allow src/* special", ""},
	{"9", `{"path":{"*":"ask","src/*":"allow"}}`, "", `path src/..`, "ask * special", "10.1 normal forms only"},
	{"10", `{"path":{"*":"ask","src/*":"allow"}}`, "", `path src/../../p2/x`, "ask * special", "10.1 normal forms only"},
	{"11", `{"path":{"*":"ask","..*":"deny"}}`, "", `path ../p/src/A`, "ask * special", "10.1 normal forms only"},
	{"12", `{"path":{"*":"ask","x":"allow"},"read":"allow"}`, "", `read olink/../x`, "ask - special", "what the kernel opens is beside the link's target, outside, and has the default's answer there"},
	{"13", `{"path":{"*":"allow","p":"deny","%CWD":"deny"}}`, "", `path .`, "deny %CWD special", "the directory itself has no spelling from itself"},
	{"14", `{"path":{"*":"allow","":"deny",".":"deny"}}`, "", `path .`, "allow * special", "the directory itself has no spelling from itself"},
	{"15", `{"read":{"*":"ask","~/.ssh/*":"deny"}}`, "", `read ${HOME}/.ssh/id`, "deny ~/.ssh/* tool", "350: both sides"},
	{"16", `{"read":{"*":"ask","$HOME/.ssh/*":"deny"}}`, "", `read ~/.ssh/id`, "deny $HOME/.ssh/* tool", "350: both sides"},
	{"17", `{"read":{"*":"ask","${HOME}/.ssh/*":"deny"}}`, "", `read %HOME/.ssh/id`, "deny ${HOME}/.ssh/* tool", "350: both sides"},
	{"18", `{"read":{"*":"ask","~/*":"deny"}}`, "", `read ~bob/x`, "ask * tool", "~bob is no home directory of ours"},
	{"19", `{"path":{"*":"allow","~/.ssh":"deny"}}`, "", `path ~/.ssh/`, "deny ~/.ssh special", "10.1 normal forms only"},
}

func TestEngineSpellings(t *testing.T) { runRows(t, spellingRows) }

// valueRows are the examples of section 4.2.
var valueRows = []struct {
	literal string
	want    []string
}{
	{"src/A", []string{"%CWD/src/A", "src/A"}},
	{"./src/../secret", []string{"%CWD/secret", "secret"}},
	{"~/.ssh/", []string{"%HOME/.ssh"}},
	{"a_sym", []string{"%CWD/a_sym", "a_sym", "%CWD/.x.secret", ".x.secret"}},
	{"%CWD", []string{"%CWD"}},
	{"olink/f", []string{"%CWD/olink/f", "olink/f", "%OUT/f"}},
	{"olink/new", []string{"%CWD/olink/new", "olink/new", "%OUT/new"}},
	{"nowhere", []string{"%CWD/nowhere", "nowhere", "%OUT/none"}},
	{"/", []string{"/"}},
	{" '@src/A' ", []string{"%CWD/src/A", "src/A"}},
}

// TestEngineMatchValues holds the examples of section 4.2, without the literals that are
// no normal forms (10.1).
func TestEngineMatchValues(t *testing.T) {
	w := newEngineWorld(t)
	for _, c := range valueRows {
		var got, want []string
		for _, v := range NewAccessPath(w.expand(c.literal), w.cwd).MatchValues() {
			got = append(got, v.String())
		}
		for _, s := range c.want {
			want = append(want, w.expand(s))
		}
		if len(got) != len(want) {
			t.Errorf("%s: got %q, want %q", c.literal, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: got %q, want %q", c.literal, got, want)
			}
		}
	}
}

// TestEngineOutside holds section 4.4 from a working directory that is named by a link: 345,
// a linked directory neither escapes nor is taken for one that does.
func TestEngineOutside(t *testing.T) {
	w := newEngineWorld(t)
	for _, cwd := range []string{w.cwd, w.expand("%OUT/../plink")} {
		for literal, want := range map[string]tri{
			"src/A": no, ".": no, "": no, "src/../../p/x": no, w.cwd: no, w.cwd + "/src": no, cwd + "/new": no,
			"/dev/null": no, "/dev/stdin": no, "/dev/stdout": no, "/dev/stderr": no,
			"..": yes, "/": yes, "../p2/x": yes, w.cwd + "2/x": yes, "olink/f": yes, "outside-link": yes,
			"/dev/null/sub": yes, "/dev/zero": yes, "~": yes,
		} {
			if got := NewAccessPath(literal, cwd).Outside(); got != want {
				t.Errorf("%s from %s: got %d, want %d", literal, cwd, got, want)
			}
		}
	}
}
