// Package bot plays MAD on Discord: it keeps a connection to the gateway, answers commands and
// buttons, and shows matches in their channels.
//
// From the outside in: supervisor.go keeps one live session after another; dispatch.go decodes an
// interaction, finds its handler and alone answers; a cmd_*.go file holds a command with its
// buttons and the words that only it needs, package text the others; board.go shows a match. Handlers are functions from a Call to a Reply
// and never touch a session, so they are tested as functions.
package bot
