package play_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestJobKinds: each kind has one row, says what it is about, is removed with that, and reads the subjects that it
// writes and no others.
func TestJobKinds(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("job.go")
	require.NoError(t, err)
	var declared []play.JobKind
	for _, found := range regexp.MustCompile(`JobKind = "(\w+)"`).FindAllSubmatch(source, -1) {
		declared = append(declared, play.JobKind(found[1]))
	}
	require.NotEmpty(t, declared)
	assert.ElementsMatch(t, declared, play.JobKinds(), "a kind without a row, or with two")
	for _, k := range declared {
		assert.NotZero(t, k.About(), k)
		assert.Contains(t, play.SubjectsAbout(k.About(), "x"), play.Subject(k, "x"))
		for _, other := range declared {
			_, ok := play.SubjectID[string](k, play.Subject(other, "x"))
			assert.Equal(t, k == other, ok, "%s reads the subject of %s", k, other)
		}
	}
	assert.Zero(t, play.JobKind("unknown").About())
}
