package policy

import "fmt"

// An Arm is one tool and what an agent may reach with it.
type Arm struct {
	Name       string
	Tool       string            // the program's name; empty for an arm without a shell
	Disabled   bool              // the arm has no shell at all: every line is refused
	Shell      string            // the file of the real shell
	Path       []string          // directories in which utilities are looked up, after the arm's own
	Utilities  []string          // programs that read, filter and print text
	Launchers  []string          // programs judged by what they launch
	Admit      []string          // programs that the operator vouches for
	Env        map[string]string // variables set for the tool, none of which becomes code
	Fence      string            // auto, required or off
	Limits     Limits            // what the fence lets through, where it is not what follows from the arm
	Hints      bool              // refusals say the way on
	Default    *Action           // one catch-all for all surfaces; nil leaves each surface's own
	MCPServers []string          // names of MCP servers, by which tool names are attributed to them
	Askpass    []string          // the program that is asked for approvals, and its arguments
	Rules      Ruleset           // the config layer: shared rules, then the arm's, in file order
	Policy     string            // checksum of the policy's text, "sha256:…"
	Agent      string            // the agent whose rules count besides; the seal's or the caller's, never a policy file's
	Session    string            // the file of the session's approvals; the seal's or the caller's, empty for none
	Self       []string          // names and files that surely are this armshell again; the seal's, never a policy file's
}

// Limits widen or narrow an arm's fence. A nil list is one that the policy does not
// have; a directory "." is the one that the shell starts in, ~ the home directory.
type Limits struct {
	Read    []string // what may be read, in the place of everything but programs
	Write   []string // where may be written besides /tmp and /dev, in the place of everywhere
	Execute []string // files and directories that may be executed besides the arm's
	Connect []int    // TCP ports, in the place of all
	Offline bool     // Connect is there and empty: no TCP connection at all
}

// Arms is a policy file: its arms in file order.
type Arms []Arm

// Arm returns the arm of that name. Its error names the arms that exist.
func (as Arms) Arm(name string) (Arm, error) {
	for _, a := range as {
		if a.Name == name {
			return a, nil
		}
	}
	return Arm{}, fmt.Errorf("unknown arm %q%s", name, suggestion(name, as.names()))
}

func (as Arms) names() []string {
	names := make([]string, len(as))
	for i, a := range as {
		names[i] = a.Name
	}
	return names
}
