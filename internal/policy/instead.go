package policy

// insteadOf is what an agent writes instead of the program, with utilities and
// builtins that every arm of the shipped policy has. A program is here if agents
// reach for it out of habit; from the shared corpus and reviews, 2026-11.
var insteadOf = map[string]string{
	"awk":      "use cut -d, -f2 or jq -R instead of awk",
	"bash":     "write the commands in the line itself",
	"egrep":    "use grep -E",
	"env":      "write NAME=value before the command; export -p lists the environment",
	"fgrep":    "use grep -F",
	"find":     "use ls, or a pattern such as *.md",
	"less":     "use cat or head",
	"mktemp":   "name a file yourself, such as ./tmp.$$",
	"more":     "use cat or head",
	"printenv": "use export -p, or printf '%s\\n' \"$NAME\"",
	"python":   "use jq for JSON, and $(( )) or expr for numbers",
	"python3":  "use jq for JSON, and $(( )) or expr for numbers",
	"sed":      "use head, tail, cut, tr, or ${x//old/new} on a variable",
	"sh":       "write the commands in the line itself",
	"which":    "use command -v",
	"xargs":    "use while read -r x; do …; done",
}
