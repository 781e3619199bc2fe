package policy

import (
	"slices"
	"strings"
)

// A wrapper is a program that starts another, which its arguments name.
type wrapper struct {
	name     string
	short    string                   // its short options as for getopt: a letter, ":" if it takes a value, "::" if only a glued one
	long     string                   // its long options, blank-separated: name, name= with a value, name=? with an optional one
	operands int                      // operands before the command: timeout has one
	opaque   func(args []string) bool // whether these arguments start a program that no word tells
}

func (w wrapper) compare(name string) int { return strings.Compare(w.name, name) }

// anyBegins returns a test for arguments that begin with one of the texts.
func anyBegins(texts ...string) func(args []string) bool {
	return func(args []string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			return slices.ContainsFunc(texts, func(t string) bool { return strings.HasPrefix(arg, t) })
		})
	}
}

// hasCommandString reports whether a shell is given commands as text: -c, -lc. It
// does not stop at the first operand, which may be an option's value: -o errexit -c.
func hasCommandString(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, "c")
	})
}

// wrappers are the programs through which a pattern keeps the command they start.
// Source: the policy-engine's tables of wrappers and of their options, 2026-10. An
// option that is not in the row, or for which a grant should be of one command only
// (a template of xargs, another root or directory of sudo), leaves the command as
// it is. Sorted by name.
var wrappers = []wrapper{
	{name: "bash", opaque: hasCommandString},
	{name: "dash", opaque: hasCommandString},
	{name: "doas", short: "Lnu:"},
	{name: "env", short: "0ivu:", long: "block-signal=? default-signal=? ignore-signal=?"},
	{name: "eval", opaque: anyBegins("")},
	{name: "fd", opaque: anyBegins("-X", "-x", "--exec")},
	{name: "find", opaque: anyBegins("-exec", "-ok")},
	{name: "flock", short: "E:w:", long: "conflict-exit-code= timeout=", operands: 1},
	{name: "ksh", opaque: hasCommandString},
	{name: "nice", short: "n:", long: "adjustment="},
	{name: "nohup"},
	{name: "parallel", opaque: anyBegins("")},
	{name: "rush", opaque: anyBegins("")},
	{name: "rust-parallel", opaque: anyBegins("")},
	{name: "setsid"},
	{name: "sh", opaque: hasCommandString},
	{name: "stdbuf", short: "e:i:o:", long: "error= input= output="},
	{name: "sudo", short: "ABbEHKklNnPSVvC:g:p:T:U:u:"},
	{name: "time", short: "hlpf:o:", long: "format= output="},
	{name: "timeout", short: "fpvk:s:", long: "foreground kill-after= preserve-status signal= verbose", operands: 1},
	{name: "watch", opaque: anyBegins("")},
	{name: "xargs", short: "0oprtxa:d:E:e::L:l::n:P:R:S:s:", long: "eof=? max-lines=?"},
	{name: "zsh", opaque: hasCommandString},
}

// An arity is the number of leading words of a command that say what it does.
type arity struct {
	key   string // how the command begins, in lower case; the longest key counts
	words int
}

func (a arity) compare(key string) int { return strings.Compare(a.key, key) }

// arities of commands. Source: the policy-engine's table, 2026-10. A command that is
// not in it has one such word; rows of one are there for comparison with the source.
// Sorted by key.
var arities = []arity{
	{"ag", 1},
	{"apt", 2},
	{"apt-get", 2},
	{"awk", 1},
	{"aws", 3},
	{"az", 3},
	{"bazel", 2},
	{"brew", 2},
	{"bun", 2},
	{"bun add", 2},
	{"bun run", 3},
	{"bun x", 3},
	{"bundle", 2},
	{"bundle exec", 3},
	{"cargo", 2},
	{"cat", 1},
	{"chmod", 1},
	{"chown", 1},
	{"cp", 1},
	{"curl", 1},
	{"deno", 2},
	{"deno compile", 3},
	{"deno run", 3},
	{"deno task", 3},
	{"df", 1},
	{"diff", 1},
	{"dnf", 2},
	{"docker", 2},
	{"docker compose", 3},
	{"docker container", 3},
	{"docker image", 3},
	{"docker network", 3},
	{"docker volume", 3},
	{"du", 1},
	{"echo", 1},
	{"find", 1},
	{"fly", 2},
	{"gcloud", 3},
	{"gh", 2},
	{"gh issue", 3},
	{"gh pr", 3},
	{"gh repo", 3},
	{"git", 2},
	{"gitea-axi", 2}, // the arms' own
	{"go", 2},
	{"go run", 3},
	{"grep", 1},
	{"head", 1},
	{"helm", 2},
	{"hg", 2},
	{"kill", 1},
	{"killall", 1},
	{"kubectl", 2},
	{"la", 1},
	{"less", 1},
	{"ll", 1},
	{"ln", 1},
	{"ls", 1},
	{"make", 1},
	{"mkdir", 1},
	{"more", 1},
	{"mv", 1},
	{"npm", 2},
	{"npm exec", 3},
	{"npm run", 3},
	{"npx", 2},
	{"patch", 1},
	{"ping", 1},
	{"pip", 2},
	{"pip3", 2},
	{"pkill", 1},
	{"pnpm", 2},
	{"pnpm dlx", 3},
	{"pnpm exec", 3},
	{"pnpm run", 3},
	{"podman", 2},
	{"podman compose", 3},
	{"printf", 1},
	{"pulumi", 2},
	{"rg", 1},
	{"rm", 1},
	{"rsync", 1},
	{"scp", 1},
	{"sed", 1},
	{"service", 2},
	{"sort", 1},
	{"ssh", 1},
	{"svn", 2},
	{"systemctl", 2},
	{"tail", 1},
	{"tar", 1},
	{"tea", 2},
	{"terraform", 2},
	{"tofu", 2},
	{"touch", 1},
	{"uniq", 1},
	{"unzip", 1},
	{"uv", 2},
	{"uv pip", 3},
	{"uv run", 3},
	{"vercel", 2},
	{"wc", 1},
	{"wget", 1},
	{"wrangler", 2},
	{"yarn", 2},
	{"yarn run", 3},
	{"yum", 2},
	{"zip", 1},
}
