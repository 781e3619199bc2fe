package parse

import "testing"

// TestCounting: what surely prints numbers may be evaluated as arithmetic, and nothing
// else may. The rule is in the comment of counters.
func TestCounting(t *testing.T) {
	for _, c := range []struct {
		in string
		ok bool
	}{
		{"n=$(wc -l < f); echo $((n + 1))", true},
		{"n=$(a | wc -l); echo $((n + 1))", true},
		{"n=$(a |& b | wc -lc 2>/dev/null); echo $((n + 1))", true},
		{"echo $(( $(a | wc -l) + 1 ))", true},
		{"n=`wc -l < f`; echo $((n))", true},
		{"n=$(a | wc -w); [[ $n -gt 3 ]]", true},
		{"s=$(date +%s); e=$(date +%s); echo $((e - s))", true},
		{"for i in $(seq 1 3); do echo $((i * 2)); done", true},
		{"n=$(grep -c x f); echo $((n))", true},
		{"n=$(a | grep -vc 'x y'); echo $((n))", true},
		{"n=$(stat -c %s f); echo $((n))", true},
		{"n=$(expr 1 + 2); echo $((n))", true},
		{"declare -i n=$(wc -l < f)", true},
		{"n=$(wc -l < f); m=$n; echo $((m))", true},
		{"if a; then n=$(wc -l < f); else n=3; fi; echo $((n))", true},
		{"n=$(wc -l < f); a[n]=1", true},

		{"n=$(wc -l f); echo $((n))", false}, // prints the file's name
		{"n=$(wc -l \"$x\"); echo $((n))", false},
		{"n=$(wc $x); echo $((n))", false},
		{"n=$(wc -l < f 2>&1); echo $((n))", false},
		{"n=$(a; wc -l < f); echo $((n))", false},
		{"n=$(wc -l < f | cat); echo $((n))", true},
		{"n=$(wc -l < f | cat - g); echo $((n))", false},
		{"n=$(wc -l < f | tr -d ' '); echo $((n))", true},
		{"n=$(wc -l < f | tr 0 x); echo $((n))", false},
		{"n=$(a | tr -d ' '); echo $((n))", false},
		{"n=$(wc -l < f |& tr -d ' '); echo $((n))", false},
		{"n=$(a | grep -c x | head -n 1); echo $((n))", true},
		{"n=$(printf %d \"$x\"); echo $((n))", true},
		{"n=$(printf '%03d\\n' $x); echo $((n))", true},
		{"n=$(printf '%s' \"$x\"); echo $((n))", false},
		{"printf -v n %d \"$x\"; echo $((n))", true},
		{"printf -v n %d $x; echo $((n))", false},
		{"printf -v n %s \"$x\"; echo $((n))", false},
		{"printf -v 'n[1]' %d 1; echo $((n))", false},
		{"a && printf -v n %d 1; echo $((n))", false},
		{"n=$(echo 5); echo $((n))", true},
		{"i=1; n=$(expr $i + 1); echo $((n))", true},
		{"i=0; while [ $i -lt 5 ]; do i=$(expr $i + 1); done; echo $((i))", true},
		{"[[ $n =~ ^[0-9]+$ ]] || n=0; echo $((n))", true},
		{"[[ $n =~ ^[0-9]+$ ]] || exit 1; echo $((n))", true},
		{"[[ $n =~ ^[0-9]+$ ]] || a; echo $((n))", false},
		{"[[ $n =~ ^[0-9]+ ]] || exit 1; echo $((n))", false},
		{"if [[ $n =~ ^[0-9]+$ ]]; then echo $((n)); fi", true},
		{"if [[ -n $n && $n =~ ^[0-9]+$ ]]; then echo $((n)); fi", true},
		{"if [[ -n $n || $n =~ ^[0-9]+$ ]]; then echo $((n)); fi", false},
		{"if [[ $n =~ ^[0-9]+$ ]]; then :; else echo $((n)); fi", false},
		{"if [[ $n =~ ^[0-9]+$ ]]; then n=$(a); echo $((n)); fi", false},
		{"while [[ $n =~ ^[0-9]+$ ]]; do echo $((n)); n=$(a); done; echo $((n))", false},
		{"case $n in ''|*[!0-9]*) n=0;; esac; echo $((n))", true},
		{"case $n in ''|*[!0-9]*) echo no; exit 1;; esac; echo $((n))", true},
		{"case $n in *[!0-9]*) a;; *) echo $((n));; esac", true},
		{"case $n in *[!0-9]*) a;; esac; echo $((n))", false},
		{"case $n in *[!0-9]) exit;; esac; echo $((n))", false},
		{"case $n in *[!0-9]*) exit;& x) a;; esac; echo $((n))", false},
		{"shopt -u globasciiranges; case $n in *[!0-9]*) exit;; esac; echo $((n))", false},
		{"n=${n//[^0-9]/}; echo $((n))", true},
		{"echo $((${n//[!0-9]/} + 1))", true},
		{"n=${n/[^0-9]/}; echo $((n))", false},
		{"n=${n//[^0-9]/x}; echo $((n))", false},
		{"n=$(wc -l 2>/dev/stdout < f); echo $((n))", false},
		{"n=$(wc -l 2> f < g); echo $((n))", false},
		{"trap a DEBUG; n=$(wc -l < f); echo $((n))", false},
		{"trap 'a' EXIT; n=$(wc -l < f); echo $((n))", true},
		{"n=$(expr $i + 1); echo $((n))", false},
		{"n=$(echo $x); echo $((n))", false},
		{"n=$(wc -l < f || a); echo $((n))", false},
		{"n=$(wc -l < f)x; echo $((n))", false},
		{"wc() { a; }; n=$(wc -l < f); echo $((n))", false},
		{"n=$(wc -l < f); echo $((n)); wc() { a; }", false},
		{"n=$(cat f); if a; then n=$(wc -l < f); fi; echo $((n))", false},
		{"n=$(jq length f); echo $((n))", false}, // ~/.jq may define length
		{"n=$(jq -r .count f); echo $((n))", false},
		{"n=$(expr '1 + x' f); echo $((n))", false},
		{"n=$(date); echo $((n))", false},
		{"n=$(date +%A); echo $((n))", false},
		{"n=$(date -d \"$x\" +%s); echo $((n))", false},
		{"n=$(grep x f); echo $((n))", false},
		{"n=$(grep -c x a b); echo $((n))", false}, // prints the files' names
		{"n=$(grep -rc x .); echo $((n))", false},
		{"n=$(grep -cH x f); echo $((n))", false},
		{"n=$(grep -c x *); echo $((n))", false},
		{"n=$(grep -co x f); echo $((n))", false},
		{"n=$(stat -c %n f); echo $((n))", false},
		{"n=$(expr x : x); echo $((n))", false},
		{"n=$(seq -f %g 3); echo $((n))", false},
		{"n=$(seq -s x 3); echo $((n))", false},
		{"n=$(command wc -l < f); echo $((n))", false},
		{"n=$(\"$w\" -l < f); echo $((n))", false},
	} {
		if _, err := Parse(c.in); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.in, err)
		}
	}
}
