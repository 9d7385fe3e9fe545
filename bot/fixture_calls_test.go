package bot

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// match returns the current state of a match.
func (tb table) match(id match.ID) play.Match {
	tb.t.Helper()
	m, err := tb.store.Memory.Match(tb.t.Context(), id)
	require.NoError(tb.t, err)
	return m
}

// refusal returns the text for err, which must have one.
func (tb table) refusal(err error) string {
	tb.t.Helper()
	said, ok := text.Refusal(tb.View.Catalog.Printer("en"), err)
	require.True(tb.t, ok, "no words for %v", err)
	return said
}

// suggested returns the value of a suggested turn.
func suggested(turn rules.Turn, ref play.Ref) string {
	return ui.TurnArg{Turn: turn.String(), Ref: ref}.String()
}

// golden compares got with a file in testdata, or writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *updateGolden {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if bytes.Equal(want, got) {
		return
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	line := 0
	for line < min(len(was), len(is))-1 && was[line] == is[line] {
		line++
	}
	t.Fatalf("bot/%s:%d differs:\n  file: %s\n  code: %s\nto update it: go test ./bot -run '^%s$' -update",
		path, line+1, was[line], is[line], t.Name())
}

// pressable returns the id of the button with the label.
func pressable(t *testing.T, m ui.Message, label string) ui.ID {
	t.Helper()
	for _, row := range m.Rows {
		if i := slices.IndexFunc(row.Buttons, func(b ui.Button) bool { return b.Label == label }); i >= 0 {
			return row.Buttons[i].ID
		}
	}
	t.Fatalf("no button %q on %q", label, m.Text)
	return ui.ID{}
}
