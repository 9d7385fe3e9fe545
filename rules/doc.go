// Package rules is the game of MAD: boards, ships, positions, turns and their judgement.
//
// It is pure: no clock, no chance, no input or output. A Position is a comparable value; Play
// returns the next one. "rules 5.4" in a comment is a section of RULES.md in this folder.
package rules
