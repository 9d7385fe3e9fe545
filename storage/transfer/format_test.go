package transfer

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// sample is a table with a column of each kind.
func sample() sqlstore.Table {
	return sqlstore.Table{Name: "sample", Key: []string{"text"}, Columns: []sqlstore.Column{{Name: "text"},
		{Name: "number", Kind: sqlstore.Number, Nullable: true},
		{Name: "flag", Kind: sqlstore.Flag}, {Name: "value", Kind: sqlstore.JSON}}}
}

// FuzzRow: a row is written as one line and read back as it was.
func FuzzRow(f *testing.F) {
	f.Add("a", int64(1), true, `{"a":[1,null]}`)
	f.Add("\u2028\"\\\n\x00é<&>", int64(-1<<63), false, `"\u003c\ud800"`)
	f.Add("", int64(1<<63-1), false, "1e400")
	f.Fuzz(func(t *testing.T, text string, number int64, flag bool, value string) {
		kept, err := compact(value)
		if err != nil || !utf8.ValidString(text) || !utf8.ValidString(value) {
			t.Skip()
		}
		want := values{text, number, flag, kept}
		line, err := appendRow(nil, sample(), want)
		require.NoError(t, err)
		assert.Equal(t, 1, bytes.Count(line, []byte("\n")))
		got, err := parseRow(line, sample())
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

// FuzzParseRow: any line that can be read as a row is written back as the same row.
func FuzzParseRow(f *testing.F) {
	f.Add(`["a",null,true,{}]`)
	f.Add(`["a",1,false, [1, 2]]`)
	f.Add(`{"a":1}`)
	f.Fuzz(func(t *testing.T, line string) {
		v, err := parseRow([]byte(line), sample())
		if err != nil {
			t.Skip()
		}
		written, err := appendRow(nil, sample(), v)
		require.NoError(t, err)
		again, err := parseRow(written, sample())
		require.NoError(t, err)
		assert.Equal(t, v, again)
	})
}

// TestRow: rows are written in the documented format.
func TestRow(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]values{
		`["a",-1,true,{"b":[]}]`:      {"a", int64(-1), true, `{"b":[]}`},
		`["<\"é\n>",null,false,null]`: {"<\"é\n>", nil, false, "null"},
	} {
		line, err := appendRow(nil, sample(), v)
		require.NoError(t, err)
		assert.Equal(t, want, strings.TrimSuffix(string(line), "\n"))
	}
}
