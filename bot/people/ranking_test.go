package people

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/rated"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestRanking_Pages checks that a page has ten people, and buttons to the next and previous pages and to the reader's.
func TestRanking_Pages(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	store := playtest.NewMemory()
	store.Clock = func() time.Time { return now }
	h := &Handlers{Members: new(Members),
		Service: play.New(play.Deps{Store: store, Now: func() time.Time { return now }})}
	require.NoError(t, store.Do(t.Context(), func(tx play.Tx) error {
		for i := range 21 {
			s := rated.Standing{Server: "7", Season: rated.Season(now), Player: match.PlayerID(fmt.Sprint(1000000000000000000 + i)),
				Matches: 100, Halves: 199 - i}
			if err := tx.AddStanding(t.Context(), s); err != nil {
				return err
			}
		}
		return nil
	}))
	show := func(reader int, arg string) (places []string, buttons string) {
		c := &dispatch.Call{T: i18ntest.English(), Venue: play.Venue{Guild: "7"},
			Actor: play.Actor{ID: match.PlayerID(fmt.Sprint(1000000000000000000 + reader))},
			ID:    ui.NoMatch(ui.Ranking, arg)}
		reply, err := h.ranking(t.Context(), c)
		require.NoError(t, err)
		assert.LessOrEqual(t, utf8.RuneCountInString(reply.Message.Text), 2000)
		for _, b := range reply.Message.Rows[0].Buttons {
			buttons += fmt.Sprint(b.Label, " ", !b.Disabled, " ", ui.ReadRanking(b.ID.Arg).Page, "; ")
		}
		return regexp.MustCompile(`#\d+`).FindAllString(reply.Message.Text, -1), strings.TrimSuffix(buttons, "; ")
	}
	page := func(n int) string { return ui.RankingArg{Page: n}.String() }
	first, buttons := show(99, page(0))
	assert.Len(t, first, 10)
	assert.Equal(t, "Previous false -1; Next true 1; My place false -2", buttons)
	second, buttons := show(15, page(ui.PageOfReader))
	assert.Equal(t, "#11", second[0])
	assert.Equal(t, "Previous true 0; Next true 2; My place true -2", buttons)
	third, buttons := show(15, page(9))
	assert.Equal(t, []string{"#21"}, third)
	assert.Equal(t, "Previous true 1; Next false 3; My place true -2", buttons)
	again, _ := show(0, "nonsense")
	assert.Equal(t, first, again)
}

// gone is a server that people have left.
type gone []string

func (g gone) Member(_ context.Context, _, user string) error {
	if slices.Contains(g, user) {
		return &discord.APIError{Status: 404, Code: discordgo.ErrCodeUnknownMember}
	}
	return nil
}

// TestRanking_Left checks that people who left are not on the page, that those who move up are looked up, too, and that
// the reader counts as present. On a server without the bot nobody is looked up.
func TestRanking_Left(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	var rows []rated.Row
	for i := range 30 {
		rows = append(rows, rated.Row{Player: match.PlayerID(fmt.Sprintf("%02d", i)), Halves: 99 - i})
	}
	h := &Handlers{Service: play.New(play.Deps{Now: func() time.Time { return now }}),
		Members: NewMembers(gone{"00", "04", "10", "25"})}
	c := &dispatch.Call{Venue: play.Venue{Guild: "7"}, Actor: play.Actor{ID: "04"}}
	players := func(p page) (all []match.PlayerID) {
		for _, one := range p.list {
			all = append(all, one.Player)
		}
		return all
	}
	away := &dispatch.Call{Venue: play.Venue{Guild: "7", Away: true}, Actor: c.Actor}
	first := players(h.memberPage(t.Context(), away, slices.Clone(rows), ui.RankingArg{}))
	assert.Equal(t, match.PlayerID("00"), first[0])
	p := h.memberPage(t.Context(), c, slices.Clone(rows), ui.RankingArg{})
	assert.Equal(t, []match.PlayerID{"01", "02", "03", "04", "05", "06", "07", "08", "09", "11"}, players(p))
	assert.Equal(t, []any{1, 2, true}, []any{p.list[0].N, p.last, p.reader})
	p = h.memberPage(t.Context(), c, slices.Clone(rows), ui.RankingArg{Page: 9})
	assert.Len(t, p.list, 7, "27 are left")
	assert.Equal(t, match.PlayerID("29"), p.list[6].Player)
	assert.Empty(t, h.memberPage(t.Context(), c, nil, ui.RankingArg{}).list)
}
