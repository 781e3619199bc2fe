package parse

// grammar holds the rows of each symbol:
//
//	Z  a script of everything       F  a script in which values flow
//	L  a list of commands           B  a block of flow's statements
//	C  a command                    S  one of them
//	W  a word                       U  a use of a value as a command
//	N  a program's name, spelled    K  a condition
//	A  an arithmetic expression     P  a program's name, plain
//	T  text without expansions      G  a function's name
//	V  a variable                   O  an operator of ${ }
//	X  a script of what a lookup does not show
var grammar = map[byte][]string{
	'Z': {"%L", "%L\n%L\n", "%L; %L", "%L\n%L\n%L\n", "a=%P; b=%W\n%L\n%L", "%C\n%U", "f() { %L; }\n%L\nf %W\n%L"},
	'L': {"%C", "%C; %C", "%C\n%C", "%C && %C", "%C || %C", "%C | %C", "%C & %C", "! %C", "# %T\n%C", "%C # %T\n%C", "%C |& %C", "%C && %C || %C", "%C &&\n%C", "%C |\n\n%C", "%C; # x\n%C"},
	'T': {"x", "n1", "$(n2)", "`n3`", "a b", "'", "\\", "EOF", "}", "n4 \\", "$a", "${b}"},
	'V': {"a", "b", "c", "m"},
	'P': {"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"},
	'G': {"f", "f", "g"},
	'A': {"1", "%V", "$%V", "%V+1", "%V[%A]", "$(%C)", "${#%V}", "%V=2", "(%A)*2", "%A?%A:%A", "'%V'", "\"%V\"", "%V++", "--%V", "%A,%A", "%A&&%A", "16#ff", "%V+=1", "`%C`", "!%A"},
	'C': concat(simpleRows, compoundRows, documents, builtinUses, expansions),
	'W': {"x", "'%T'", "\"x y\"", "$%V", "\"$%V\"", "${%O}", "\"${%O}\"", "\"${%V:-'%T'}\"", "${%V[%A]}", "${%V[@]}", "\"${%V[*]}\"", "${!%V}", "${!%V@}", "${!%V[@]}", "${#%V[@]}",
		"$(%L)", "`%C`", "\"$(%C)\"", "\"`%C`\"", "`%C \\`%C\\``", "$((%A))", "<(%C)", ">(%C)", "$(<x)", "$(( $(%C) ))", "$( %C # x\n)", "$(case x in x) %C;; esac)",
		"$'x\\x41'", "$'\\'%T'", "$'\\101\\u0062\\e\\n'", "x$%V", "{x,%W}", "{1..3}", "{a..c}%W", "~", "~/x", "*", "[x]", "?(x)", "@(x|%W)", "\\x", "x\\\ny", "$\"x\"", "$\"$(%C)\"",
		"$1", "$@", "\"$@\"", "$*", "$#", "$?", "$!", "$-", "$$", "${10}", "${@:2}", "x#y", "x=y", "-n", "\"%W\"", "'x'%W", "é", "'($(n5))'", "%N", "n[1]", "\"x$%V'$(%C)'\""},
	'N': {"%P", "%P", "'%P'", "\"%P\"", "\\%P", "n\\\n1", "n''2", "\"\"%P", "$'\\x6e3'", "$'\\1564'", "$'\\u006e5'", "$'\\U0000006e6'", "$'n'7", "{%P,x}", "$\"%P\"", "n{1,}", "'n'\"8\"", "\\n\\0", "\"n\\\n1\"", "n$'\\62'", "\"n\"''\\3", "{%P,%P}", "'n'{1,2}",
		"${z:-%P}", "${1+%P}", "${z:=%P}", "${z-n}1", "n~", "~%P", "n[12]", "$(echo %P)", "`echo %P`", "$z%P", "''$z%P", "$@%P", "\"$@\"%P", "n?", "!%P", "-%P", "%%1"},
	'O': {"%V", "%V:-%W", "%V-%W", "%V:=%W", "%V=%W", "%V:+%W", "%V+%W", "%V:?%W", "%V?%W", "%V#%W", "%V##%W", "%V%%%W", "%V%%%%%W", "%V/%W/%W", "%V//%W/%W", "%V/#%W/%W", "%V/%%%W/%W", "%V/%W", "%V:%A", "%V:0:1", "%V: -1", "%V:%A:%A",
		"#%V", "%V^", "%V^^", "%V,", "%V,,%W", "%V^^[n]", "%V@Q", "%V@U", "%V@u", "%V@L", "%V@A", "%V@E", "%V@a", "@:1", "*:1:1", "@#%W", "@/x/%W", "1:-%W", "1", "%V[0]:-%W", "%V[@]:0:1", "%V[@]/x/%W", "#@", "!%V:-%W", "z:-%W", "z:+%W"},
	'F': {"a=%P; b=%P; c=%P; m=%P\n%B\n%U", "a=%P b=%P\n%B\n%U\n%U", "%B\n%U", "f() { %B\n}\na=%P; b=%P\nf %P\n%U", "a=%P; b=%P; c=%P; m=%P\nf() { %B\n}; g() { %B\n}\n%B\n%U", "a=%P; %B; %U", "set -- %P %P\na=$1; b=%P; c=%P; m=%P\n%B; %U", "a=%P\n%B\n$a", "a=%P; b=%P; c=$a; m=$b\n%B\n\"$m\" $c"},
	'B': {"%S", "%S\n%S", "%S; %S", "%S\n%S\n%S", "%S; %S; %U", "%S\n%U", "%U\n%S"},
	'U': {"$%V", "$%V", "\"$%V\"", "${%V}", "$%V %W", "\"$%V\" %W", "$%V $%V", "%P $%V", "%P \"$%V\" x", "${%V:-%P}", "${%V#x}", "${%V%%x}", "\"${%V}\"x", "${%V[0]}", "${%V[@]}", "${%O}", "$1", "\"$1\"", "\"$@\"", "$*", "$2 $1", "${!%V}", "eval \"$%V\"", "eval '$%V'", "command $%V", "%G", "%G %P", "%G $%V", "echo $(( %V ))", "[[ %V -eq 1 ]]", "${%V,,}", "${%V^^}", "${%V:0:2}", "${%V/n/n}", "${%V@L}"},
	'S': concat(assigns, declares, sets, branches, calls, failures),
	'X': blind,
	'K': {"%P", "true", "false", ":", "[ $%V = %P ]", "[[ $%V == %P ]]", "[[ -n $%V ]]", "test -z \"$%V\"", "%P; %P", "! %P", "%P && %P", "%S", "%V=%P", "read %V <<< %P", "[[ $%V =~ n1 ]]", "((1))", "((0))", "! %S", "%U", "[ \"$#\" -gt 0 ]"},
}

// plainest is what a symbol becomes where the script is deep enough.
var plainest = map[byte]string{'L': "%P", 'A': "1", 'C': "%P", 'W': "x", 'N': "%P", 'O': "%V", 'B': "%P", 'U': "$%V", 'S': "%V=%P", 'K': ":"}

func concat(rows ...[]string) []string {
	var all []string
	for _, some := range rows {
		all = append(all, some...)
	}
	return all
}

var (
	simpleRows = []string{"%N", "%N", "%N %W", "%N %W %W", "%V=%W", "%V=%W %N", "%V=%W %V=%W %N %W", "%V+=%W", "%V=(%W %W)", "%V+=(%W)", "%V=([%A]=%W %W)", "%V[%A]=%W", "%V[%A]+=%W", "echo %W", "$%V %W", "\"$%V\" %W", "a=%N; $a", "a=%N\n$a %W", "for z in %N %N; do $z %W; done", "x=%P; \"$x\" %W",
		"> out %C", "%C > %W", "%C 2>&1", "%C < /dev/null", "%C >> out", "%C &> out", "%C >| out", "%C <> out", "%C 3> out", "%C {fd}> out", "%C >&-", "{ %L; } > out", "{ %L; } 2> out", "> %W", "2> out < %W"}
	compoundRows = []string{"if %L; then %L; fi", "if %L; then %L; else %L; fi", "if %L; then %L; elif %L; then %L; fi", "while %C; do %L; break; done", "until %C; do %L; break; done", "while %L; do %L; continue; done <<< x", "for %V in %W %W; do %L; done", "for %V in %N %N; do $%V; done", "for %V; do %L; done", "for %V\ndo %L; done",
		"for ((%A; 0; %A)); do %L; done", "for ((%V=0; %V<1; %V++)); do %L; done", "for ((%V=0; %V<1; %V++)) { %L; }", "for %V in x; { %L; }", "case %W in %W) %L;; *) %L;; esac", "case %W in %W|%W) %L;& x) %L;; esac", "case x in (x) %L;;& *) %L; esac", "case %W in esac", "case %W in (%W|esac) %L;; (esac) %L;; esac", "case %W in\n(%W)\n%L\n;;\nesac", "case $%V in %P) $%V;; *) %L;; esac",
		"{ %L; }", "( %L )", "(%L)", "( (%C) )", "{ { %C; }; }", "f() { %L; }", "f() { %L; }\nf", "f() ( %L ); f %W", "function g { %L; }\ng %W", "function g() { %L; }; g", "f\nf() { %L; }\nf", "( f() { %L; } ); f", "f() { %L; }; f() { %L; }; f", "f() { %L; }; unset -f f; f", "f() { %L; } > out; f", "f() if %C; then %L; fi; f", "f() for %V in %W; do %L; done; f", "f() [[ -n %W ]]; f", "f() { g() { %L; }; }; g; f; g", "%N() { %L; }; %N", "f", "g %W",
		"[[ %W == %W ]]", "[[ -n %W && %W -eq %A ]]", "[[ %W =~ %W ]]", "[[ ! ( -v %V || %W < %W ) ]]", "[[ -f %W || -z $%V ]]", "[[ %V -gt %A ]]", "(( %A ))", "((%A)) && %C", "let '%V=%A'", "let %V=%A %V++", "time %C", "time -p %C", "time { %L; }", "time ( %L )", "time [[ %W > %W ]]", "time case %W in %W) %L;; esac", "time ! %C", "! time %C", "time", "! { %L; }", "! ! %C",
		"coproc %C", "coproc %V { %L; }", "coproc { %L; }; wait", "coproc ( %L )", "select %V in %W; do %L; break; done <<< 1", "select %V in %N; do $%V; done <<< 1", "{ %L; } | while read %V; do %L; done", "%C | ( %L )", "%C | { %L; } | %C"}
	documents   = []string{"cat <<EOF\n%W %T\nEOF\n", "cat <<EOF\n%T\nEOF\n%C; %C", "cat <<EOF && %C; %C\n%T\nEOF\n", "cat <<EOF | %C\n%W\nEOF\n", "%C <<'EOF' | %C\n%T\nEOF\n", "cat << -X\n%T\n-X\n", "cat <<'EOF'\n%T\nEOF\n", "cat <<-E\n\t%W\n\tE\n", "cat <<-'E'\n\t%T\n\tE\n", "cat <<A <<B\n%W\nA\n%T\nB\n", "cat <<\"E\"\n%W\nE\n", "cat <<\\E\n%W\nE\n", "cat <<'E F'\n%W\nE F\n", "if cat <<X\n%T\nX\nthen\n%C\nfi\n%C", "$(cat <<E\n%P\nE\n)", "a=$(cat <<E\n%W\nE\n)", "cat <<E\n\"%W\" \\$(%P) `%C`\nE\n", "cat <<E\n$((%A)) ${%O}\nE\n", "cat <<E # %T\n%W\\\nE\nE\n", "while read %V; do %L; done <<E\n%P\n%W\nE\n", "cat <<< %W", "cat <<< $(%C)", "%C <<< '%T'", "{ %C; } <<E\n%W\nE\n", "f() { cat; } <<E\n%W\nE\nf"}
	builtinUses = []string{"eval; %C", "command; %C", "exec; %C", "eval %W", "eval '%P %T'", "eval \"%P\"", "eval '%P; %P %W'", "eval \"%V=%P\"; $%V", "eval \"\\$%V\"", "eval -- %P", "eval '%C", "trap '%P' EXIT", "trap '%P' EXIT; %C", "trap -- '%P %P' ERR; false", "trap '%P' DEBUG; %C", "trap \"%P $%V\" EXIT", "trap - EXIT", "trap '%P' RETURN", "command %N", "command -- %N %W", "command -v %N", "command command %N", "builtin echo %W", "builtin eval %P", "builtin command %N", "exec 3>&1", "exec 3< %W", "exec > out; %C",
		"read %V <<< %W", "read -r %V %V <<< %W", "read -a %V <<< %W", "read -p %W %V", "read <<< %W; %C $REPLY", "IFS=: read %V %V <<< x:y", "printf -v %V %W", "printf -v '%V[%A]' %W", "printf %W", "printf '%%s' %W", "printf '%%d' %W", "mapfile -t %V <<< %W", "readarray %V < <(%C)", "mapfile -t < <(%C)", "getopts ab %V", "getopts a %V -a", "getopts a: %V %W %W",
		"declare %V=%W", "declare +p %V=%W", "declare -a %V=%W", "declare -A %V=%W", "declare -i %V=%W", "declare -l %V=%W", "declare -u %V=%W", "declare -A %V", "declare -A %V=([%W]=%W)", "declare -a %V=(%W %W)", "declare -g %V=%W", "declare -x %V=%W", "declare -n %V=%V", "declare -r %V=%W", "declare -f f", "declare -p %V", "typeset %V=%W", "typeset -i %V", "%V[0]=%W; declare %V=%W", "local %V=%W", "f() { local %V=%W; %L; }; f", "export %V=%W", "export %V={%W,%W}", "export -n %V", "readonly %V=%W", "readonly -a %V=(%W)", "declare %W", "export %W", "unset %V", "unset '%V[%A]'", "unset -v %V", "unset -f f", "unset -n %V", "unset %W",
		"set -- %W", "set -- %P %W; \"$@\"", "set -e", "set +e", "set -u", "set -f", "set -o pipefail", "set -o posix", "set %W", "shift", "shift %W", "test %W = %W", "test -v %V", "[ %W -eq %A ]", "[ -v %V ]", "[ -v '%V[%A]' ]", "[ -n %W -a %W ]", "IFS=%W", "IFS=n", "shopt -s extglob", "shopt -s nullglob", "shopt -s lastpipe", "shopt -u extglob", "shopt -s inherit_errexit", "shopt -s nocasematch", "wait", "wait -n", "sh -c '%P'", "sh -c \"%P $%V\"", "sh -c '$0 $1' %P", "env %N", "env %V=%W %N %W", "xargs %N", "xargs -n 1 %N <<< %W", "timeout 1 %N", "nice %N", "nohup %N", "return", "return 1", "exit", "exit %A", "break", "continue", "cd x", "cd . && %C", "pushd .; %C", "umask 022", "type %N", "hash %N", "alias n1=n2", "jobs", "times", "kill -l", "true %W", ":"}
	expansions = []string{": ${%O}", "echo \"${%O}\"", ": ${%V:=%W}", ": ${%V:=%P}; $%V", "${%O}", "\"${%O}\" %W", "${z:-%P} %W", "${z:-%P %W}", "x${%O}", "%V=${%O}", "%V=\"${%O}\"; $%V", "echo {%T,%N}", "%V=n1; ${%V} %W", "%V=xn1; ${%V#x}", "%V=n1x; ${%V%%x}", "%V=N1; ${%V,,}", "%V=m1; ${%V/m/n}", "%V=xn1y; ${%V:1:2}", "%V=(n1 n2); ${%V[1]}", "%V=(%P %P); \"${%V[@]}\"", "b=a; a=%P; ${!b}", "%V='%P x'; $%V", "%V=$'\\x6e1'; $%V", "%V=\"%P\"; \"$%V\"", "%V=%P; %V=$%V; $%V", "%V=%W; [[ $%V = x ]] && %C", "echo $%V > $(%C)", "%V=$(echo %P); $%V"}
)
