package parse

import (
	"slices"
	"strings"
)

// A launcher is a program whose work is to start another: one row a program. Lists
// of options are blank-separated, letters and long names, without dashes.
type launcher struct {
	reads    reading
	short    string // its short options as for getopt: a letter, ":" if it takes a value, "::" if only a glued one
	long     string // its long options, blank-separated: name, name= with a value, name=? with an optional one
	operands int    // operands before the command: timeout has one
	numbers  bool   // the operands are numbers: in other versions of it a word may be the command
	leading  bool   // one operand may come before the options: setarch ARCH
	digits   bool   // -5, -+5 and --5 are options: nice
	dash     bool   // a lone - may follow the options: env
	assigns  bool   // NAME=value may come before the command: env
	permutes bool   // options may follow operands, if no -- came before
	plain    bool   // no value is a word that begins with a dash: fd
	more     bool   // further arguments arrive at run time: xargs
	shell    bool   // without a command it starts a shell
	posix    bool   // the text it is given is read by some sh: bash, dash or busybox ash
	ash      bool   // the text it is given is read by dash or busybox ash
	alters   string // options that start the command elsewhere, in another environment or with other words; * if it always does
	empties  string // options that empty the environment
	unsets   string // options that take a variable from the environment
	sets     string // options that set a variable, NAME or NAME=value
	splits   string // options whose value is split into words that take its place: env -S
	replaces string // options whose value, or {}, stands in the words for text that arrives at run time
	joins    string // of them, options after which words may be added although replaces is given
	pipes    string // options whose value is a command if it begins with | or !: strace -o
	code     string // options whose value is shell text; for flock, words before it
	direct   string // options with which the words are a command and no text: watch -x
	runs     string // options that a command follows, up to a ; : fd -x
	needs    string // options without one of which the command is none of its words
	narrow   string // options with which an approval is for the one command alone
}

// A reading is how a launcher's words tell what it starts.
type reading uint8

const (
	asCommand reading = iota // a command after options and operands
	asText                   // shell text, the words after the options joined by blanks
	asTexts                  // shell text, each word after the options
	asOption                 // shell text, the value of an option
	asShell                  // sh -c TEXT
	asApplet                 // a command that is another one than the program of its name
	asFind                   // find … -exec COMMAND … ;
	asRuns                   // fd … -x COMMAND … ;
	byWords                  // its words tell, but nothing reads them: another user's shell, another host, a template
	byInput                  // a file, its input or its environment tells
)

// Programs with several names, or with several that read alike.
var (
	arch = launcher{short: "v3BFILRSTXZhV", long: "32bit 3gb 4gb addr-compat-layout addr-no-randomize fdpic-funcptrs help mmap-page-zero read-implies-exec short-inode sticky-timeouts uname-2.6 verbose version whole-seconds", shell: true}
	ash  = launcher{reads: asShell, short: "cCabefmnuvxlo:", ash: true}
	bash = launcher{reads: asShell, short: "cabefhkmntuvxBCEHPTlo:O:", long: "noprofile norc"}
	fd   = launcher{reads: asRuns, short: "HIusigFaLp0d:E:t:e:S:o:c:j:1qx:X:hV", long: "absolute-path and= batch-size= changed-before= changed-within= color= exact-depth= exclude= exec= exec-batch= extension= fixed-strings follow full-path glob help hidden ignore-case ignore-file= list-details max-depth= max-results= min-depth= no-ignore no-ignore-parent no-ignore-vcs one-file-system owner= path-separator= print0 prune quiet regex search-path= show-errors size= strip-cwd-prefix threads= type= unrestricted version", permutes: true, plain: true, more: true, runs: "x X exec exec-batch"}
	sh   = launcher{reads: asShell, short: "cCabefmnuvxlo:", posix: true}
)

// launchers by name, sorted. Options from `--help`, the manuals and the option
// strings of coreutils 9.1, util-linux 2.38.1, findutils 4.9.0, procps 4.0.2,
// moreutils 0.67, time 1.9, sudo 1.9.13p3, opendoas 6.8.2, strace 6.1, fd 8.6.0,
// fakeroot 1.31, openssh 9.2p1, dash 0.5.12 and bash 5.2.15, as Debian 12 ships
// them; eatmydata 130, from its manual; read 2026-11 and, where the program can run
// in a test, held against it by launcher_test.go. An option that is not in the row
// makes the command unknown: better that than the wrong word taken for the program. Left out on purpose: options that
// act on running processes, load libraries or configuration, start a shell or an
// editor, change directory for commands before them (fd), or take a value only in
// some versions.
// narrow is the policy-engine's choice, 2026-10.
// What the rows of byWords would start runs by another user's shell (su -c: which
// one that is stands in a file), on another host (ssh), by a service (systemd-run)
// or from a template (parallel).
var launchers = [...]launcherRow{
	{"ash", ash},
	{"at", launcher{reads: byInput}},
	{"atrun", launcher{reads: byInput}},
	{"autossh", launcher{reads: byWords}},
	{"bash", bash},
	{"batch", launcher{reads: byInput}},
	{"bmake", launcher{reads: byInput}},
	{"busybox", launcher{reads: asApplet}},
	{"choom", launcher{short: "n:hV", long: "adjust= help version", permutes: true, needs: "n adjust"}},
	{"chronic", launcher{short: "ev"}},
	{"chroot", launcher{long: "groups= userspec= skip-chdir help version", operands: 1, shell: true, alters: "*"}},
	{"chrt", launcher{short: "abdfhimorvRVT:P:D:", long: "all-tasks batch deadline fifo help idle max other reset-on-fork rr sched-deadline= sched-period= sched-runtime= verbose version", operands: 1, numbers: true}},
	{"crontab", launcher{reads: byInput}},
	{"csh", launcher{reads: byWords}},
	{"dash", ash},
	{"dbclient", launcher{reads: byWords}},
	{"dbus-launch", launcher{reads: byWords}},
	{"dbus-run-session", launcher{long: "help version"}},
	{"doas", launcher{short: "Lnu:", alters: "*"}},
	{"eatmydata", launcher{}},
	{"elvish", launcher{reads: byWords}},
	{"entr", launcher{reads: byWords}},
	{"env", launcher{short: "i0vu:C:S:", long: "block-signal=? chdir= debug default-signal=? help ignore-environment ignore-signal=? list-signal-handling null split-string= unset= version", dash: true, assigns: true, alters: "i - u C ignore-environment unset chdir", empties: "i - ignore-environment", unsets: "u unset", splits: "S split-string", narrow: "C S chdir split-string"}},
	{"env_parallel", launcher{reads: byWords}},
	{"expect", launcher{reads: byInput}},
	{"fakeroot", launcher{short: "i:s:ub:hv", long: "fd-base= help unknown-is-real version", shell: true}},
	{"fd", fd},
	{"fdfind", fd},
	{"find", launcher{reads: asFind}},
	{"fish", launcher{reads: byWords}},
	{"flock", launcher{short: "sexnouFw:E:hV", long: "close conflict-exit-code= exclusive help nb no-fork nonblock nonblocking shared timeout= unlock verbose version wait=", operands: 1, posix: true, code: "-c --command"}},
	{"gdb", launcher{reads: byWords}},
	{"gmake", launcher{reads: byInput}},
	{"hush", launcher{reads: byWords}},
	{"i386", arch},
	{"ifne", launcher{short: "n"}},
	{"ionice", launcher{short: "c:n:thV", long: "class= classdata= help ignore version"}},
	{"just", launcher{reads: byInput}},
	{"ksh", launcher{reads: byWords}},
	{"ksh93", launcher{reads: byWords}},
	{"lckdo", launcher{short: "wW:nesxtqE:", operands: 1}},
	{"linux32", arch},
	{"linux64", arch},
	{"lksh", launcher{reads: byWords}},
	{"ltrace", launcher{reads: byWords}},
	{"make", launcher{reads: byInput}},
	{"mispipe", launcher{reads: asTexts, posix: true}},
	{"mksh", launcher{reads: byWords}},
	{"mosh", launcher{reads: byWords}},
	{"nice", launcher{short: "n:", long: "adjustment= help version", digits: true, narrow: "digits"}},
	{"niceload", launcher{reads: byWords}},
	{"ninja", launcher{reads: byInput}},
	{"nohup", launcher{long: "help version"}},
	{"nsenter", launcher{short: "aht:m::u::i::n::p::C::U::T::S:G:r::w::W:FZV", long: "all cgroup=? follow-context help ipc=? mount=? net=? no-fork pid=? preserve-credentials root=? setgid= setuid= target= time=? user=? uts=? version wd=? wdns=", shell: true, alters: "*"}},
	{"nu", launcher{reads: byWords}},
	{"oksh", launcher{reads: byWords}},
	{"parallel", launcher{reads: byWords}},
	{"parset", launcher{reads: byWords}},
	{"pee", launcher{reads: asTexts, long: "ignore-sigpipe ignore-write-errors no-ignore-sigpipe no-ignore-write-errors", posix: true}},
	{"pkexec", launcher{reads: byWords}},
	{"posh", launcher{reads: byWords}},
	{"prlimit", launcher{short: "c::d::e::f::i::l::m::n::q::r::s::t::u::v::x::y::o:hV", long: "as=? core=? cpu=? data=? fsize=? help locks=? memlock=? msgqueue=? nice=? nofile=? noheadings nproc=? output= raw rss=? rtprio=? rttime=? sigpending=? stack=? verbose version"}},
	{"pwsh", launcher{reads: byWords}},
	{"rake", launcher{reads: byInput}},
	{"rbash", bash},
	{"rksh", launcher{reads: byWords}},
	{"rlogin", launcher{reads: byWords}},
	{"rsh", launcher{reads: byWords}},
	{"run-parts", launcher{reads: byInput}},
	{"runcon", launcher{reads: byWords}},
	{"runuser", launcher{short: "g:G:mpPu:hVw:", long: "group= help preserve-environment pty supp-group= user= version whitelist-environment=", permutes: true, needs: "u user", alters: "*"}},
	{"rush", launcher{reads: byWords}},
	{"rust-parallel", launcher{reads: byWords}},
	{"rzsh", launcher{reads: byWords}},
	{"script", launcher{reads: asOption, short: "aB:c:eE:fI:O:o:qm:T:t::Vh", long: "append command= echo= flush force help log-in= log-io= log-out= log-timing= logging-format= output-limit= quiet return timing=? version", permutes: true, shell: true, posix: true, code: "c command"}},
	{"scriptlive", launcher{reads: byInput}},
	{"sem", launcher{reads: byWords}},
	{"setarch", launcher{short: "v3BFILRSTXZhV", long: "32bit 3gb 4gb addr-compat-layout addr-no-randomize fdpic-funcptrs help list mmap-page-zero read-implies-exec short-inode sticky-timeouts uname-2.6 verbose version whole-seconds", leading: true, shell: true}},
	{"setpriv", launcher{short: "dhV", long: "ambient-caps= apparmor-profile= bounding-set= clear-groups dump egid= euid= groups= help inh-caps= init-groups keep-groups list-caps nnp no-new-privs pdeathsig= regid= reset-env reuid= rgid= ruid= securebits= selinux-label= version", alters: "reset-env", empties: "reset-env"}},
	{"setsid", launcher{short: "cfwhV", long: "ctty fork help version wait", narrow: "c f w ctty fork wait"}},
	{"sg", launcher{reads: byWords}},
	{"sh", sh},
	{"slogin", launcher{reads: byWords}},
	{"ssh", launcher{reads: byWords}},
	{"ssh-agent", launcher{short: "cDdksE:a:t:"}},
	{"sshpass", launcher{reads: byWords}},
	{"start-stop-daemon", launcher{reads: byWords}},
	{"stdbuf", launcher{short: "i:o:e:", long: "error= help input= output= version"}},
	{"strace", launcher{short: "a:Ab:cCdDe:E:fFhiI:kno:O:P:qrs:S:tTu:U:vVwxX:yYzZ", long: "absolute-timestamps=? abbrev= columns= const-print-style= daemonize=? debug decode-fds=? decode-pids= detach-on= env= failed-only fault= follow-forks help inject= instruction-pointer interruptible= kvm= no-abbrev output= output-append-mode output-separately quiet=? raw= read= relative-timestamps=? seccomp-bpf signal= stack-traces status= string-limit= strings-in-hex=? successful-only summary summary-columns= summary-only summary-sort-by= summary-syscall-overhead= summary-wall-clock syscall-number syscall-times=? tips=? trace= trace-path= user= verbose= version write=", sets: "E env", pipes: "o output", alters: "u user"}},
	{"su", launcher{reads: byWords}},
	{"sudo", launcher{short: "ABbEHKkNnPSVvC:D:R:g:p:T:U:u:", long: "askpass background bell chdir= chroot= close-from= command-timeout= group= no-update non-interactive other-user= preserve-env=? preserve-groups prompt= remove-timestamp reset-timestamp set-home stdin user= validate version", assigns: true, alters: "*", narrow: "D R chdir chroot command-timeout group other-user prompt user"}},
	{"systemd-cat", launcher{short: "ht:p:", long: "help identifier= level-prefix= priority= stderr-priority= version"}},
	{"systemd-inhibit", launcher{short: "h", long: "help list mode= no-legend no-pager version what= who= why="}},
	{"systemd-run", launcher{reads: byWords}},
	{"taskset", launcher{short: "achV", long: "all-tasks cpu-list help version", operands: 1}},
	{"tcsh", launcher{reads: byWords}},
	{"time", launcher{short: "apqvf:o:V", long: "append format= help output= portability quiet verbose version", narrow: "a append q quiet v verbose"}},
	{"timeout", launcher{short: "k:s:v", long: "foreground help kill-after= preserve-status signal= verbose version", operands: 1}},
	{"toybox", launcher{reads: byWords}},
	{"uclampset", launcher{short: "asRhm:M:vV", long: "all-tasks help reset-on-fork system verbose version"}},
	{"uname26", arch},
	{"unshare", launcher{short: "fhVmuinpCTUrR:w:S:G:c", long: "boottime= cgroup=? fork help ipc=? keep-caps kill-child=? map-auto map-current-user map-group= map-groups= map-root-user map-user= map-users= monotonic= mount=? mount-proc=? net=? pid=? propagation= root= setgid= setgroups= setuid= time=? user=? uts=? version wd=", shell: true, alters: "*"}},
	{"watch", launcher{reads: asText, short: "bcd::eghn:pq:tvwx", long: "beep chgexit color differences=? equexit= errexit exec help interval= no-title no-wrap precise version", posix: true, direct: "x exec"}},
	{"x86_64", arch},
	{"xargs", launcher{short: "0rtxpoa:d:E:I:L:n:P:s:e::i::l::", long: "arg-file= delimiter= eof=? exit help interactive max-args= max-chars= max-lines=? max-procs= no-run-if-empty null open-tty process-slot-var= replace=? show-limits verbose version", more: true, alters: "I i replace", sets: "process-slot-var", replaces: "I i replace", joins: "L l n max-lines max-args", narrow: "I i replace"}},
	{"xonsh", launcher{reads: byWords}},
	{"yash", launcher{reads: byWords}},
	{"zrun", launcher{reads: byWords}},
	{"zsh", launcher{reads: byWords}},
}

// applets are the launchers of busybox, whose options are other than those of the
// programs of their names; another name of launchers is byWords. busybox 1.35.0 as
// Debian 12 ships it, its --help; read 2026-11. Sorted.
var applets = [...]launcherRow{
	{"ash", ash},
	{"busybox", launcher{reads: asApplet}},
	{"chroot", launcher{operands: 1, shell: true, alters: "*"}},
	{"cttyhack", launcher{shell: true}},
	{"env", launcher{short: "i0u:", dash: true, assigns: true, alters: "i - u", empties: "i -", unsets: "u"}},
	{"find", launcher{reads: asFind}},
	{"ionice", launcher{short: "c:n:t"}},
	{"linux32", arch},
	{"linux64", arch},
	{"nice", launcher{short: "n:"}},
	{"nohup", launcher{}},
	{"openvt", launcher{reads: byWords}},
	{"run-init", launcher{reads: byWords}},
	{"setsid", launcher{short: "c"}},
	{"sh", ash},
	{"taskset", launcher{short: "ac", operands: 1}},
	{"time", launcher{short: "vpaf:o:"}},
	{"timeout", launcher{short: "s:k:", operands: 1}},
	{"uevent", launcher{reads: byWords}},
	{"watch", launcher{reads: asText, short: "n:t", posix: true}},
	{"xargs", launcher{short: "0rtpxoa:E:e::I:n:s:P:", more: true, alters: "I", replaces: "I", joins: "n"}},
}

// A launcherRow is a launcher of a name. The tables are sorted lists, not maps, since
// those would be built each time the program starts.
type launcherRow struct {
	name string
	launcher
}

func launcherIn(rows []launcherRow, name string) (launcher, bool) {
	i, is := slices.BinarySearchFunc(rows, name, func(row launcherRow, name string) int { return strings.Compare(row.name, name) })
	if !is {
		return launcher{}, false
	}
	return rows[i].launcher, true
}

// IsLauncher reports whether a program's work is to start another.
func IsLauncher(name string) bool {
	_, is := launcherIn(launchers[:], name)
	return is
}
