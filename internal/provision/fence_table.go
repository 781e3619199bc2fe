package provision

// programDirs are directories of programs, sorted; * is any name. Sources: the Filesystem
// Hierarchy Standard 3.0, the manuals of the tools that install there, and on Debian 12
// a search of /usr/lib, /usr/libexec, /usr/local, /usr/share, /opt, /var and /etc for
// ELF files with an interpreter; 2026-12. In /usr/lib/<machine> that search finds a few
// helpers beside libraries (gettext, glib, gdk-pixbuf): they stay readable. In /usr/share it finds none, and each
// directory with an exception in it costs a start its entries: see confine.Span.
var programDirs = [...]string{
	"/bin",
	"/nix/var/nix/profiles/*/bin",
	"/opt/*/bin",
	"/opt/*/sbin",
	"/opt/bin",
	"/run/current-system/sw/bin",
	"/sbin",
	"/snap/bin",
	"/usr/bin",
	"/usr/games",
	"/usr/lib/*/libexec",
	"/usr/lib/apt",
	"/usr/lib/cargo/bin",
	"/usr/lib/dbus-1.0",
	"/usr/lib/gcc",
	"/usr/lib/git-core",
	"/usr/lib/gnupg",
	"/usr/lib/google-cloud-sdk",
	"/usr/lib/jvm/*/bin",
	"/usr/lib/llvm-*/bin",
	"/usr/lib/openssh",
	"/usr/lib/perf-core",
	"/usr/lib/polkit-1",
	"/usr/lib/postgresql/*/bin",
	"/usr/lib/sysstat",
	"/usr/lib/systemd",
	"/usr/libexec",
	"/usr/local/*/bin",
	"/usr/local/bin",
	"/usr/local/games",
	"/usr/local/sbin",
	"/usr/sbin",
	"~/*/bin",
	"~/.*/bin",
	"~/.*/shims",
	"~/.fnm/node-versions/*/installation/bin",
	"~/.local/share/*/bin",
	"~/.nvm/versions/node/*/bin",
	"~/.pyenv/versions/*/bin",
	"~/.volta/tools/image/node/*/bin",
	"~/bin",
}

// unwritableDirs are directories in which no honest line writes, and in which the
// system's programs, their start-up files and the kernel's switches are, sorted. Standard
// output under its name in /proc is not there but where it leads. Sources: as above;
// proc(5), sysfs(5), cron(8), at(1); 2026-12.
var unwritableDirs = [...]string{"/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/sbin", "/sys", "/usr", "/var/spool/at", "/var/spool/cron"}

// systemTrees are the trees in which new files are the system's, not an agent's, sorted:
// the fence closes their directories to new files where one on the way to a
// protected file must be. Everywhere else, in homes, work trees and /tmp, honest lines
// make files and read them at once, and rules that only grant cannot let them do that
// and except a directory beside. Source: the Filesystem Hierarchy Standard 3.0.
var systemTrees = [...]string{"/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/proc", "/run", "/sbin", "/snap", "/srv", "/sys", "/usr", "/var"}

// agentTrees are those within that are not: anybody makes files there.
var agentTrees = [...]string{"/run/lock", "/run/user", "/var/crash", "/var/mail", "/var/tmp"}
