package parse

import "testing"

// TestInnerTilde: a tilde in a word that looks like an assignment is no known text.
func TestInnerTilde(t *testing.T) {
	for line, known := range map[string]bool{
		"env a=~": false, "env a=~/x": false, "env a=x:~/y": false, "env a=x:~y": false, `env a="x":~`: false,
		"env x:~": true, "env 'a=~'": true, `env a=\~`: true, "env a=x~": true, `env "a=x:~"`: true,
	} {
		commands, err := ExtractCommands(line)
		if err != nil || len(commands) == 0 || len(commands[0].Args) != 1 {
			t.Errorf("%s: %v %v", line, commands, err)
			continue
		}
		if _, is := commands[0].Args[0].Value(); is != known {
			t.Errorf("%s: that its word is known is %v", line, is)
		}
	}
}
