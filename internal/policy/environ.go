package policy

import (
	"strings"

	"armshell/internal/parse"
)

// codeVariables are the variables whose value becomes code, loads it, or moves
// where programs are looked up: in the shell, the loader, the language runtimes
// and the programs that tools start. A trailing or leading * is a wildcard.
// Read in line or environment, they are refused or dropped. bash keeps a UID and
// EUID that it inherits, and a line's arithmetic evaluates them.
// Sources: bash 5.2 manual (Bash Variables); ld.so(8), glibc manual (tunables,
// iconv, locales, message catalogs); manuals of node, python, perl, ruby, java,
// openssl, git, less, curl; sudo's initial_badenv_table as a check; read 2026-11.
var codeVariables = [...]string{
	"*ASKPASS", "*BROWSER", "*EDITOR", "*PAGER", "BASHOPTS", "BASH_*", "CDPATH", "CLASSPATH", "COMSPEC", "CURL_HOME",
	"DYLD_*", "ENV", "EUID", "EXECIGNORE", "FPATH", "GCONV_PATH", "GETCONF_DIR", "GIT_*", "GLIBC_TUNABLES",
	"GOTRACEBACK", "GSS_MECH_CONFIG", "HISTFILE", "INPUTRC", "JAVA_OPTS", "JAVA_TOOL_OPTIONS",
	"JDK_JAVA_OPTIONS", "KRB5_CONFIG", "LDAPCONF", "LD_*", "LESSCLOSE", "LESSOPEN", "LOCPATH", "LUA_CPATH*",
	"LUA_INIT*", "LUA_PATH*", "MALLOC_*", "NLSPATH", "NODE_OPTIONS", "NODE_PATH", "NODE_REPL_EXTERNAL_MODULE",
	"NPM_CONFIG_*", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "P11_KIT_*", "PATH", "PERL5DB",
	"PERL5LIB", "PERL5OPT", "PERLLIB", "PERL_*", "PKCS11_MODULE_PATH", "POSIXLY_CORRECT", "PROMPT_COMMAND",
	"PS0", "PS1", "PS2", "PS4", "PYTHONBREAKPOINT", "PYTHONEXECUTABLE", "PYTHONHOME", "PYTHONINSPECT",
	"PYTHONPATH", "PYTHONPLATLIBDIR", "PYTHONPYCACHEPREFIX", "PYTHONSTARTUP", "PYTHONUSERBASE",
	"PYTHONWARNINGS", "RUBYLIB", "RUBYOPT", "SASL_PATH", "SHELL", "SHELLOPTS", "SSH_ASKPASS*", "TEXTDOMAIN",
	"TEXTDOMAINDIR", "UID", "VISUAL", "ZDOTDIR", "_JAVA_OPTIONS", "npm_config_*",
}

// BecomesCode reports whether what the variable holds becomes code, or moves
// where programs are looked up.
func BecomesCode(name string) bool {
	for _, row := range codeVariables {
		switch {
		case row == name,
			row[0] == '*' && strings.HasSuffix(name, row[1:]),
			row[len(row)-1] == '*' && strings.HasPrefix(name, row[:len(row)-1]):
			return true
		}
	}
	return strings.Contains(name, "%") // BASH_FUNC_x%%: an exported function
}

// harmlessPager reports whether a pager is set to cat or to none, as agents do who
// want no pager at all.
func harmlessPager(a parse.Assignment) bool {
	value, known := a.Value.Value()
	return known && strings.HasSuffix(a.Name, "PAGER") && (value == "cat" || value == "")
}

// localeVariables choose the encoding in which bash reads text. In some encodings
// the second byte of a character is a backslash or a bar, and the text would be
// read differently from how it was judged.
var localeVariables = map[string]bool{"LANG": true, "LC_ALL": true, "LC_CTYPE": true}

// safeLocale reports whether a locale's encoding is ASCII or UTF-8 by its name.
func safeLocale(value string) bool {
	_, encoding, dotted := strings.Cut(value, ".")
	encoding = strings.ToLower(strings.ReplaceAll(encoding, "-", ""))
	return value == "" || value == "C" || value == "POSIX" || dotted && encoding == "utf8"
}
