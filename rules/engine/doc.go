// Package engine looks for good turns of MAD: the search behind hints and computer opponents.
//
// It is a principal-variation search over package rules with a shared hash table, quiescence over
// expulsions, a tuned evaluation, and exact tables of the endings with few ships. It knows no
// clock: a search ends with its context, its limits, or its proof. The same options, history
// of searches and limits by depth or nodes give the same answer on every machine.
//
// The tests carry what only work on the engine needs: tuning the weights (selfplay_test.go says
// how), the long tests of strength (-long), and the endings of four ships (-four).
package engine
