package bot

import (
	"context"
	"slices"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/notify"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Private answers about where a match is shown, when the bot can only answer there or may not post; the button
// that moves it here.
var (
	msgElsewhere = i18n.Message{ID: "home.elsewhere",
		Other: "`/board` in another channel of its server lets you show it there."}
	msgShowHere = i18n.Message{ID: "home.button", Other: "Show it here"}
	msgHome     = i18n.Message{ID: "home.done", Other: "From now on the match is shown here."}
	msgAway     = i18n.Message{ID: "home.away",
		Other: "I only answer here and cannot post by myself, so nobody is notified of what happens elsewhere " +
			"or later. `/play` and `/games` always show how the match stands."}
	msgAwayThere = i18n.Message{ID: "home.awaythere",
		Other: "I cannot post by myself where this match is played, so nobody there is told of this. `/play` and " +
			"`/games` show it to the other player."}
	msgAwayHome = i18n.Message{ID: "home.onlyanswers",
		Other: "I only answer here and cannot post by myself, so a match cannot move here."}
	msgQuietly = i18n.Message{ID: "home.quietly", Other: "Done."}
)

// homeVerb shows a match where the button is pressed from now on.
const homeVerb = "home"

// warn returns the reply of a to a player of its match, with a warning when the news of the match
// cannot be posted, and with what can be done about it.
func (h *handlers) warn(c *dispatch.Call, a answer) dispatch.Reply {
	m, r, mute := &a.match, a.reply, c.Mute()
	silenced := len(mute) > 0 && c.Venue.Channel == m.Shown() && (a.acted || m.Status.IsOpen())
	concerned := c.Actor.ID == m.Challenger || c.Actor.ID == m.Opponent
	if !concerned || !m.Closed && !silenced {
		r.Message.Text += a.next
		return r
	}
	if r.Kind == dispatch.Silence { // nothing else would show that it was done
		r = dispatch.InPrivate(c.T.Text(msgQuietly, nil))
	}
	said := text.Untold(c.T, m.Venue)
	if silenced {
		said = text.Muted(c.T, mute)
	}
	inServer := m.Venue.Guild != ""
	if inServer && (len(mute) > 0 || c.Venue.Guild != m.Venue.Guild || c.Venue.Away) {
		r.Message.Text += "\n" + said + " " + c.T.Text(msgElsewhere, nil)
		return r
	}
	r.Message.Text += "\n" + said
	if r.Message.Block { // it has no room for another control
		return r
	}
	press := ui.ID{Verb: homeVerb, Match: m.ID, Ply: play.AnyPly}
	r.Message.Rows = withButton(r.Message.Rows,
		ui.Button{ID: press, Label: c.T.Text(msgShowHere, nil), Style: ui.Strong})
	return r
}

// withButton returns rows with b below them or, when there are as many as a message takes, in the last.
func withButton(rows []ui.Row, b ui.Button) []ui.Row {
	if len(rows) < discord.MaxRows {
		return append(rows, ui.Row{Buttons: []ui.Button{b}})
	}
	last := &rows[len(rows)-1]
	if last.Menu == nil && len(last.Buttons) < discord.MaxButtons {
		last.Buttons = append(last.Buttons, b)
	}
	return rows
}

// away returns the answer r to what c did in m, of which the bot cannot post the news: with the answer
// goes what everybody there is to see, and the first time a word on that. What was done in another place
// they do not see, which is said each time.
func (h *handlers) away(ctx context.Context, c *dispatch.Call, m play.Match, r dispatch.Reply) dispatch.Reply {
	there := c.Venue.Channel == m.Venue.Channel
	switch {
	case there && m.Robot() == "":
		news := h.newsOf(ctx, c, &m)
		post := h.announced(ctx, m, news...)
		post.Ping = h.pinged(ctx, c, &m, news)
		r.Post = &post
	case !there && m.Robot() == "":
		return adding(r, c.T.Text(msgAwayThere, nil))
	}
	if !there || h.knowsAway(ctx, c) {
		return r
	}
	return adding(r, c.T.Text(msgAway, nil))
}

// newsOf returns what happened in m with its last change.
func (h *handlers) newsOf(ctx context.Context, c *dispatch.Call, m *play.Match) (news []match.Event) {
	_, events, err := h.service.History(ctx, c.Actor, m.ID)
	if err != nil { // the board is more important
		c.Log.Warn("news not read", "match", m.ID, "err", err)
	}
	for _, e := range events {
		if e.Seq <= m.Seq && e.At.Equal(m.Changed) {
			news = append(news, e)
		}
	}
	return news
}

// pinged returns who else is notified of news of m at once.
func (h *handlers) pinged(ctx context.Context, c *dispatch.Call, m *play.Match, news []match.Event) []match.PlayerID {
	ids, err := h.service.PingsNow(ctx, m, news)
	if err != nil { // the board is more important
		c.Log.Warn("nobody notified", "match", m.ID, "err", err)
	}
	return slices.DeleteFunc(ids, func(id match.PlayerID) bool { return id == c.Actor.ID })
}

// adding returns r with a line beneath what it says.
func adding(r dispatch.Reply, line string) dispatch.Reply {
	if r.Kind == dispatch.Silence {
		return dispatch.Reply{Message: ui.Message{Text: line}, Post: r.Post}
	}
	r.Message.Text += "\n" + line
	return r
}

// knowsAway reports whether the person was told before how a match goes on where the bot cannot post.
// From now on they were.
func (h *handlers) knowsAway(ctx context.Context, c *dispatch.Call) bool {
	p, err := h.service.Player(ctx, c.Actor.ID)
	if err == nil && !p.Progress.Away {
		_, err = h.service.ChangePlayer(ctx, c.Actor, func(p *play.Player) { p.Progress.Away = true })
	}
	if err != nil { // what was done is more important
		c.Log.Warn("progress not kept", "err", err)
	}
	return p.Progress.Away
}

// told returns m, which c changed, with how its news got on. In the channel of m that is known
// beforehand; elsewhere it is worth a moment.
func (h *handlers) told(ctx context.Context, c *dispatch.Call, m play.Match) play.Match {
	here := c.Venue.Channel == m.Shown() && !m.Closed || m.Venue.Away
	if here || m.AwaitsRobot() { // then news wait anyhow
		return m
	}
	limited, cancel := context.WithTimeout(ctx, h.await)
	defer cancel()
	return h.service.Told(limited, m)
}

// rehome shows a match in the channel of the call from now on.
func (h *handlers) rehome(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	if len(c.Mute()) > 0 || c.Venue.Away {
		return h.viewing(refuseHere)(ctx, c, id)
	}
	if err := h.choices().Allowed(ctx, c); err != nil {
		return h.viewing(refusing(err))(ctx, c, id)
	}
	m, err := h.service.Rehome(ctx, c.Actor, id, c.Home())
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("rehome", "match", id)
	return changed(m, dispatch.InPlace(c.T.Text(msgHome, nil))), nil
}

// refusing returns a view that refuses a match for a reason that another place may not have.
func refusing(why error) func(context.Context, *dispatch.Call, play.Match) (dispatch.Reply, error) {
	return func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
		if m.StaysElsewhere(c.Venue) {
			return dispatch.Reply{}, play.ErrForeign
		}
		return dispatch.Reply{}, why
	}
}

// refuseHere says why m cannot be shown where the bot may not post. Rights are not asked for where
// they would not help.
func refuseHere(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	switch {
	case m.StaysElsewhere(c.Venue):
		return dispatch.Reply{}, play.ErrForeign
	case c.Venue.Away:
		return dispatch.Reply{}, text.Refuse(msgAwayHome, nil)
	}
	return dispatch.Reply{}, text.RefuseHere(c.T, c.Mute())
}

// threads is what people see of the threads of matches.
func (h *handlers) threads() notify.ThreadViews {
	return notify.ThreadViews{Title: h.threadTitle, Sign: h.threadSign}
}

// threadTitle names the thread of m, in the language of its server.
func (h *handlers) threadTitle(ctx context.Context, m play.Match) string {
	t := h.catalog.Printer(m.Venue.Locale)
	return text.ThreadTitle(t, &m.Match, h.people.Name(ctx, t, m.Red), h.people.Name(ctx, t, m.Blue))
}

// threadSign stands above the thread of m.
func (h *handlers) threadSign(m play.Match) ui.Message {
	return ui.Message{Block: true, Text: text.ThreadSign(h.catalog.Printer(m.Venue.Locale), &m.Match)}
}
