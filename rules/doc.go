// Package rules is the game of MAD: boards, ships, positions, turns and their judgement.
//
// It is pure: no clock, no chance, no input or output. A Position is a comparable value; Play
// returns the next one. Section numbers in comments are those of the settled rules, whose text
// the README summarises.
package rules
