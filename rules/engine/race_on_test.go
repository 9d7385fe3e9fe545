//go:build race

package engine

// slow says that the race detector makes everything about fifteen times slower, so that tests that
// repeat do so less often.
const slow = true
