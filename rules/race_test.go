//go:build race

package rules_test

// raceDetector says that the tests run under the race detector, about ten times slower.
const raceDetector = true
