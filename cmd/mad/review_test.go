package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/review"
)

// ended is a game in which both sides miss a victory.
const ended = `[Position "6x4 b2-------------- d5------c6------ b - 0 -"]

1... 211-b6 2. 111-c2 211-b4 3. 111-c3 211-b3 4. 111xb3 111-d4 5. 111-c3 111-c4 6. 111xc4 1-0
`

const reviewed = `1-0, Blue ahead until round 3; won by force for Red from round 4

      turns mistakes blunders accuracy
Red       5        1        0    -
Blue      5        1        1    -

3. 111-c3: mistake, 0.00 lost; 111-c1 was best (seen at 1)
3... 211-b3: blunder, 1.00 lost; 211xc3 was best, a victory in 1 (seen at 1)
5... 111-c4: mistake, 0.00 lost; 111-d5 was best (seen at 1)

turn   played                 outlook of Red  loss  class      best
1...   211-b6                           0.00  0.00
2.     111-c2                           0.00  0.00
2...   211-b4                           0.00  0.00
3.     111-c3                           0.00  0.00  mistake
3...   211-b3                           1.00  1.00  blunder    211xc3
4.     111xb3                           1.00  0.00
4...   111-d4                           1.00  0.00
5.     111-c3                           1.00  0.00
5...   111-c4                           1.00  0.00  mistake
6.     111xc4                           1.00  0.00
`

// TestReview: each run prints the same, and mentions forced wins only where there are any.
func TestReview(t *testing.T) {
	t.Parallel()
	got := call(ended, "review", "-nodes", "2000", "-")
	require.Equal(t, exitOK, got.code, got.err)
	assert.Equal(t, reviewed, got.out)
}

// TestReview_Several: several games have a line each, in either format.
func TestReview_Several(t *testing.T) {
	t.Parallel()
	records := call(ended+"\n"+ended, "review", "-nodes", "500", "-")
	require.Equal(t, exitOK, records.code, records.err)
	assert.Len(t, strings.Split(strings.TrimSpace(records.out), "\n"), 3)
	line := "6x4 b2-------------- d5------c6------ b - 0 - ; 211-b6 111-c2 211-b4 111-c3 211-b3 111xb3 111-d4 111-c3 111-c4 111xc4\n"
	assert.Equal(t, records, call(line+"\n"+line, "review", "-nodes", "500", "-"))
}

// TestReview_Lead: the size of a lead is the name of a class of ships.
func TestReview_Lead(t *testing.T) {
	t.Parallel()
	g, err := parseReplay("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 - ; 112=221 112=221", 40)
	require.NoError(t, err)
	r := review.Review{Outlooks: []float64{0.5, 0.8, 0.8}}
	assert.Equal(t, "even until round 1; Red ahead by about a destroyer from round 1", storyText(&g, &r))
}

func TestReview_Picture(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	games, picture := filepath.Join(dir, "game.txt"), filepath.Join(dir, "outlook.png")
	require.NoError(t, os.WriteFile(games, []byte("\ufeff"+ended), 0o600))
	got := call("", "review", games, "-nodes", "100", "-picture", picture, "-theme", "paper")
	require.Equal(t, exitOK, got.code, got.err)
	f, err := os.Open(picture)
	require.NoError(t, err)
	defer f.Close()
	_, err = png.Decode(f)
	require.NoError(t, err)
}

// TestReview_PictureAlone: a picture on standard output is the only output.
func TestReview_PictureAlone(t *testing.T) {
	t.Parallel()
	got := call(ended, "review", "-", "-nodes", "100", "-picture", "-")
	require.Equal(t, exitOK, got.code, got.err)
	_, err := png.Decode(strings.NewReader(got.out))
	require.NoError(t, err)
}

func TestReview_Refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		args []string
		code int
		err  string
	}{
		"no file":       {"", nil, exitUsage, "a file is needed"},
		"two files":     {"", []string{"a", "b"}, exitUsage, `unexpected "b"`},
		"theme":         {"", []string{"-", "-theme", "pink"}, exitUsage, "pink"},
		"missing file":  {"", []string{"no such file"}, exitFailed, "no such file"},
		"nothing":       {" \n", []string{"-"}, exitFailed, "there is no game in it"},
		"no game":       {"hello", []string{"-"}, exitFailed, `line 1, column 1: round 1, "hello"`},
		"illegal":       {"6x4 b2-------------- d5------c6------ b - 0 - ; 111-a1", []string{"-"}, exitFailed, "line 1: illegal: 1"},
		"no turn":       {"[Red \"A\"]\n", []string{"-", "-picture", "x.png"}, exitFailed, "game 1: no turn was played"},
		"two, pictured": {ended + ended, []string{"-", "-picture", "x.png"}, exitUsage, "there are 2"},
	} {
		got := call(c.in, append([]string{"review"}, c.args...)...)
		assert.Equal(t, c.code, got.code, name)
		assert.Contains(t, got.err, c.err, name)
		assert.Equal(t, 1, strings.Count(got.err, "\n"), name)
	}
}
