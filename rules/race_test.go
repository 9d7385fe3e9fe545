//go:build race

package rules_test

// raceDetector says that the tests run under the race detector, ten times as slow.
const raceDetector = true
