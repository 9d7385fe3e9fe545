// Package playtest is for tests: the contract that any play.Store passes, and a Store in memory.
package playtest
