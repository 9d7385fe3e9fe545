// Package bot plays MAD on Discord: it answers commands and buttons and shows matches in their
// channels.
//
// From the outside in: package discord receives an interaction; package dispatch finds its handler and
// sends the answer; a cmd_*.go file holds a command with its buttons and the words that only it needs,
// package text has the others; package ui has what messages consist of; announcer.go shows a match in
// its channel. Handlers are functions from a Call to a Reply and never touch a session, so they are
// tested as functions.
package bot
