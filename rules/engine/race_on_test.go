//go:build race

package engine

// slow says that the race detector makes everything about fifteen times slower; tests repeat less
// often then.
const slow = true
