package policy

import (
	"strings"
	"testing"

	"armshell/internal/parse"
)

// script30 is a script as agents write them, 30 lines.
const script30 = `set -euo pipefail
repo=o/r
label=stale
count=0
report() {
  printf '%s: %s\n' "$1" "$2"
}
for state in open closed; do
  tea issues list --repo "$repo" --state "$state" --output json > "issues-$count.json"
  count=$((count + 1))
done
jq -s 'add | length' issues-0.json issues-1.json
while IFS=$'\t' read -r id title; do
  case $title in
    *crash*|*Crash*)
      tea issues edit "$id" --add-labels priority
      report "$id" "marked"
      ;;
    *)
      report "$id" "left alone"
      ;;
  esac
done < <(jq -r '.[] | [.index, .title] | @tsv' issues-0.json)
if tea labels list --repo "$repo" | grep -q "$label"; then
  echo "label $label is there"
else
  tea labels create --repo "$repo" --name "$label" --color '#aabbcc'
fi
cat <<EOF | tea comment 7
Looked at $count lists on $(date +%F).
EOF
`

// BenchmarkGuard judges a short line, a script of 30 lines, and as much text as is read.
func BenchmarkGuard(b *testing.B) {
	arm := shipped(b, "tea")
	line := "tea issues list --state open | jq -r .title"
	for _, c := range []struct{ name, text string }{
		{"a short line", line},
		{"a 30-line script", script30},
		{"1 MiB", strings.Repeat(script30+"\n", parse.MaxText/(len(script30)+1))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if d := GuardCommand(arm, c.text); !d.Allowed {
					b.Fatal(d.Refusal)
				}
			}
		})
	}
}
