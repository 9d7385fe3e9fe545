package render

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goldenRatings is a rating that rose and fell, and of which little was known at first.
func goldenRatings() Ratings {
	values := []float64{1500, 1662, 1570, 1640, 1702, 1688, 1609, 1652, 1711, 1749, 1730, 1718, 1760}
	r := Ratings{Value: "1760?", Words: RatingWords{"won", "lost", "uncertainty"}}
	for i, value := range values {
		point := RatingPoint{Points: value, Deviation: max(350/(1+0.35*float64(i)), 90), Date: fmt.Sprintf("2026-%02d-09", i%12+1)}
		switch {
		case i == 0:
		case value > values[i-1]:
			point.Mark = GameWon
		default:
			point.Mark = GameLost
		}
		r.Points = append(r.Points, point)
	}
	r.Points[len(values)-1].Date = "2027-01-31"
	return r
}

func TestGoldenRatings(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, theme := range Themes() {
		var b bytes.Buffer
		require.NoError(t, r.Ratings(&b, goldenRatings(), Options{Theme: theme}))
		assert.Less(t, b.Len(), 30_000)
		compareGolden(t, "ratings-"+theme.String(), b.Bytes())
	}
	for _, some := range [][2]float64{{1500, 1500}, {400, 3000}} {
		for _, n := range []int{2, 3, 101} {
			course := Ratings{Points: make([]RatingPoint, n)}
			for i := range course.Points {
				course.Points[i] = RatingPoint{Points: some[i%2], Deviation: 60, Mark: RatingMark(i%3 - 1)}
			}
			var b bytes.Buffer
			require.NoError(t, r.Ratings(&b, course, Options{}))
			assert.Less(t, b.Len(), 30_000, "%v %d", some, n)
		}
	}
	few := goldenRatings()
	few.Points = few.Points[:1]
	require.ErrorIs(t, r.Ratings(io.Discard, few, Options{}), ErrPosition)
	require.ErrorIs(t, r.Ratings(io.Discard, goldenRatings(), Options{Theme: 9}), ErrUnknown)
}

func BenchmarkRatings(b *testing.B) {
	r, course := renderer(b), goldenRatings()
	for len(course.Points) < 101 {
		course.Points = append(course.Points, course.Points[len(course.Points)%13])
	}
	require.NoError(b, r.Ratings(io.Discard, course, Options{})) // the first one prepares the theme
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := r.Ratings(&out, course, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes")
}
