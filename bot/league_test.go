package bot

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/season"
	"madbot/bot/ui"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

// leaguesOf returns the leagues of a store.
func leaguesOf(p *Parts, s play.Store, now func() time.Time) *league.Handlers {
	return &league.Handlers{View: p.View, Places: p.Places, Renderer: p.Renderer,
		Service: &league.Service{Store: s, Now: now, Wake: func() {}}}
}

// inLeague uses a control of the league and returns the new message.
func (tb table) inLeague(c *dispatch.Call, arg string) ui.Message {
	tb.t.Helper()
	c.ID = ui.NoMatch(ui.League, arg)
	return tb.ok(tb.pressed(c)).Message
}

func (tb table) leagueNow() season.League {
	tb.t.Helper()
	l, err := tb.store.League(tb.t.Context(), guildID)
	require.NoError(tb.t, err)
	return l
}

// TestLeague: only managers of the server open and end a league; people join and leave it; without a league there is
// nothing to join.
func TestLeague(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for _, arg := range []string{"join", "leave", "gone", "open", "end", "shut", "more", "0", "99", "-1", "x"} {
		c := tb.call(bob)
		c.ID = ui.NoMatch(ui.League, arg)
		_, err := tb.pressed(c)
		assert.Contains(t, tb.refusal(err), "There's no league here.", arg)
	}
	assert.Equal(t, []string{"Start a league here"}, labels(tb.inLeague(tb.manager(alice), "")))
	shut := tb.manager(alice)
	shut.BotRights = 0
	shut.ID = ui.NoMatch(ui.League, "open")
	_, err := tb.pressed(shut)
	assert.Contains(t, tb.refusal(err), "I can't show a game here")
	assert.Zero(t, tb.leagueNow().Season)

	m := tb.inLeague(tb.manager(alice), "open")
	assert.Contains(t, m.Text, "season 1")
	assert.Equal(t, []string{"Join", "How it works", "End the league"}, labels(m))
	assert.Equal(t, channelID, tb.leagueNow().Channel)
	for range 2 {
		m = tb.inLeague(tb.call(bob), "join")
		assert.Contains(t, m.Text, "Players so far: 1")
		assert.Contains(t, m.Text, "You're in.")
		assert.Equal(t, []string{"Leave", "How it works"}, labels(m))
	}
	for range 2 {
		assert.Contains(t, tb.inLeague(tb.call(bob), "leave").Text, "You're not in it.")
	}
	tb.inLeague(tb.call(bob), "join")
	tb.inLeague(tb.call(bob), "shut-1")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "end").Text, "1 sign-up will be dropped.")
	assert.Contains(t, tb.inLeague(tb.call(bob), "end").Text, "Players so far: 1", "who manages nothing")
	assert.Equal(t, season.Joining, tb.leagueNow().Phase)
	tb.inLeague(tb.call(carol), "join")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "shut-1").Text, "2 sign-ups will be dropped.", "since asked")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "shut-2").Text, "closed")
	assert.Equal(t, season.Over, tb.leagueNow().Phase)
	tb.inLeague(tb.manager(alice), "open")
	tb.inLeague(tb.manager(alice), "end")
	assert.Equal(t, season.Over, tb.leagueNow().Phase, "nobody had entered it")
}

// TestLeague_Begin: only a manager is offered to begin a season that three people have joined, and is asked first.
func TestLeague_Begin(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.inLeague(tb.manager(alice), "open")
	for _, p := range []match.PlayerID{alice, bob} {
		tb.inLeague(tb.call(p), "join")
	}
	assert.NotContains(t, labels(tb.inLeague(tb.manager(alice), "begin")), "Begin now")
	tb.inLeague(tb.call(carol), "join")
	assert.NotContains(t, labels(tb.inLeague(tb.call(bob), "begin")), "Begin now")
	tb.inLeague(tb.call(bob), "begin-3")
	assert.Zero(t, tb.leagueNow().Planned, "who manages nothing")
	assert.Contains(t, labels(tb.inLeague(tb.manager(alice), "")), "Begin now")
	asked := tb.inLeague(tb.manager(alice), "begin")
	assert.Contains(t, asked.Text, "with 3 players?")
	assert.Equal(t, []string{"Begin now"}, labels(asked))
	assert.NotContains(t, labels(tb.inLeague(tb.manager(alice), asked.Rows[0].Buttons[0].ID.Arg)), "Begin now")
	assert.NotZero(t, tb.leagueNow().Planned)
}

// TestLeague_Leave: leaving during a season must be confirmed, and says whether the results still count.
func TestLeague_Leave(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.inLeague(tb.manager(alice), "open")
	for _, p := range []match.PlayerID{alice, bob, carol} {
		tb.inLeague(tb.call(p), "join")
	}
	due := tb.leagueNow().Until
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error {
		ids := []match.ID{"seed", "a1", "a2", "a3"}
		return league.Advance(t.Context(), playtest.At(tx, due), guildID, func() (id match.ID) {
			id, ids = ids[0], ids[1:]
			return id
		})
	}))
	asked := tb.inLeague(tb.call(bob), "leave")
	assert.Contains(t, asked.Text, "don't count")
	assert.Equal(t, []string{"Leave"}, labels(asked))
	m := tb.inLeague(tb.call(alice), "")
	assert.Contains(t, m.Text, "can still finish 1–\u20603", "on one line")
	last := tb.inLeague(tb.manager(alice), "end")
	assert.Contains(t, last.Text, "the last one")
	assert.NotContains(t, last.Text, "next")
	assert.Equal(t, []string{"Leave", "How it works", "Remove a player", "More seasons"}, labels(last))
	assert.Equal(t, []string{"How it works"}, labels(tb.inLeague(tb.call("199"), "join")), "no season follows that could be joined")
	elsewhere := tb.manager(alice)
	elsewhere.Venue.Channel = "999"
	assert.Equal(t, []string{"Leave", "How it works", "Remove a player", "Show it here", "More seasons"}, labels(tb.inLeague(elsewhere, "")))
	assert.Equal(t, []string{"Leave", "How it works", "Remove a player", "Show it here", "No more seasons"}, labels(tb.inLeague(elsewhere, "more")))
	assert.Equal(t, channelID, tb.leagueNow().Channel)
	assert.Equal(t, []string{"Leave", "How it works"}, labels(tb.inLeague(tb.call(alice), "end")), "who manages nothing")
	left := tb.inLeague(tb.call(bob), "gone")
	assert.Contains(t, left.Text, "left")
	assert.Equal(t, []string{"Join", "How it works"}, labels(left))
	assert.Contains(t, tb.inLeague(tb.call(bob), "join").Text, "You're in the next season.")
	assert.Contains(t, tb.inLeague(tb.manager(alice), "end").Text, "the last one", "which can be taken back")
}

// TestLeague_Crosstable: the picture of a group says in words who has which result against whom and, once results put
// somebody first or last, who changes groups. Somebody who deleted their profile has no name in it.
func TestLeague_Crosstable(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.inLeague(tb.manager(alice), "open")
	assert.Nil(t, tb.inLeague(tb.call(alice), "").Picture, "there are no groups yet")
	save := func(unit func(tx play.Tx) error) { require.NoError(t, tb.store.Do(t.Context(), unit)) }
	for _, p := range []match.PlayerID{alice, bob, carol, "301", "302", "303", "304"} {
		tb.inLeague(tb.call(p), "join")
	}
	n, due := 0, tb.leagueNow().Until
	save(func(tx play.Tx) error {
		return league.Advance(t.Context(), playtest.At(tx, due), guildID, func() match.ID { n++; return match.ID(fmt.Sprint("m", n)) })
	})
	groups, err := season.GroupsOf(t.Context(), tb.store, guildID, 1)
	require.NoError(t, err)
	require.Len(t, groups, 2)
	end := func(p season.Pair, result leaguerules.Result) {
		p.League.Result = result
		save(func(tx play.Tx) error { return tx.SavePair(t.Context(), p) })
	}
	reader := groups[1].People[0]
	for i, p := range groups[1].People {
		tb.View.Names.Learn(discord.User{ID: string(p), Username: "p" + strconv.Itoa(i)}, guildID,
			[]string{"", "Äda of the very long name", ""}[i])
	}
	look := func() *ui.Picture { return tb.inLeague(tb.call(reader), "").Picture }
	assert.NotContains(t, look().Alt, "moves")
	save(func(tx play.Tx) error {
		return tx.SaveEntry(t.Context(), season.Entry{Server: guildID, Season: 1, Player: match.Former + "x", Group: 2, Seat: 3})
	})
	for i, result := range []leaguerules.Result{leaguerules.RedSemi, leaguerules.BlueVictory, leaguerules.Open} {
		end(groups[1].Pairs[i], result)
	}
	picture := look()
	require.NoError(t, picture.Draw(io.Discard))
	assert.Equal(t, "Season 1, group 2, with all results:\n"+
		"#1 Äda of the ver…, points: 1; against p2 open, p0 1, deleted profile void; moves up\n"+
		"#2 p2, points: ½; against Äda of the ver… open, p0 ½, deleted profile void\n"+
		"#3 p0, points: 0; against Äda of the ver… 0, p2 0, deleted profile void\n"+
		"#3 deleted profile, points: 0; against Äda of the ver… void, p2 void, p0 void", picture.Alt)
	l := tb.leagueNow()
	l.Last = true
	save(func(tx play.Tx) error { return tx.SaveLeague(t.Context(), l) })
	assert.NotContains(t, look().Alt, "moves", "no season follows")
}

// TestLeague_Removal: a manager reaches everybody who has joined and everybody who was removed, 25 at a time. Two who
// were removed for the same reason are distinguished by their names, the date and by whom.
func TestLeague_Removal(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.inLeague(tb.manager(alice), "open")
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error {
		l, err := tx.League(t.Context(), guildID)
		require.NoError(t, err)
		for n := range 60 {
			p := match.PlayerID(fmt.Sprintf("2%018d", n))
			require.NoError(t, tx.SaveEntry(t.Context(), season.Entry{Server: guildID, Season: 1, Player: p}))
		}
		for i, p := range []match.PlayerID{bob, carol, match.Former + "x", match.Former + "y"} {
			l.Bars = append(l.Bars, season.Bar{Player: p, By: []match.PlayerID{alice, match.Former + "z"}[i%2],
				Reason: strings.Repeat("spam ", 40), At: at.AddDate(0, 0, i)})
		}
		return tx.SaveLeague(t.Context(), l)
	}))
	seen := map[string]bool{}
	for page, want := range []int{25, 25, 10, 10} {
		m := tb.inLeague(tb.manager(alice), fmt.Sprint("out-", page))
		require.Len(t, m.Rows[0].Menu.Items, want)
		for _, item := range m.Rows[0].Menu.Items {
			seen[item.Value] = true
		}
		last := m.Rows[len(m.Rows)-1].Buttons
		assert.Equal(t, []bool{page == 0, page >= 2}, []bool{last[0].Disabled, last[1].Disabled})
	}
	assert.Len(t, seen, 60)
	all := map[string]bool{}
	for _, item := range tb.inLeague(tb.manager(alice), "out").Rows[1].Menu.Items {
		assert.Contains(t, item.Note, "spam")
		assert.LessOrEqual(t, len([]rune(item.Note)), 100)
		all[item.Label+strings.SplitN(item.Note, "spam", 2)[0]] = true
	}
	assert.Len(t, all, 4)
	assert.Contains(t, all, "deleted profile2026-01-04 · Alice · ")
	v := tb.inLeague(tb.manager(alice), "").Text
	assert.Equal(t, 3, strings.Count(v, "removed on"), v)
	assert.Contains(t, tb.inLeague(tb.call(bob), "").Text, "You were removed from this league on")
}
