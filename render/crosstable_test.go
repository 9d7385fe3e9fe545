package render

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goldenCrosstable is a full group in which one player has left, with long names and one that the font does not have.
func goldenCrosstable() Crosstable {
	const o, v, l, h, w = OpenCell, VoidCell, LossCell, HalfCell, WinCell
	return Crosstable{
		Words: CrosstableWords{"Punkte", "steigt auf", "steigt ab"},
		Rows: []CrosstableRow{
			{Place: 1, Name: "Émilie Ångström-Wójcik", Points: "3½", Cells: []Cell{o, w, h, w, w, v}, Move: MoveUp},
			{Place: 2, Name: "Bob", Points: "3", Cells: []Cell{l, o, w, w, w, v}, Own: true},
			{Place: 3, Name: "太郎", Points: "1½", Cells: []Cell{l, l, o, w, o, h}},
			{Place: 4, Name: "Алиса 🚀", Points: "½", Cells: []Cell{l, l, l, o, o, h}},
			{Place: 5, Name: "𝓓𝓸𝓻𝓪", Points: "0", Cells: []Cell{l, l, o, o, o, v}, Move: MoveDown},
			{Place: 6, Name: "WWWWWWWWWWWWWWWWWWWWWWWW", Points: "0", Cells: []Cell{v, v, l, l, v, o}, Out: true},
		},
	}
}

func TestGoldenCrosstable(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, theme := range Themes() {
		var b bytes.Buffer
		require.NoError(t, r.Crosstable(&b, goldenCrosstable(), Options{Theme: theme}))
		assert.Less(t, b.Len(), 30_000)
		compareGolden(t, "crosstable-"+theme.String(), b.Bytes())
	}
	var b bytes.Buffer
	small := Crosstable{Words: goldenCrosstable().Words}
	for _, row := range goldenCrosstable().Rows[:3] {
		row.Cells, row.Move = row.Cells[:3], 0
		small.Rows = append(small.Rows, row)
	}
	require.NoError(t, r.Crosstable(&b, small, Options{}))
	compareGolden(t, "crosstable-small", b.Bytes())
}

func TestCrosstable_Errors(t *testing.T) {
	t.Parallel()
	r, table := renderer(t), goldenCrosstable()
	require.ErrorIs(t, r.Crosstable(io.Discard, Crosstable{}, Options{}), ErrPosition)
	require.ErrorIs(t, r.Crosstable(io.Discard, table, Options{Theme: 9}), ErrUnknown)
	table.Rows[0].Cells = nil
	require.ErrorIs(t, r.Crosstable(io.Discard, table, Options{}), ErrPosition)
}

// TestCrosstable_Names: names keep what the font has of them and are cut to their column.
func TestCrosstable_Names(t *testing.T) {
	t.Parallel()
	th, err := renderer(t).theme(Cosmos)
	require.NoError(t, err)
	c := crosstable{glyphs{th, 1}, goldenCrosstable()}
	var names []string
	for i := range c.table.Rows {
		names = append(names, c.fonts.fit(c.name(i), crossText, 200))
	}
	assert.Equal(t, []string{"Émilie Ång…", "Bob", "#3", "Алиса", "Dora", "WWWWW…"}, names)
}

func BenchmarkCrosstable(b *testing.B) {
	r := renderer(b)
	var out bytes.Buffer
	require.NoError(b, r.Crosstable(io.Discard, goldenCrosstable(), Options{})) // the first one prepares the theme
	for b.Loop() {
		out.Reset()
		if err := r.Crosstable(&out, goldenCrosstable(), Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes")
}
