package policy

// A startUpRow names files that a program reads when it starts, or that the system
// starts by itself, as code or as configuration that names code.
type startUpRow struct {
	dir   string // a pattern of the directory in normal form; empty is any, ~ the home directory
	names string // patterns of the names in it
	by    string // who runs or obeys it
}

// startUpRows, sorted. Collected 2026-11 from what the programs' manuals say under
// FILES, the kernel's from core(5), cgroups(7) and its sysctl documentation. Files of
// bash 5.2, dash, zsh 5.9, curl 7.88, jq 1.6, git 2.39, vim 9, python 3.11 and gdb 13 are
// tried by TestStartUpFiles where the program is there. A home directory's file counts in any
// directory, since any may be somebody's home, a project that its program is started
// in, or become $ZDOTDIR and the like.
//
// Not here: .netrc (names and passwords; only ftp runs its macros), Makefile,
// package.json and other files that only a program told to build reads,
// .config/tea (the tool's own), .gitattributes and .mailmap (they name nothing that runs).
var startUpRows = [...]startUpRow{
	{"", ".bash_aliases .bash_completion .bash_login .bash_logout .bash_profile .bashrc", "bash"},
	{"", ".cshrc .login .logout .tcshrc", "csh"},
	{"", ".curlrc", "curl"},
	{"", ".emacs .emacs.el .gvimrc .exrc .nanorc .nvimrc .vimrc", "an editor"},
	{"", ".envrc .mise.toml mise.toml", "direnv or mise"},
	{"", ".forward", "the mail system"},
	{"", ".gdbinit .lldbinit", "a debugger"},
	{"", ".ghci .iex.exs .irbrc .ocamlinit .pryrc .pdbrc .Rprofile sitecustomize.py usercustomize.py", "an interpreter"},
	{"", ".gitconfig .gitmodules", "git"},
	{"", ".hgrc", "Mercurial"},
	{"", ".inputrc", "readline"},
	{"", ".jq", "jq"},
	{"", ".kshrc .mkshrc .profile .shinit .shrc", "a shell"},
	{"", ".lessfilter .lesskey", "less"},
	{"", ".mailcap", "whatever shows a file"},
	{"", ".mcp.json", "an agent"},
	{"", ".npmrc .pnpmfile.cjs .yarnrc .yarnrc.yml", "a package manager"},
	{"", ".pam_environment", "login"},
	{"", ".psqlrc .sqliterc", "a database client"},
	{"", ".screenrc .tmux.conf", "a terminal multiplexer"},
	{"", ".wgetrc", "wget"},
	{"", ".xinitrc .xprofile .xsession .xsessionrc", "X11"},
	{"", ".zlogin .zlogout .zprofile .zshenv .zshrc", "zsh"},
	{"*/.bash_completion.d", "*", "bash"},
	{"*/.cargo", "config config.toml env", "cargo"},
	{"*/.claude", "settings.json settings.local.json", "an agent"},
	{"*/.codex", "config.toml hooks.json", "an agent"},
	{"*/.config", "curlrc", "curl"},
	{"*/.config", "starship.toml", "a shell's prompt"},
	{"*/.config/autostart", "*.desktop", "the desktop"},
	{"*/.config/direnv", "*", "direnv"},
	{"*/.config/environment.d", "*.conf", "login"},
	{"*/.config/fish", "config.fish", "fish"},
	{"*/.config/fish/completions", "*.fish", "fish"},
	{"*/.config/fish/conf.d", "*.fish", "fish"},
	{"*/.config/fish/functions", "*.fish", "fish"},
	{"*/.config/gh", "config.yml", "gh"},
	{"*/.config/git", "config", "git"},
	{"*/.config/mise", "*", "mise"},
	{"*/.config/nvim", "init.lua init.vim", "an editor"},
	{"*/.config/systemd/user", "*", "systemd"},
	{"*/.config/tmux", "tmux.conf", "tmux"},
	{"*/.config/zsh", ".z*", "zsh"},
	{"*/.cursor", "hooks.json mcp.json", "an agent"},
	{"*/.emacs.d", "early-init.el init.el", "an editor"},
	{"*/.gemini", "settings.json", "an agent"},
	{"*/.git", "config config.worktree", "git"},
	{"*/.git/hooks", "*", "git"},
	{"*/.git/modules/*", "config", "git"},
	{"*/.githooks", "*", "git"},
	{"*/.hg", "hgrc", "Mercurial"},
	{"*/.husky", "*", "git"},
	{"*/.jq", "*.jq", "jq"},
	{"*/.local/bin", "*", "the shell, which finds programs there,"},
	{"*/.local/share/bash-completion/completions", "*", "bash"},
	{"*/.local/share/systemd/user", "*", "systemd"},
	{"*/.oh-my-zsh/custom", "*.zsh", "zsh"},
	{"*/.ssh", "authorized_keys authorized_keys2 config environment rc", "ssh"},
	{"*/.vim/plugin", "*.vim", "an editor"},
	{"*/.vscode", "mcp.json settings.json tasks.json", "an editor"},
	{"*/hooks", "applypatch-msg commit-msg fsmonitor-watchman post-applypatch post-checkout post-commit post-index-change " +
		"post-merge post-receive post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit " +
		"pre-push pre-rebase pre-receive prepare-commit-msg proc-receive push-to-checkout reference-transaction " +
		"sendemail-validate update", "git"},
	{"/etc", "anacrontab at.allow bash.bashrc bashrc crontab csh.cshrc csh.login csh.logout environment gitconfig inputrc " +
		"ksh.kshrc ld.so.conf ld.so.preload mailcap npmrc profile rc.local sudoers wgetrc zshenv zshrc", "a program of the system"},
	{"/etc/*.d", "*", "a program of the system"},
	{"/etc/cron.*", "*", "cron"},
	{"/etc/fish", "*", "fish"},
	{"/etc/ssh", "ssh_config sshd_config sshrc", "ssh"},
	{"/etc/systemd/*", "*", "systemd"},
	{"/etc/vim", "*", "an editor"},
	{"/etc/zsh", "*", "zsh"},
	{"/proc/sys/fs/binfmt_misc", "*", "the kernel"},
	{"/proc/sys/kernel", "core_pattern hotplug modprobe poweroff_cmd", "the kernel"},
	{"/sys/*", "release_agent uevent_helper", "the kernel"},
	{"/var/spool/at", "*", "at"},
	{"/var/spool/cron", "*", "cron"},
	{"/var/spool/cron/*", "*", "cron"},
	{"~/bin", "*", "the shell, which finds programs there,"},
}
