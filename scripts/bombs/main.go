// Bombs judges each text of internal/bomb by a real armshell, and prints what that
// took. Only scripts/bench uses it: bombs ARMSHELL DIR [NAME]
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"armshell/internal/bomb"
)

func main() {
	shell, dir, only := os.Args[1], os.Args[2], strings.Join(os.Args[3:], " ")
	policy, script := filepath.Join(dir, "bombs.toml"), filepath.Join(dir, "bomb")
	stand := filepath.Join(dir, "bash") // what bash itself takes is not asked
	must(os.WriteFile(stand, read("/bin/true"), 0o700))
	must(os.WriteFile(policy, []byte(strings.Replace(bomb.Policy, "/bin/bash", stand, 1)), 0o600))
	for _, row := range bomb.Rows {
		if strings.Contains(row.Name, only) {
			must(os.WriteFile(script, []byte(row.Text()), 0o600))
			measure(row.Name, judging(shell, script, policy))
		}
	}
}

func read(file string) []byte {
	data, err := os.ReadFile(file)
	must(err)
	return data
}

func judging(shell, script, policy string) *exec.Cmd {
	cmd := exec.Command(shell, "-n", script)
	cmd.Dir = filepath.Dir(script)
	cmd.Env = append(os.Environ(), "ARMSHELL_ARM=bombs", "ARMSHELL_CONFIG="+policy)
	return cmd
}

// measure prints a row of the table: the bomb, its time, that of processors in it, its
// peak memory, the verdict.
func measure(name string, cmd *exec.Cmd) {
	start := time.Now()
	said, _ := cmd.CombinedOutput()
	spent := time.Since(start)
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	line, _, _ := strings.Cut(string(said), "\n")
	verdict := line[strings.LastIndexByte(line, '(')+1:]
	worked := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	fmt.Printf("| %s | %d ms | %d ms | %d MiB | %s |\n", name, spent.Milliseconds(), worked.Milliseconds(), usage.Maxrss>>10, strings.TrimSuffix(verdict, ")"))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
