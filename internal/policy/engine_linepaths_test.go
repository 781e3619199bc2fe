package policy

import (
	"slices"
	"testing"
)

// outside is the policy of section 8.6 for rows that say "external ask": every command
// is allowed, so that only the paths speak.
const outside = `{"bash":"allow","external_directory":"ask"}`

// linePathRows are section 8.6. What is not known before a line runs may be outside,
// and a rule that asks or denies then decides (DESIGN.md, section 4).
var linePathRows = []engineRow{
	{"101a", outside, "", `bash cat /etc/hosts`, "ask * special", ""},
	{"101b", outside, "", `bash find /`, "ask * special", ""},
	{"101c", outside, "", `bash ls //`, "ask * special", ""},
	{"102a", outside, "", `bash cat outside-link`, "ask * special", ""},
	{"102b", outside, "", `bash mytool outside-link`, "ask * special", ""},
	{"102c", outside, "", `bash mytool nowhere`, "ask * special", "5.7: a link to nowhere counts"},
	{"103a", outside, "", `bash grep --file=/tmp/p t`, "ask * special", ""},
	{"103b", outside, "", `bash cmd --file=/etc/x`, "ask * special", ""},
	{"104a", outside, "", `bash touch "$HOME/new"`, "ask * special", ""},
	{"104b", outside, "", `bash ls "${HOME:-/tmp}/x"`, "ask * special", "DESIGN 4: what is not known may be outside"},
	{"105", outside, "", `bash cat ${X}`, "ask * special", "DESIGN 4: what is not known may be outside"},
	{"106a", outside, "", `bash sed 's/a/b/' /etc/hosts`, "ask * special", ""},
	{"106b", outside, "", `bash sed -i 's/a/b/' /etc/hosts`, "ask * special", "823"},
	{"107", outside, "", `bash grep -A 3 pat /etc/passwd`, "ask * special", "823"},
	{"108", outside, "", `bash grep /etc/passwd src/a`, "allow * bash", ""},
	{"109", outside, "", `bash cat /etc/[p]asswd`, "ask * special", "821"},
	{"110a", outside, "", `bash for f in /etc/a; do cat $f; done`, "ask * special", "839"},
	{"110b", outside, "", `bash case /etc/x in *) ;; esac`, "allow - bash", "DESIGN 4: arguments and redirects are paths; nothing opens this"},
	{"110c", outside, "", `bash case /etc/x in /etc/*) cat /etc/x;; esac`, "ask * special", "839"},
	{"111a", `{"bash":"allow","path":{"*":"allow","*.env":"deny"}}`, "", `bash cp .env README.md`, "deny *.env special", ""},
	{"111b", `{"bash":"allow","path":{"*":"allow","*.env":"deny"}}`, "", `bash echo t > .env`, "deny *.env special", ""},
	{"112a", `{"*":"ask","bash":"allow"}`, "", `bash cat src/x`, "allow * bash", ""},
	{"112b", `{"*":"deny","bash":"allow"}`, "", `bash cat src/x`, "allow * bash", ""},
	{"112c", `{"*":"deny","bash":"allow"}`, "", `bash cat /etc/x`, "deny - special (outside-directory)", "4.5: outside the default counts"},
	{"113", `{"bash":"allow","path":{"*.secret":"deny"}}`, "", `bash cat a_sym`, "deny *.secret special", ""},
	{"114", `{"external_directory":"deny","bash":{"find *":"ask"}}`, "", `bash find / -name x`, "deny * special", "899"},
	{"115", `{"bash":"allow","external_directory":{"/tmp/*":"allow"}}`, "", `bash echo x 2>/dev/null >/tmp/out`, "allow * bash", ""},
	{"116a", outside, "", `bash npm i @scope/pkg`, "allow * bash", ""},
	{"116b", outside, "", `bash cat https://h/a`, "allow * bash", ""},
	{"116c", outside, "", `bash FOO=/etc/x cmd`, "allow * bash", ""},
	{"116d", outside, "", `bash mytool https://h/a`, "allow * bash", ""},
	{"117", outside, "", `bash tool /Sheet1/B1`, "ask * special", "797 stays open: no program declares its effects (880)"},
	{"118", `{"external_directory":{"*":"deny","%OUT/Foo/*":"allow"}}`, "", `read %OUT/foo/x`, "deny * special", "on POSIX case counts (382, 653)"},
	{"119", outside, "", `bash echo > /dev/null`, "allow * bash", ""},
	{"120a", outside, "external_directory /tmp/*", `bash cat /tmp/a /etc/b`, "ask * special", ""},
	{"120b", outside, "external_directory /tmp/*; external_directory /etc/*", `bash cat /tmp/a /etc/b`, "allow * bash", ""},
	{"120c", outside, "external_directory %OUT/*", `bash cat "%OUT/$X"`, "ask * special", "DESIGN 4: an allow must surely match, and $X may go up"},
	{"120d", outside, "external_directory %OUT/o/*", `bash cat %OUT/o/*`, "allow * bash", ""},
}

func TestEngineLinePaths(t *testing.T) { runRows(t, linePathRows) }

// directoryRows are the worked cases of section 5.8. A directory that is not known
// may be any, and so may a path in it; a cd that may fail may leave the line where it was.
var directoryRows = []engineRow{
	{"1", outside, "", `bash cd a && cd b && cat ../c`, "allow * bash", ""},
	{"2", outside, "", `bash mkdir d && cd a && cat ../b`, "allow * bash", ""},
	{"3", outside, "", `bash cd a & cat ../b`, "ask * special", ""},
	{"4", outside, "", `bash cd nested | cat ../b`, "ask * special", ""},
	{"5", outside, "", `bash ( cd sub && cat ../x )`, "allow * bash", ""},
	{"6", outside, "", `bash ( cd sub ) && cat ../y`, "ask * special", ""},
	{"7", outside, "", `bash { cd sub; } && cat ../x`, "allow * bash", ""},
	{"8", outside, "", `bash cd "$D" && cat ../x`, "ask * special", ""},
	{"9", outside, "", `bash cd "$D" && cd %CWD/src && cat ../x`, "ask * special", "DESIGN 4: the first cd itself may lead outside"},
	{"10", outside, "", `bash cd a && cd b 2>&1 | tail ; cat ../../x`, "ask * special", ""},
	{"11", outside, "", `bash cd src/ && cat ../../x`, "ask * special", ""},
	{"12", outside, "", `bash echo $(cd q && cat ../r)`, "allow * bash", "bash is in q there; the old engine is not, and a false alarm costs a turn (DESIGN 1)"},
	{"13a", outside, "", `bash cd ~ && cat .ssh/id_rsa`, "ask * special", ""},
	{"13b", `{"bash":"allow","external_directory":"allow","path":{"~/.ssh/*":"deny"}}`, "", `bash cd ~ && cat .ssh/id_rsa`, "deny ~/.ssh/* special", "859: cd ~ is literal"},
	{"13c", `{"bash":"allow","external_directory":"allow","path":{"~/.ssh/*":"deny"}}`, "", `bash cd ~/.ssh && cat id_rsa`, "deny ~/.ssh/* special", "859: cd ~/… is literal"},
	{"13d", `{"bash":"allow","external_directory":"allow","path":{"~/.ssh/*":"deny"}}`, "", `bash cd && cat .ssh/id_rsa`, "deny ~/.ssh/* special", "859: cd alone is home"},
	{"14", outside, "", `bash cd a && cat f`, "allow * bash", "7.4.1"},
	{"15", outside, "", `bash cd %OUT && cat f`, "ask * special", "7.4.1"},
	{"16", `{"bash":"allow","external_directory":"allow","path":{"%OUT/f":"deny"}}`, "", `bash cd %OUT && cat f`, "deny %OUT/f special", "7.4.1"},
	{"17", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash cd src; cat A`, "deny src/A special", "cd may have succeeded"},
	{"18", `{"bash":"allow","external_directory":"allow","path":{"A":"deny"}}`, "", `bash cd src; cat A`, "deny A special", "cd may have failed"},
	{"19", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash pushd src && cat A`, "deny src/A special", "10.7: pushd"},
	{"20", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash CDPATH=/x; cd src && cat A`, "deny - bash (environment)", "10.7: CDPATH, which no line may set"},
	{"21", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash cd - && cat A`, "deny src/A special", "a directory that is not known may be any"},
	{"22", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash eval 'cd src' && cat A`, "deny src/A special", "10.5 the payload is read"},
	{"23", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash f() { cd src; }; f && cat A`, "deny src/A special", "10.3 every command in the tree"},
}

func TestEngineDirectories(t *testing.T) { runRows(t, directoryRows) }

// envDeny denies one kind of file, wherever a line may come to it.
const envDeny = `{"bash":"allow","external_directory":"allow","path":{"*.env":"deny"}}`

// tokenRows are the words of sections 5.7 and 10.7.
var tokenRows = []engineRow{
	{"1a", outside, "", `bash cat /e\tc/x`, "ask * special", "10.7 unescape"},
	{"1b", `{"bash":"allow","external_directory":"allow","path":{"/etc/x":"deny"}}`, "", `bash cat /e\tc/x`, "deny /etc/x special", "10.7 unescape"},
	{"1c", `{"bash":"allow","external_directory":"allow","path":{"/etc/x":"deny"}}`, "", `bash cat /e't'"c"/x`, "deny /etc/x special", "5.7 quoted pieces are joined"},
	{"2", outside, "", `bash cat {/etc/a,/etc/b}`, "ask * special", "10.7 braces"},
	{"3", outside, "", `bash cat ~root/x`, "ask * special", "10.7 ~user"},
	{"4a", outside, "", `bash dd if=/dev/sda of=/etc/x`, "ask * special", "10.7 name=value operands"},
	{"4b", outside, "", `bash cmd X=/etc/y`, "ask * special", "10.7 name=value operands"},
	{"4c", `{"bash":"allow","external_directory":"allow","path":{"*.env":"deny"}}`, "", `bash dd if=.env of=x`, "deny *.env special", "10.7 name=value operands"},
	{"5a", outside, "", `bash cmd -f/etc/x`, "ask * special", "10.7 glued short options"},
	{"5b", outside, "", `bash grep -f/etc/x t`, "ask * special", "10.7 glued short options"},
	{"5c", outside, "", `bash cmd --file /etc/x`, "ask * special", ""},
	{"6", outside, "", `bash X=/etc; cat $X/passwd`, "ask * special", "10.7 literal assignments are substituted"},
	{"7", outside, "", `bash cat -- -x/../../etc`, "ask * special", "10.7 .. as a component"},
	{"8a", outside, "", `bash git log A..origin/master`, "allow * bash", "10.7 (859): .. as a component only"},
	{"8b", outside, "", `bash mytool a/../../b`, "ask * special", "10.7 .. as a component"},
	{"8c", outside, "", `bash cat src/../A`, "allow * bash", ""},
	{"9a", envDeny, "", `bash cat *.env`, "deny *.env special", "10.7 (822): a pattern that may match"},
	{"9b", envDeny, "", `bash cat .e*`, "deny *.env special", "10.7 (822): a pattern that may match"},
	{"9c", envDeny, "", `bash cat *.txt`, "allow * bash", "10.7 (822): a pattern that cannot match"},
	{"9d", envDeny, "", `bash cat .en[v]`, "deny *.env special", "10.7 (822): a pattern that may match"},
	{"9e", envDeny, "", `bash cat .en?`, "deny *.env special", "10.7 (822): a pattern that may match"},
	{"9f", `{"bash":"allow","path":{"*.x.secret":"deny"}}`, "", `bash cat a_*`, "deny *.x.secret special", "10.7 (822): also by a link"},
	{"9g", envDeny, "", `bash cat *`, "deny *.env special", "10.7 (822): a pattern that may match"},
	{"9h", envDeny, "", `bash for f in *; do cat "$f"; done`, "deny *.env special", "10.7 (822): a pattern that may match"},
	{"10a", envDeny, "", `bash echo t > .env`, "deny *.env special", "10.7 redirect targets always"},
	{"10b", envDeny, "", `bash cat < .env`, "deny *.env special", "10.7 redirect targets always"},
	{"10c", envDeny, "", `bash echo t > "$F"`, "deny - bash (network-redirect)", "DESIGN 3: an unknown target could be a socket"},
	{"10d", envDeny, "", `bash echo t > "./$F"`, "deny *.env special", "DESIGN 4: a deny rule that may match decides"},
	{"10e", envDeny, "", `bash echo "$(< .env)"`, "deny *.env special", "10.7 redirect targets always"},
	{"10f", envDeny, "", `bash while read l; do echo; done < .env`, "deny *.env special", "10.7 redirect targets always"},
	{"10g", envDeny, "", `bash exec 3< .env; cat <&3`, "deny *.env special", "10.7 redirect targets always"},
	{"10h", envDeny, "", `bash (echo t) > src/../.env`, "deny *.env special", "10.1 normal forms only"},
	{"11a", envDeny, "", `bash mytool .env`, "deny *.env special", ""},
	{"11b", envDeny, "", `bash mytool --config=.env`, "deny *.env special", ""},
	{"11c", envDeny, "", `bash cat .env.example`, "allow * bash", ""},
	{"11d", envDeny, "", `bash cat ./.env`, "deny *.env special", ""},
	{"11e", envDeny, "", `bash cat -n .env`, "deny *.env special", ""},
	{"11f", envDeny, "", `bash cat nested/../.env`, "deny *.env special", "10.1 normal forms only"},
	{"11g", envDeny, "", `bash ln -s .env y`, "deny *.env special", ""},
	{"11h", envDeny, "", `bash cd src && cat ../.env`, "deny *.env special", ""},
	{"11i", envDeny, "", `bash head -n1 -- .env`, "deny *.env special", ""},
	{"11j", envDeny, "", `bash env cat .env`, "deny *.env special", "10.4 the inner command is judged"},
	{"11k", envDeny, "", `bash bash -c 'cat .env'`, "deny *.env special", "10.5 the payload is read"},
	{"11l", envDeny, "", `bash find . -exec cat {} \;`, "deny *.env special", "10.4 with DESIGN 4: a deny rule that may match decides"},
	{"11m", envDeny, "", `bash ls | xargs cat`, "deny *.env special", "10.4 with DESIGN 4: a deny rule that may match decides"},
	{"12a", `{"bash":"allow","path":{"id_rsa":"deny"}}`, "", `bash cat id_rsa`, "deny id_rsa special", "509: a bare name"},
	{"12b", `{"bash":"allow","path":{"id_rsa":"deny"}}`, "", `bash mytool id_rsa`, "deny id_rsa special", "645: a bare name of a file that is there"},
	{"12c", `{"bash":"allow","path":{"other":"deny"}}`, "", `bash mytool other`, "allow * bash", "645: no such file"},
	{"13a", envDeny, "", `bash echo .env`, "allow * bash", "echo opens nothing"},
	{"13b", envDeny, "", `bash cat <<< .env`, "allow * bash", "a here-string is text"},
	{"13c", envDeny, "", "bash cat <<EOF\n.env\nEOF", "allow * bash", "5.7: not from here-documents"},
	{"13d", envDeny, "", `bash A=.env mytool`, "allow * bash", "5.7: not from values of assignments"},
	{"13e", envDeny, "", `bash true # .env`, "allow * bash", "5.7: not from comments"},
	{"14a", envDeny, "", `bash $(cat .env)`, "deny - bash (dynamic-command)", "DESIGN 3: a name that is made at run time is refused"},
	{"14b", envDeny, "", `bash echo "$(cat .env)"`, "deny *.env special", "5.7: everything in substitutions"},
	{"14c", envDeny, "", `bash cat <(cat .env)`, "deny *.env special", "5.7: everything in substitutions"},
	{"14d", envDeny, "", `bash cat < <(cat .env)`, "deny *.env special", "741"},
	{"14e", envDeny, "", `bash cat "$(echo .env)"`, "deny *.env special", "DESIGN 4: a deny rule that may match decides"},
	{"15a", envDeny, "", `bash grep .env x`, "allow * bash", "5.7: grep's first operand is a pattern"},
	{"15b", envDeny, "", `bash grep x .env`, "deny *.env special", ""},
	{"15c", envDeny, "", `bash grep -e x .env`, "deny *.env special", "5.7: -e takes the pattern's place"},
	{"15d", envDeny, "", `bash grep --regexp x .env`, "deny *.env special", "5.7: --regexp takes the pattern's place"},
	{"15e", envDeny, "", `bash grep -f .env x`, "deny *.env special", "5.7: the value of -f is a path"},
	{"15f", envDeny, "", `bash grep -A 3 x .env`, "deny *.env special", "823"},
	{"15g", envDeny, "", `bash grep "$P" .env`, "deny *.env special", "823: a computed word takes a pattern's place"},
	{"15h", envDeny, "", `bash grep -- x .env`, "deny *.env special", "5.7: -- ends options"},
	{"15i", envDeny, "", `bash sed -i s/a/b/ .env`, "deny *.env special", "823"},
	{"15j", envDeny, "", `bash sed -e s/a/b/ .env`, "deny *.env special", ""},
	{"15k", envDeny, "", `bash sed -f .env x`, "deny *.env special", ""},
	{"15l", envDeny, "", `bash awk -F : '{print}' .env`, "deny *.env special", ""},
	{"15m", envDeny, "", `bash sed /.env/d x`, "allow * bash", "91 old: a script is no path"},
	{"16a", `{"bash":"allow","external_directory":"ask","path":"allow"}`, "", `bash awk '/etc/ {print}' x`, "allow * bash", "91 old: a program is no path"},
	{"16b", outside, "", `bash echo 'see /etc/hosts'`, "allow * bash", "echo opens nothing"},
	{"16c", outside, "", `bash mytool 'see /etc/hosts'`, "allow * bash", "5.7: prose is a relative name, and harmless"},
	{"17a", outside, "", `bash cat "$PWD/x"`, "allow * bash", "694"},
	{"17b", outside, "", `bash cat "${HOME}/x"`, "ask * special", "694"},
	{"17c", `{"bash":"allow","external_directory":"allow","path":{"~/x":"deny"}}`, "", `bash cat "$HOME/x"`, "deny ~/x special", "694"},
	{"17d", `{"bash":"allow","external_directory":"allow","path":{"/etc/x":"deny"}}`, "", `bash HOME=/etc; cat "$HOME/x"`, "deny /etc/x special", "694: not if the line sets it"},
	{"17e", `{"bash":"allow","external_directory":"allow","path":{"src/A":"deny"}}`, "", `bash cat "$PWD/src/A"`, "deny src/A special", "694"},
	{"17f", envDeny, "", `bash cat $PWD/.env`, "deny *.env special", "694"},
	{"17g", envDeny, "", `bash cat ~+/.env`, "deny *.env special", "a directory that is not known may be any"},
	{"17h", envDeny, "", `bash cat $OLDPWD/.env`, "deny *.env special", "DESIGN 4: a deny rule that may match decides"},
	{"17i", `home %OUT {"bash":"allow","external_directory":"allow","path":{"~/o/*":"deny"}}`, "", `bash cat ~/o/a`, "deny ~/o/* special", "the home that the arm sets is bash's"},
	{"17j", `home %OUT {"bash":"allow","external_directory":"allow","path":{"~/o/*":"deny"}}`, "", `bash cat "$HOME/o/a"`, "deny ~/o/* special", "the home that the arm sets is bash's"},
	{"17k", `home %OUT {"bash":"allow","external_directory":"allow","path":{"~/o/*":"deny"}}`, "", `bash cd && cat o/a`, "deny ~/o/* special", "the home that the arm sets is bash's"},
	{"17l", `home %OUT {"bash":"allow","external_directory":"ask"}`, "external_directory ~/o/*", `bash cat ~/o/a`, "allow * bash", "the home that the arm sets is bash's"},
	{"17m", `home %OUT {"bash":"allow","external_directory":"allow","path":{"%OUT/o/*":"deny"}}`, "", `bash cat ~/o/a`, "deny %OUT/o/* special", "the home that the arm sets is bash's"},
	{"18", outside, "", `bash scp host:/etc/x .`, "allow * bash", "5.7: a name with its host is relative"},
}

func TestEngineTokens(t *testing.T) { runRows(t, tokenRows) }

// TestEngineAsks holds 10.9 and row 120: one decision tells all that needs an approval,
// and only that.
func TestEngineAsks(t *testing.T) {
	w := newEngineWorld(t)
	for _, c := range []struct {
		config, session, line string
		want                  []string
	}{
		{outside, "external_directory /tmp/*", `cat /tmp/a /etc/b`, []string{"external_directory /etc/b"}},
		{`{"bash":"ask","external_directory":"ask"}`, "", `cat /etc/hosts`, []string{"bash cat /etc/hosts", "external_directory /etc/hosts"}},
		{`{"bash":{"*":"allow","git *":"ask"}}`, "", `git a; ls; git b`, []string{"bash git a", "bash git b"}},
		{`{"bash":{"*":"ask","rm *":"deny"}}`, "", `ls`, []string{"bash ls"}},
	} {
		arm, err := w.arm(c.config)
		if err != nil {
			t.Fatal(err)
		}
		session, err := w.session(c.session)
		if err != nil {
			t.Fatal(err)
		}
		d := NewResolver(NewManager(arm, w.cwd), session).Guard(c.line, "", nil)
		var got []string
		for _, a := range d.Asks() {
			got = append(got, a.Surface()+" "+a.Value())
		}
		if !d.Ask || d.Allowed || !slices.Equal(got, c.want) {
			t.Errorf("%s: ask %v, allowed %v, asks about %q, want %q", c.line, d.Ask, d.Allowed, got, c.want)
		}
	}
}

// TestEngineDenyFirst holds 10.9 and 899: a deny anywhere is told before an ask, and
// of several the first in the line, whatever the order of rules.
func TestEngineDenyFirst(t *testing.T) {
	w := newEngineWorld(t)
	for _, config := range []string{
		`{"external_directory":"allow","bash":{"*":"allow","a *":"ask","d *":"deny","e *":"deny"}}`,
		`{"external_directory":"allow","bash":{"*":"allow","e *":"deny","d *":"deny","a *":"ask"}}`,
	} {
		arm, err := w.arm(config)
		if err != nil {
			t.Fatal(err)
		}
		r := NewResolver(NewManager(arm, w.cwd), SessionRules{})
		for line, want := range map[string]string{
			"a 1; d 2": "deny d * bash", "d 2; a 1": "deny d * bash", "a 1; e 3; d 2": "deny e * bash", "d 2 | e 3": "deny d * bash",
			"echo $(d 2) $(e 3)": "deny d * bash", "a 1; ls": "ask a * bash", "ls; a 1": "ask a * bash",
		} {
			if got := render(r.Resolve(ToolAccessIntent{"bash", Object{"command": line}, ""})); got != want {
				t.Errorf("%s: got %s, want %s", line, got, want)
			}
		}
	}
}
