package transfer_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/transfer"
)

// requireUntouched checks that a store is empty.
func requireUntouched(t testing.TB, s store) {
	t.Helper()
	requireSame(t, fresh(t), s)
}

// sealed returns an altered export with a last line that fits it.
func sealed(lines []string) []byte {
	body := strings.Join(lines[:len(lines)-2], "")
	counts, _, _ := strings.Cut(lines[len(lines)-2], `"sha256"`)
	return fmt.Appendf(nil, "%s%s\"sha256\":\"%x\"}\n", body, counts, sha256.Sum256([]byte(body)))
}

// TestImport_Damaged: an export that is incomplete or altered is refused with the number of the line, and nothing is
// imported.
func TestImport_Damaged(t *testing.T) {
	t.Parallel()
	text := string(export(t, filled(t, 12)))
	lines := strings.SplitAfter(text, "\n") // the last one is empty
	turns := 0
	for !strings.Contains(lines[turns], `"table":"turns"`) {
		turns++
	}
	with := func(i int, line string) []byte {
		changed := append([]string(nil), lines...)
		changed[i] = line
		return sealed(changed)
	}
	end := lines[len(lines)-2]
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"empty":     {nil, "line 1: the export is cut off"},
		"no export": {[]byte("{}\n"), "line 1: this is no export"},
		"no text":   {[]byte("SQLite format 3\x00 and so on\n"), "line 1: this is no export"},
		"newer version": {with(0, strings.Replace(lines[0], `"version":1`, `"version":2`, 1)),
			transfer.ErrVersion.Error()},
		"newer schema": {with(0, strings.Replace(lines[0], `"schema":1`, `"schema":2`, 1)),
			"schema 2, this one reads"},
		"older schema": {with(0, strings.Replace(lines[0], `"schema":1`, `"schema":0`, 1)),
			transfer.ErrVersion.Error()},
		"no end":             {[]byte(strings.TrimSuffix(text, end)), "the export is cut off"},
		"no end of line":     {[]byte(text[:len(text)-1]), "cut off in the middle of a line"},
		"cut line":           {[]byte(text[:len(text)/2]), "cut off"},
		"cut after a line":   {[]byte(strings.Join(lines[:turns+3], "")), "cut off"},
		"doubled line":       {with(turns+1, lines[turns+1]+lines[turns+1]), "not after the row before it"},
		"lines out of order": {with(turns+1, lines[turns+2]+lines[turns+1]), "table turns"},
		"line missing":       {with(turns-1, ""), "the export has other rows than it says"},
		"last turn missing":  {with(len(lines)-3, ""), "the export has other rows than it says"},
		"unknown table": {with(turns, strings.Replace(lines[turns], "turns", "burns", 1)),
			"table turns and its columns"},
		"unknown column": {with(turns, strings.Replace(lines[turns], "played", "prayed", 1)),
			"table turns and its columns"},
		"table missing":     {with(turns, ""), "table deliveries"},
		"value missing":     {with(turns+1, "[\"m\",1,\"pass\"]\n"), "not what stands here in an export"},
		"value too many":    {with(turns+1, "[\"m\",1,\"pass\",1,1]\n"), "not what stands here in an export"},
		"text for a number": {with(turns+1, "[\"m\",\"1\",\"pass\",1]\n"), "column ply: not a value of its column"},
		"fraction":          {with(turns+1, "[\"m\",1.5,\"pass\",1]\n"), "invalid syntax"},
		"huge number":       {with(turns+1, "[\"m\",18446744073709551615,\"pass\",1]\n"), "out of range"},
		"no value":          {with(turns+1, "[\"m\",null,\"pass\",1]\n"), "column ply: not a value of its column"},
		"flag for a number": {with(turns+1, "[\"m\",true,\"pass\",1]\n"), "column ply: not a value of its column"},
		"match of nobody":   {with(turns+1, "[\"0\",1,\"pass\",1]\n"+lines[turns+1]), "FOREIGN KEY"},
		"turn missing":      {with(turns+1, ""), "turns follow each other"},
		"second one":        {[]byte(text + text), "something follows the end"},
		"spaces behind":     {[]byte(text + " "), "something follows the end"},
		"line too long":     {with(turns+1, "["+strings.Repeat(" ", 17<<20)+"]\n"), "a line is too long"},
		"other end":         {[]byte(strings.Replace(text, `"sha256":`, `"SHA256":`, 1)), "altered"},
		"other counts":      {[]byte(strings.Replace(text, `"servers":2`, `"servers":3`, 1)), "other rows than it says"},
		"more in the end":   {[]byte(strings.Replace(text, `"sha256":`, `"more":1,"sha256":`, 1)), "the last line"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := fresh(t)
			require.ErrorContains(t, load(t, to, c.text), c.want)
			requireUntouched(t, to)
		})
	}
}

// TestImport_Altered: an export with any byte changed or any end cut off is refused.
func TestImport_Altered(t *testing.T) {
	t.Parallel()
	text, to := export(t, filled(t, 6)), fresh(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		altered := bytes.Clone(text)
		altered[r.IntN(len(text))] ^= 1 << r.IntN(8)
		require.Error(t, load(t, to, altered))
		require.Error(t, load(t, to, text[:r.IntN(len(text))]))
	}
	requireUntouched(t, to)
	require.NoError(t, load(t, to, text), "it takes what is whole afterwards")
}

// TestFill_NotEmpty: a store that contains anything is refused and unchanged.
func TestFill_NotEmpty(t *testing.T) {
	t.Parallel()
	from, to := filled(t, 3), fresh(t)
	require.NoError(t, to.Do(t.Context(), func(tx play.Tx) error {
		return tx.SaveServer(t.Context(), play.Server{ID: "1"})
	}))
	before := export(t, to)
	require.ErrorIs(t, load(t, to, export(t, from)), transfer.ErrNotEmpty)
	require.ErrorIs(t, from.Snapshot(t.Context(), func(from sqlstore.Conn) error {
		return to.Fill(t.Context(), func(to sqlstore.Conn) error {
			_, err := transfer.Copy(t.Context(), from, to, sqlstore.Tables(), nil)
			return err
		})
	}), transfer.ErrNotEmpty)
	assert.Equal(t, string(before), string(export(t, to)))
}

// TestCompare: the difference is described.
func TestCompare(t *testing.T) {
	t.Parallel()
	a := filled(t, 12)
	for statement, want := range map[string]string{
		"UPDATE matches SET grace = grace + 1 WHERE id = (SELECT min(id) FROM matches)": `^matches m\w+: ` +
			`grace is \d+, in the copy \d+$`,
		"UPDATE deliveries SET away = NOT away WHERE match = (SELECT min(match) FROM deliveries)": `^deliveries m\w+: ` +
			`away is (true|false), in the copy (true|false)$`,
		"DELETE FROM jobs WHERE kind = 'digest'": `^jobs digest/\d+ digest: ` +
			`missing in the copy$`,
		"INSERT INTO servers VALUES ('9', '{}')": "^servers 9: in the copy alone$",
		"INSERT INTO servers VALUES ('1', '{}')": "^servers 1: in the copy alone$",
		"UPDATE matches SET started = NULL WHERE id = (SELECT min(id) FROM matches)": `^matches m\w+: ` +
			`started is \d+, in the copy <nil>$`,
		"UPDATE jobs SET version = 99 WHERE kind = 'digest'": "^jobs .*: " +
			"version is 1, in the copy 99$",
		"UPDATE jobs SET lease = 99, claim = 99 WHERE kind = 'digest'": "",
		`UPDATE servers SET settings = '{ "maxOpen" : 3, "threads": true }'`: `^servers 7: ` +
			`settings is \{\}, in the copy {"maxOpen":3`,
	} {
		t.Run(statement, func(t *testing.T) {
			t.Parallel()
			b := fresh(t)
			pass(t, a, b)
			require.NoError(t, b.Fill(t.Context(), func(c sqlstore.Conn) error {
				_, err := c.ExecContext(t.Context(), statement)
				return err
			}))
			found := differenceOf(t, a, b)
			if want == "" {
				assert.Empty(t, found)
				return
			}
			assert.Regexp(t, want, found)
		})
	}
	assert.Contains(t, differenceOf(t, a, fresh(t)), "missing in the copy")
	assert.Contains(t, differenceOf(t, fresh(t), a), "in the copy alone")
}

// differenceOf returns the difference of b from a.
func differenceOf(t *testing.T, a, b *sqlite.DB) string {
	t.Helper()
	var found *transfer.DifferenceError
	err := a.Snapshot(t.Context(), func(a sqlstore.Conn) error {
		return b.Snapshot(t.Context(), func(b sqlstore.Conn) error { return transfer.Compare(t.Context(), a, b) })
	})
	if err == nil {
		return ""
	}
	require.ErrorAs(t, err, &found)
	return found.Found
}

// TestExport_Text: values that cannot be written as JSON text are refused, not changed.
func TestExport_Text(t *testing.T) {
	t.Parallel()
	for column, values := range map[string]string{
		"id":       "(CAST(x'61ff' AS TEXT), '{}')",
		"settings": `('1', '{"preset":"' || CAST(x'ff' AS TEXT) || '"}')`,
	} {
		db := fresh(t)
		require.NoError(t, db.Fill(t.Context(), func(c sqlstore.Conn) error {
			_, err := c.ExecContext(t.Context(), "INSERT INTO servers VALUES "+values)
			return err
		}))
		err := db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
			_, err := transfer.Export(t.Context(), c, new(bytes.Buffer), nil)
			return err
		})
		require.ErrorContains(t, err, "table servers")
		require.ErrorContains(t, err, "column "+column+": not a value of its column")
	}
}

// TestProgress: the progress of each table is reported.
func TestProgress(t *testing.T) {
	t.Parallel()
	from, to := filled(t, 20), fresh(t)
	told := transfer.Counts{}
	require.NoError(t, from.Snapshot(t.Context(), func(from sqlstore.Conn) error {
		return to.Fill(t.Context(), func(to sqlstore.Conn) error {
			counts, err := transfer.Copy(t.Context(), from, to, sqlstore.Tables(), func(table string, rows int) {
				assert.GreaterOrEqual(t, rows, told[table])
				told[table] = rows
			})
			assert.Equal(t, counts, told)
			return err
		})
	}))
}

// TestCopy_Altering: a copy that differs from the original is rolled back.
func TestCopy_Altering(t *testing.T) {
	t.Parallel()
	from, to := filled(t, 3), fresh(t)
	require.NoError(t, to.Fill(t.Context(), func(c sqlstore.Conn) error {
		_, err := c.ExecContext(t.Context(), `CREATE TRIGGER altering AFTER INSERT ON servers
			BEGIN UPDATE servers SET settings = '{"threads":false}' WHERE id = NEW.id; END`)
		return err
	}))
	var different *transfer.DifferenceError
	require.ErrorAs(t, from.Snapshot(t.Context(), func(from sqlstore.Conn) error {
		return to.Fill(t.Context(), func(to sqlstore.Conn) error {
			_, err := transfer.Copy(t.Context(), from, to, sqlstore.Tables(), nil)
			return err
		})
	}), &different)
	assert.ErrorContains(t, different, `servers 7: settings is {}, in the copy {"threads":false}`)
	requireUntouched(t, to)
}
