package parse

// A Dialect says which shell reads a text. The zero value is bash.
type Dialect uint8

const (
	Bash  Dialect = iota
	Posix         // dash and busybox ash: what both read alike, and nothing else
)

func (d Dialect) String() string {
	if d == Bash {
		return "bash"
	}
	return "POSIX sh"
}

// A Shell is what a text is read for.
type Shell struct {
	Dialect Dialect
	Args    []string // the positional parameters; nil if nobody knows them
}

// Parse reads src as the shell would. Its error is a *SyntaxError or an *OpaqueError,
// the first by position; the Script then holds what was understood besides, and
// must not be taken for all that the text would reach.
func (s Shell) Parse(src string) (*Script, error) {
	script := &Script{}
	if err := checkBytes(src); err != nil {
		return script, err
	}
	src = encode(src)
	file, err := s.Dialect.parseFile(src)
	if err != nil {
		return script, err
	}
	return s.settle(src, file)
}

// IsBuiltin reports whether the shell has a builtin of that name.
func (s Shell) IsBuiltin(name string) bool {
	_, is := s.Dialect.builtin(name)
	return is
}

func (d Dialect) builtin(name string) (builtin, bool) {
	row, is := builtins[name]
	if d != Bash {
		row, is = posixBuiltins[name]
	}
	return row, is
}

// Reserves reports whether the shell may know the name without looking for a program.
func (s Shell) Reserves(name string) bool { return s.Dialect.reserved(name) }

// reserved reports whether no function can take the name's place: it is a builtin's or
// a keyword's, or may be.
func (d Dialect) reserved(name string) bool {
	_, is := d.builtin(name)
	_, either := oneSided[name]
	return is || keywords[name] || d != Bash && either
}
