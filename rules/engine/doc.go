// Package engine looks for good turns of MAD: the search behind hints and computer opponents.
//
// It is a principal-variation search over package rules, with a shared hash table, a quiescence search
// over expulsions, a tuned evaluation, and exact tables of endings with few ships. It has no clock: a
// search ends when its context ends, a limit is reached, or the outcome is proven. With one thread,
// the same options, earlier searches, and limits of depth or nodes give the same result on every
// machine.
//
// What only work on the engine needs is in the tests: tuning the weights (see selfplay_test.go), long
// tests of strength (-long), and endings with four ships (-four).
package engine
