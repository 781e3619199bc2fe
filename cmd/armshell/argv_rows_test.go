package main

// argvRows are shapes of a shell's arguments and what bash 5.2 takes as the text:
//
//	c TEXT ZERO PARAMS…   the operand of -c
//	f FILE PARAMS…        a script file
//	s ZERO PARAMS…        standard input
//	none ARGS…            nothing; ARGS is what is left for bash
//
// The first block is shared/clients/optmatrix.json, what clients were seen or said
// to send, recorded from bash 5.2.15 on 2026-11-30. C and D are texts, F a script
// file, R an rc file. argv_bash_test.go asks bash itself.
const argvRows = `
-c C                       | c C bash
-c C zero                  | c C zero
-c C zero a b              | c C zero a b
-lc C                      | c C bash
-cl C                      | c C bash
-ic C                      | c C bash
-ci C zero a               | c C zero a
-c -l C                    | c C bash
-c -i C                    | c C bash
-c -e C                    | c C bash
-c -l -i C zero a          | c C zero a
-ec C                      | c C bash
-ce C                      | c C bash
-euc C                     | c C bash
-xc C                      | c C bash
-e -c C                    | c C bash
-e -u -o pipefail -c C     | c C bash
-eu -o pipefail -c C       | c C bash
-euo pipefail -c C         | c C bash
-o pipefail -c C           | c C bash
-oe pipefail -c C          | c C bash
-ceo pipefail C            | c C bash
-co pipefail C             | c C bash
-c -o pipefail C zero a    | c C zero a
+e -c C                    | c C bash
+o pipefail -c C           | c C bash
-c +e C zero               | c C zero
-O extglob -c C            | c C bash
-O extglob -c C -- a       | c C -- a
-c -O extglob C            | c C bash
+O extglob -c C            | c C bash
-c -- C                    | c C bash
-c -- C zero a             | c C zero a
-c - C                     | c C bash
-- -c C                    | f -c C
-c C -- a b                | c C -- a b
--norc -c C                | c C bash
--noprofile --norc -c C    | c C bash
--norc --noprofile -e -o pipefail F | f F
--login -c C               | c C bash
-l -c C                    | c C bash
-l -i -c C                 | c C bash
-i -l -c C                 | c C bash
-login -c C                | c C bash
-norc -c C                 | c C bash
-c --norc C                | none -c --norc
-c --login C               | none -c --login
-e --norc -c C             | none -e --norc
--rcfile R -c C            | c C bash
--rcfile R -i -c C         | c C bash
--init-file R -c C         | c C bash
--posix -c C               | c C bash
--noediting -c C           | c C bash
--noediting -i -c C        | c C bash
--restricted -c C          | c C bash
-r -c C                    | c C bash
-p -c C                    | c C bash
--debugger -c C            | c C bash
--verbose -c C             | c C bash
-v -c C                    | c C bash
-n -c C                    | c C bash
-D -c C                    | c C bash
--dump-strings -c C        | c C bash
-m -c C                    | c C bash
-f -c C                    | c C bash
-a -c C                    | c C bash
-b -c C                    | c C bash
-h -c C                    | c C bash
-k -c C                    | c C bash
-t -c C                    | c C bash
-B -c C                    | c C bash
-E -T -c C                 | c C bash
-H -c C                    | c C bash
-P -c C                    | c C bash
-s                         | s bash
-s a b                     | s bash a b
-s -- a b                  | s bash a b
-se a                      | s bash a
-es -- a                   | s bash a
-s -c C                    | c C bash
-c -s C                    | c C bash
-i                         | s bash
-l                         | s bash
-li                        | s bash
--login                    | s bash
--login -i                 | s bash
-                          | s bash
- a b                      | f a b
--                         | s bash
-- F a                     | f F a
- F a                      | f F a
-e                         | s bash
-x                         | s bash
F                          | f F
F a b                      | f F a b
-e F a                     | f F a
-x F                       | f F
-xe F                      | f F
-e -- F a                  | f F a
-l F a                     | f F a
--login F a                | f F a
-o pipefail F a            | f F a
-eo pipefail F a           | f F a
-o pipefail -- F -c C      | f F -c C
F -c C                     | f F -c C
-O extglob F a             | f F a
--norc F a                 | f F a
-c                         | none -c
-c ''                      | c '' bash
-o                         | s bash
-O                         | s bash
-o nosuch -c C             | none -o nosuch
-Z -c C                    | none -Z
--nosuch -c C              | none --nosuch
--version                  | none --version
--help                     | none --help
--version -c C             | none --version
/nonexistent               | f /nonexistent
-c C -c D                  | c C -c D
-cc C                      | c C bash
-c -c C                    | c C bash

                           | s bash
''                         | f ''
'' -c C                    | f '' -c C
-c '' zero                 | c '' zero
-co                        | none -co
-c -o                      | none -c -o
-eo                        | s bash
-so                        | s bash
-oo pipefail               | s bash
-oo pipefail nounset F     | f F
-ooe pipefail nounset -c C | c C bash
-ooe pipefail -c C         | none -ooe pipefail -c
-oO pipefail extglob F a   | f F a
-Oo extglob pipefail -c C  | c C bash
-oc pipefail C zero        | c C zero
-o -c C                    | none -o -c
-O -c C                    | none -O -c
-O nosuch F                | none -O nosuch
-O nosuch -c C             | none -O nosuch -c ''
-O nosuch -Z -c C          | none -O nosuch -Z
-O nosuch -c               | none -O nosuch -c
-O nosuch -s a             | none -O nosuch -s
-O pipefail -c C           | none -O pipefail -c ''
-o extglob -c C            | none -o extglob
-c --                      | none -c --
-c -                       | none -c -
-c -- -- C                 | c -- C
-c -- -c C                 | c -c C
-- -- C                    | f -- C
- -c C                     | f -c C
-e - -c C                  | f -c C
- - C                      | f - C
--init-file                | none --init-file
--rcfile                   | none --rcfile
--rcfile -c C              | f C
--rcfile --norc -c C       | c C bash
-rcfile R F                | f F
---login -c C              | none ---login
---- -c C                  | none ----
--c C                      | none --c
--help --nosuch            | none --help --nosuch
--help F                   | none --help
--help -Z                  | none --help
-help -c C                 | none -help
-version                   | none -version
--wordexp C                | none --wordexp
--protected -c C           | none --protected
--pretty-print -c C        | c C bash
+c X                       | c X bash
+ C                        | f C
+ -c C                     | c C bash
++ -c C                    | none ++
+- -c C                    | none +-
+login -c C                | none +ogin -c
+norc -c C                 | none +norc -c
+-norc -c C                | none +-norc
-cs C a                    | c C a
+s a                       | s bash a
+l -c C                    | c C bash
+D F                       | f F
-abc C                     | c C bash
-abcd C                    | none -abcd
-abefhkmnptuvxBCEHPT -c C  | c C bash
-A -c C                    | none -A
-I -c C                    | none -I
-c1 C                      | none -c1
-e- -c C                   | none -e-
-é -c C                    | none -é
-r +r -c C                 | none -r +r
--restricted +r -c C       | none --restricted +r
+r -c C                    | c C bash
-cZl C                     | none -cZl
-coZ pipefail C            | none -coZ pipefail
-O extdebug -c C           | c C bash
-Oe extdebug F             | f F
-eO extdebug -c C          | c C bash
+O extdebug -c C           | c C bash
--debugger F a             | f F a
-debugger -e F a           | f F a
--debugger --nosuch        | none --nosuch
-l -O extdebug             | s bash
-lZ -c C                   | none -Z
-l --norc -c C             | none + --norc
-l -posix pipefail -c C    | c C bash
-O extdebug -posix nounset | s bash
--login -posix -c C        | c C bash
`
