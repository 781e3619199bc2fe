package policy

import (
	"strings"

	"armshell/internal/parse"
)

// A class says why a program is not a harmless utility.
type class uint8

const (
	classHarmless class = iota // as far as this table knows
	classShell
	classInterpreter
	classEditor
	classPager
	classNetwork
	classLauncher
	classDebugger
	classContainer
	classBuilder
	classManager
	classVersions
	classArchiver
	classDatabase
	classStarter
)

var classNames = [...]string{
	classHarmless:    "harmless",
	classShell:       "a shell",
	classInterpreter: "an interpreter",
	classEditor:      "an editor",
	classPager:       "a pager",
	classNetwork:     "a network program",
	classLauncher:    "a launcher",
	classDebugger:    "a debugger",
	classContainer:   "a container tool",
	classBuilder:     "a build tool",
	classManager:     "a package manager",
	classVersions:    "a version control program",
	classArchiver:    "an archiver that starts filters",
	classDatabase:    "a database client",
	classStarter:     "a program with an option that starts others",
}

func (c class) String() string { return classNames[c] }

// runsOthers reports whether running other programs is what such a program is
// for, so that an arm with one as its tool would hold nothing back.
func (c class) runsOthers() bool {
	return c == classShell || c == classInterpreter || c == classEditor || c == classLauncher || c == classDebugger
}

// classes are the programs that can run code, start programs or reach the
// network. Sources: the programs' own manuals, GTFOBins (functions shell, command,
// reverse-shell, file-download) and Debian's alternatives for editor, pager and
// x-terminal-emulator; 2026-11. Versioned names (python3.11, gcc-12) are found
// without their version. Sorted in each row.
var classes = [...]struct {
	class class
	names string
}{
	{classShell, // they run what they are told
		"ash bash busybox csh dash elvish es fish ion ksh ksh93 lksh mksh nu oksh osh pdksh posh powershell " +
			"pwsh rbash rc rksh rzsh sash sh tcsh toybox xonsh yash zsh"},
	{classInterpreter, // languages, and filters that are one: awk has system(), sed has e, dc has !
		"R Rscript awk bun clisp coffee dart dc deno ecl elixir erl escript expect gawk gforth ghci gnuplot " +
			"groovy gs gsi guile iex ipython irb java jjs jrunscript jshell julia jython kotlin lua luajit m4 " +
			"mawk micropython mono nawk node nodejs ocaml octave original-awk perl php phpdbg picolisp pike pry " +
			"pypy python qjs raku rhino ruby runghc runhaskell sbcl scala scheme sed ssed swift swipl tclsh " +
			"ts-node tsx txr v8 wasmer wasmtime wine wish zx"},
	{classEditor, // each starts a shell or a filter on request
		"atom code codium ed emacs emacsclient ex far gedit gvim helix hx jed joe jove kak kate le mc mcedit " +
			"mg micro nano ne nvi nvim pico ranger red rnano rview rvim sensible-editor subl vi view vim " +
			"vim.basic vim.gtk3 vim.nox vim.tiny vimdiff vimtutor vipe vipw xedit zed zile"},
	{classPager, // each starts a shell on request, or a formatter that its environment names
		"apropos bat batcat delta info iselect less lesspipe lv man mandb more most pager pg pinfo " +
			"sensible-pager whatis zless zmore"},
	{classNetwork, // they open connections
		"aria2c aws axel az cadaver chisel cloudflared croc curl cvs dhclient dig doctl drill elinks fetch " +
			"finger firefox ftp gcloud getent gh gitea gitea-axi glab google-chrome gsutil host hping3 http " +
			"httpie https hub hurl hydra iperf iperf3 irssi kinit ldapsearch lftp links links2 lp lpr " +
			"lwp-download lwp-request lynx mail mailx masscan mosh mtr mutt nc nc.openbsd nc.traditional ncat " +
			"ncftp netcat ngrep ngrok nmap nslookup nsupdate ntpdate openssl ping ping6 pssh pwncat rclone rcp " +
			"rlogin rsh rsync s3cmd scp sendmail sftp skopeo smbclient snmpget snmpwalk socat ssh ssh-keyscan " +
			"sshfs sshpass sslscan stunnel swaks tcpdump tea telnet tftp torify torsocks traceroute tshark w3m " +
			"websocat wget wget2 whois wireshark xh yt-dlp"},
	{classLauncher, // they start another program, now or later, or as another user
		"at batch busctl capsh chroot chrt cron crontab daemon dbus-run-session dbus-send doas dtach " +
			"dumb-init entr env fakechroot fakeroot firejail flatpak flock forever gdbus gtk-launch ionice ip " +
			"machinectl mpirun newgrp nice nohup nsenter open parallel pkexec pm2 proot run-parts runcon runuser " +
			"s6-setuidgid screen script setarch setpriv setsid sg ssh-agent sshd start-stop-daemon stdbuf su sudo " +
			"sudoedit supervisord systemctl systemd-run taskset time timeout tini tmate tmux tsp unbuffer unshare " +
			"watch watchexec x-terminal-emulator x-www-browser xargs xdg-open xterm xvfb-run zellij"},
	{classDebugger, // each runs the program it looks at, or takes one over
		"bpftrace cgdb ddd dtrace gdb gdbserver gdbtui ldd lldb ltrace perf r2 radare2 rr stap strace uftrace " +
			"valgrind"},
	{classContainer, // they start containers, machines and what is written for them
		"ansible ansible-playbook apptainer buildah bwrap containerd crictl ctr docker docker-compose helm " +
			"kind kubectl lima lxc minikube multipass nerdctl oc packer podman puppet qemu-system-x86 runc runsc " +
			"salt singularity terraform tofu vagrant virsh"},
	{classBuilder, // compilers and build tools run commands from their input, or make programs
		"ant ar as autoconf automake bazel bmake c++ c89 c99 cabal cargo cc ccache clang clang++ cmake " +
			"composer cpp ctest dotnet dune fpc g++ gcc gfortran ghc gmake go gradle jar javac just kotlinc latex " +
			"latexmk ld ld.bfd ld.gold lualatex make meson mvn nasm nim ninja nix nix-build nix-shell nvcc " +
			"objcopy ocamlc pdflatex pdftex protoc qmake rake rustc sbt scalac scons stack swiftc task tcc tex " +
			"xelatex zig"},
	{classManager, // package managers download programs and run them
		"apk apt apt-get aptitude asdf brew bundle bundler conda corepack cpan cpanm dnf dpkg easy_install " +
			"emerge fnm gem guix mamba mise npm npx nvm opkg pacman pdm pear pecl pip pipenv pipx pnpm pnpx " +
			"poetry pyenv rbenv rpm rpmbuild rustup snap uv uvx volta yarn yum zypper"},
	{classVersions, // version control starts editors, pagers, hooks and remote helpers
		"bzr darcs fossil git git-lfs git-shell got hg jj p4 pijul rcs svk svn svnadmin tig"},
	{classArchiver, // they take a filter or a command to start
		"7z 7za 7zr bsdcpio bsdtar cpio dump gtar pax rar restore shar star tar unrar zip"},
	{classDatabase, // clients with a shell escape, or that load code
		"clickhouse duckdb mariadb mongo mongosh mycli mysql mysqldump pgcli psql redis-cli sqlcmd sqlite " +
			"sqlite3 sqlplus usql"},
	{classStarter, // text and file tools with an option that names a program to start
		"dialog diff3 fd fdfind find fzf install mlr patch peg rg run-mailcap sdiff see sk split whiptail"},
}

// classOf returns what is known of the program of that name.
func classOf(name string) class {
	bare := unversioned(name)
	for _, row := range classes {
		if hasWord(row.names, name) || hasWord(row.names, bare) {
			return row.class
		}
	}
	if parse.IsLauncher(name) {
		return classLauncher
	}
	return classHarmless
}

// NeedsAdmission reports whether the program is none of the harmless ones that an arm
// may have as a utility.
func NeedsAdmission(name string) bool { return classOf(name) != classHarmless }

// hasWord reports whether word is one of the blank-separated words.
func hasWord(words, word string) bool {
	for at := 0; word != ""; {
		i := strings.Index(words[at:], word)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(word)
		if (start == 0 || words[start-1] == ' ') && (end == len(words) || words[end] == ' ') {
			return true
		}
		at = end
	}
	return false
}

// unversioned cuts the version off a program's name: python3.11 is python.
func unversioned(name string) string {
	if bare := strings.TrimRight(name, "0123456789.-"); bare != "" {
		return bare
	}
	return name
}
