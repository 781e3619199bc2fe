// Package armshell holds the default policy, so that a program without a policy
// file has one. It protects nothing by itself: internal/policy reads it.
package armshell

import _ "embed"

// Policy is the text of the shipped arms.toml.
//
//go:embed arms.toml
var Policy []byte
