package policy

import (
	"strings"
	"testing"
)

// changeRows are the rows of section 8.7 that state a decision, by their number or,
// without one, their release; those of 4.0 to 18 first.
var changeRows = []engineRow{
	{"0.5", `{"external_directory":"deny","read":"allow"}`, "", `read /etc/x`, "deny * special", ""},
	{"4.9", outside, "", `bash awk '/etc/' x`, "allow * bash", "91 old"},
	{"7.4.1", outside, "", `bash cd a && cat ../b`, "allow * bash", ""},
	{"12", `{"*":"allow","path":{"*.env":"deny"}}`, "", `tool my_tool {"path":".env"}`, "deny *.env special", ""},
	{"14.0.1", `{"bash":{"*":"ask","npm *":"allow"}}`, "", "bash # comment\nnpm i", "allow npm * bash", ""},
	{"18a", `{"path":{"*.env":"deny"},"*":"allow"}`, "", `read .env`, "deny *.env special", ""},
	{"18b", `{"path":{"*.env":"deny"},"*":"allow"}`, "", `write .env`, "deny *.env special", ""},
	{"18c", `{"path":{"*.env":"deny"},"*":"allow"}`, "", `mcp {"tool":"fs:read","arguments":{"path":".env"}}`, "deny *.env special", ""},
	{"18d", `{"path":{"*.env":"deny"},"*":"allow"}`, "", `bash cat .env`, "deny *.env special", ""},
	{"44", outside, "", `bash cmd 2>/dev/null`, "allow * bash", "44 old"},
	{"53", `{"*":"allow","path":{"~/x/*":"deny"}}`, "", `read ~/x/f`, "deny ~/x/* special", "53 old"},
	{"58a", `{"*":"ask","read":"allow","bash":"allow"}`, "", `read x`, "allow * tool", ""},
	{"58b", `{"*":"ask","read":"allow","bash":"allow"}`, "", `bash cat x`, "allow * bash", ""},
	{"68", outside, "", `bash find /`, "ask * special", "583 reverses 68 old"},
	{"73", `{"bash":{"*":"ask","x *":"allow"}}`, "", "bash x 'a\nb'", "allow x * bash", "73 old"},
	{"249a", `{"bash":"allow","external_directory":{"*":"ask","/etc/*":"allow"}}`, "", `bash cat /etc/x`, "allow * bash", ""},
	{"249b", `{"bash":"allow","external_directory":{"*":"ask","/etc/*":"deny"}}`, "", `bash cat /etc/x`, "deny /etc/* special", ""},
	{"301", `{"bash":{"*":"allow","npm *":"deny"}}`, "", `bash cd /p && npm i`, "deny npm * bash", ""},
	{"306a", base, "", `bash echo $(rm x)`, "deny rm * bash", ""},
	{"306b", base, "", `bash (rm x)`, "deny rm * bash", ""},
	{"307a", outside, "", `bash cd a && cd .. && cat ../b`, "ask * special", ""},
	{"307b", outside, "", `bash cd $D; cat b`, "ask * special", ""},
	{"345", `{"*":"allow","external_directory":"deny"}`, "", `read %OUT/../plink/src/A`, "allow - tool", "a linked directory is where it leads"},
	{"350a", `{"*":"allow","path":{"~/.ssh/*":"deny"}}`, "", `read ~/.ssh/config`, "deny ~/.ssh/* special", ""},
	{"350b", `{"*":"allow","path":{"~/.ssh/*":"deny"}}`, "", `read $HOME/.ssh/config`, "deny ~/.ssh/* special", ""},
	{"393", `{"*":"allow","path":{"%CWD/*":"deny"}}`, "", `read src/App`, "deny %CWD/* special", ""},
	{"395", `{"read":{"*.env":{"action":"deny","reason":"secrets"}}}`, "", `read .env`, `deny *.env tool "secrets"`, ""},
	{"418", `{"external_directory":{"*":"ask","%OUT/tmp/*":"allow"},"read":"allow"}`, "", `read %OUT/tmp/x`, "allow * tool", ""},
	{"438", `{"read":"ask"}`, "read %CWD/*", `read ./x`, "allow %CWD/* session", ""},
	{"452", `{"bash":"allow"}`, "", `bash echo "`, "deny - bash (syntax)", "DESIGN 3: what cannot be read is refused"},
	{"454", outside, "", `bash cd a && x 2>&1 | tail ; cat ../b`, "ask * special", "the cd may have failed, and then the file is outside (DESIGN 4: a rule that may match decides)"},
	{"481a", `{"bash":{"*":"ask","aws *":"allow"}}`, "", `bash AWS_PROFILE=p aws s3 ls`, "allow aws * bash", ""},
	{"481b", base, "", `bash bash -c 'rm x'`, "deny rm * bash", ""},
	{"481c", base, "", `bash eval rm x`, "deny rm * bash", ""},
	{"486", `{"*":"allow","path":{".x.secret":"deny"}}`, "", `read a_sym`, "deny .x.secret special", ""},
	{"502", `{"*":"allow","read":{".x.secret":"deny"}}`, "", `read a_sym`, "deny .x.secret tool", ""},
	{"509", `{"bash":"allow","path":{"id_rsa":"deny"}}`, "", `bash cat id_rsa`, "deny id_rsa special", ""},
	{"583", outside, "", `bash ls /`, "ask * special", ""},
	{"645a", outside, "", `bash cat outside-link`, "ask * special", ""},
	{"645b", outside, "", `bash grep --file=/tmp/p x`, "ask * special", ""},
	{"694", outside, "", `bash touch "$HOME/new"`, "ask * special", ""},
	{"712", `{"bash":{"*":"allow","*secret*":"deny"}}`, "", `bash cat secret "`, "deny *secret* bash", ""},
	{"741a", base, "", `bash cat < <(rm c)`, "deny rm * bash", ""},
	{"741b", base, "", "bash cat <<E\n$(rm e)\nE", "deny rm * bash", ""},
	{"741c", base, "", `bash cat <<< $(rm e)`, "deny rm * bash", ""},
	{"742a", base, "", `bash declare x=$(rm x)`, "deny rm * bash", ""},
	{"742b", base, "", `bash [[ -f $(rm x) ]]`, "deny rm * bash", ""},
	{"742c", base, "", `bash unset x $(rm x)`, "deny - bash (dynamic-code)", "DESIGN 3: unset evaluates a subscript in a name that is not known, which is refused first"},
	{"742d", base, "", `bash select i in 1; do rm x; done`, "deny rm * bash", ""},
	{"742e", base, "", `bash for ((i=0;i<3;i++)); do rm x; done`, "deny rm * bash", ""},
	{"742f", base, "", `bash x=(1 $(rm x))`, "deny rm * bash", ""},
	{"742g", base, "", `bash local x=$(rm x)`, "deny rm * bash", ""},
	{"742h", base, "", `bash readonly x=$(rm x)`, "deny rm * bash", ""},
	{"742i", base, "", `bash typeset x=$(rm x)`, "deny rm * bash", ""},
	{"785", `{"bash":"allow","path_write":{"out":"deny"}}`, "", `bash echo x > out`, "deny out special", ""},
	{"803", `{"bash":{"*":"ask","grep *":"allow","xargs *":"allow"},"external_directory":"allow"}`, "", `bash xargs grep x`, "allow xargs * bash", "10.4 wrapper and inner command are judged"},
	{"806", `{"bash":"allow","path_read":{"*":"deny"},"external_directory":"allow"}`, "", `bash echo x > out`, "allow * bash", ""},
	{"821", outside, "", `bash cat /etc/[p]asswd`, "ask * special", ""},
	{"823a", outside, "", `bash grep -A 3 pat /etc/f`, "ask * special", ""},
	{"823b", outside, "", `bash sed -i 's/a/b/' /etc/f`, "ask * special", ""},
	{"823c", outside, "", `bash grep "$P" /etc/f`, "ask * special", ""},
	{"839", outside, "", `bash for f in /etc/a; do cat $f; done`, "ask * special", ""},
	{"840", `{"bash":{"*":"allow","rm *":"deny"},"external_directory":"allow"}`, "", "bash git add . && git commit -F - <<M 2>&1 | rm -rf /tmp/x\nm\nM", "deny rm * bash", ""},
	{"859", outside, "", `bash git log A..origin/master`, "allow * bash", ""},
	{"863", outside, "", `bash node -e '/x/.test(1)'`, "allow * bash", "the payload of an interpreter is no path"},
	{"875", `{"bash":{"*":"allow","tail *":"ask"},"external_directory":"allow"}`, "", "bash x <<M 2>&1 | tail -1\nm\nM", "ask tail * bash", ""},
	{"899", `{"external_directory":"deny","bash":{"find *":"ask"}}`, "", `bash find / -name x`, "deny * special", ""},
	{"910a", `{"bash":{"*":"allow","cat %CWD/src/*":"deny"},"external_directory":"allow"}`, "", `bash cat src/A`, "deny cat %CWD/src/* bash", "5.9: the spelling with absolute paths"},
	{"910b", `{"bash":{"*":"allow","cat /etc/*":"deny"},"external_directory":"allow"}`, "", `bash cd /etc && cat shadow`, "deny cat /etc/* bash", "5.9: the spelling with absolute paths"},
	{"924a", `{"bash":"allow","external_directory":"allow","path_write":{"f":"deny"}}`, "", `bash sed -n 1,80p f`, "allow * bash", ""},
	{"924b", `{"bash":"allow","external_directory":"allow","path_write":{"f":"deny"}}`, "", `bash awk '{print}' f`, "allow * bash", ""},
	{"924c", `{"bash":"allow","external_directory":"allow","path_write":{"f":"deny"}}`, "", `bash sed -i s/a/b/ f`, "deny f special", ""},
	{"924d", `{"bash":"allow","external_directory":"allow","path_write":{"x":"deny"}}`, "", `bash sed 'w f' x`, "deny x special", "5.6: a script that can write proves nothing"},
	{"928", `servers github {"mcp":{"*":"allow","github":"deny"}}`, "", `mcp {"tool":"github_search_code"}`, "deny github mcp [github]", ""},
	{"929", `{"mcp":{"*":"allow","exa":"deny"}}`, "", `mcp {"tool":"exa:search"}`, "deny exa mcp [exa]", ""},
	{"941", `{"bash":{"*":"ask","git commit -F -":"allow"}}`, "", "bash git commit -F - <<E\nm\nE", "allow git commit -F - bash", ""},
	{"951", `{"bash":"allow","external_directory":"allow","path_write":"deny"}`, "", `bash a | xargs ls 2>/dev/null`, "allow * bash", "/dev/null is no write"},
	{"1027", base, "", `bash time ( rm -rf x )`, "deny rm * bash", ""},
	{"1042", base, "", `bash doas -nu cat rm x`, "deny rm * bash", ""},
	{"1043", base, "", `bash time { rm x; }`, "deny rm * bash", ""},
	{"1053a", base, "", `bash env -u A rm x`, "deny rm * bash", ""},
	{"1053b", base, "", `bash xargs -I{} rm {}`, "deny rm * bash", ""},
	{"1053c", base, "", `bash nice -n5 rm x`, "deny rm * bash", ""},
}

func TestEngineChanges(t *testing.T) { runRows(t, changeRows) }

// grantRows are what is asked, what is offered for it, and the next like it.
var grantRows = []struct{ config, intent, offered, next string }{
	{`{"read":"ask"}`, `read ./x`, "read %CWD/*", `read y`},
	{`{"read":"ask"}`, `read src/A`, "read %CWD/src/*", `read %CWD/src/B`},
	{`{"external_directory":"ask"}`, `external %OUT/f`, "external_directory %OUT/*", `external olink/g`},
	{`{"bash":"ask"}`, `bash git status --short`, "bash git status *", `bash git status -s`},
	{`{"bash":"ask"}`, `bash nohup mytool a`, "bash nohup mytool *; bash mytool *", `bash nohup mytool b`},
	{`{"bash":"allow","external_directory":"ask"}`, `bash cat %OUT/f`, "external_directory %OUT/*", `bash cat %OUT/g`},
	{`{"mcp":"ask"}`, `mcp {"tool":"exa:search"}`, "mcp exa_*", `mcp {"tool":"exa:fetch"}`},
	{`{"skill":"ask"}`, `skill {"name":"web-x"}`, "skill web-x", `skill {"name":"web-x"}`},
	{`{"my_tool":"ask"}`, `tool my_tool {}`, "my_tool *", `tool my_tool {"a":1}`},
}

// TestEngineGrants holds 438, 1055 and section 6.2 through the engine: what is offered
// for all that is asked about, approved, allows it, and the next like it. A wrapper and
// the command in it are asked about each (10.4).
func TestEngineGrants(t *testing.T) {
	w := newEngineWorld(t)
	for _, c := range grantRows {
		arm, err := w.arm(c.config)
		if err != nil {
			t.Fatal(err)
		}
		session, err := w.session(c.offered)
		if err != nil {
			t.Fatal(err)
		}
		m := NewManager(arm, w.cwd)
		if got := w.offers(t, m, c.intent); got != w.expand(c.offered) {
			t.Errorf("%s: offered %q, want %q", c.intent, got, w.expand(c.offered))
		}
		for _, text := range []string{c.intent, c.next} {
			intent, err := w.intent(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := NewResolver(m, session).Resolve(intent); got.State != Allow {
				t.Errorf("%s: %s with %q approved", text, render(got), c.offered)
			}
		}
	}
}

// offers returns the approvals that would be offered for the intent.
func (w engineWorld) offers(t *testing.T, m *Manager, text string) string {
	t.Helper()
	intent, err := w.intent(text)
	if err != nil {
		t.Fatal(err)
	}
	r := NewResolver(m, SessionRules{})
	asks := []CheckResult{r.Resolve(intent)}
	if tool, is := intent.(ToolAccessIntent); is && tool.Surface == "bash" {
		asks = r.Guard(tool.Input.(Object).str("command"), "", nil).Asks()
	}
	var list []string
	for _, a := range asks {
		list = append(list, a.Surface()+" "+a.Suggestion())
	}
	return strings.Join(list, "; ")
}
