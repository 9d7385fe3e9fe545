package bot

import (
	"cmp"
	"context"
	"errors"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/terms"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private answers to `/challenge`: that it was made, that it had been made already, or why it cannot be. I am
// the bot.
var (
	msgSent = i18n.Message{ID: "challenge.sent",
		Other: "Challenge sent. {{.To}} finds it in this channel; you can withdraw it " +
			"there."}
	msgSentAny = i18n.Message{ID: "challenge.sentany",
		Other: "Challenge posted. Whoever accepts it first plays you."}
	msgSentRobot = i18n.Message{ID: "challenge.robot",
		Other: "The match is on: you are {{.Side}}, and I play at level {{.Level}}. " +
			"The board is on its way."}
	msgSentAway = i18n.Message{ID: "challenge.sentaway",
		Other: "Challenge posted below. You can withdraw it there."}
	msgSentRobotAway = i18n.Message{ID: "challenge.robotaway",
		Other: "The match is on: you are {{.Side}}, and I play at level {{.Level}}."}
	msgHidden = i18n.Message{ID: "challenge.hidden",
		Other: "On this server only you would see my answers, so nobody could accept. Challenge them in a " +
			"direct message between you, or on a server that has me."}
	msgLevelPerson = i18n.Message{ID: "challenge.level",
		Other: "A level is for a match against me, not against {{.To}}. Leave out the level or " +
			"the opponent."}
	msgSame = i18n.Message{ID: "challenge.same",
		Other: "You have made this challenge already; it is waiting for an answer: {{.Where}}."}
	msgInDM = i18n.Message{ID: "challenge.dm",
		Other: "A match between people is shown in a channel of a server where both are. " +
			"Type `/challenge` there; once the match has begun, `/move`, `/board` and the rest work here " +
			"too. Against me you can play right here: give a level."}
	msgIsBot = i18n.Message{ID: "challenge.bot",
		Other: "{{.To}} is a bot that does not play MAD. Challenge a person or me; `/challenge` without an " +
			"opponent challenges anyone here."}
	msgNotHere = i18n.Message{ID: "challenge.absent",
		Other: "{{.To}} is not on this server and would never see the challenge."}
	msgBlind = i18n.Message{ID: "challenge.blind",
		Other: "{{.To}} cannot see this channel. Challenge them in one that you both see."}
)

// Buttons under a public challenge.
var (
	msgAccept   = i18n.Message{ID: "button.accept", Other: "Accept"}
	msgDecline  = i18n.Message{ID: "button.decline", Other: "Decline"}
	msgWithdraw = i18n.Message{ID: "button.withdraw", Other: "Withdraw"}
)

// A button under the result of a match, and the private answer when the other player had offered the rematch
// first.
var (
	msgRematchButton = i18n.Message{ID: "button.rematch", Other: "Rematch"}
	msgRematched     = i18n.Message{ID: "rematch.accepted",
		Other: "A rematch had been offered to you already, and you accepted it."}
)

// rematchVerb challenges the other player of a match that is over.
const rematchVerb = "rematch"

// challenge proposes a match. The announcer posts the challenge; its buttons answer it.
func (h *handlers) challenge() dispatch.Command {
	return dispatch.Command{
		Spec: dispatch.Spec("challenge", "Challenge a person, anyone here, or me to a match of MAD",
			append([]discord.CommandOption{{
				Type: discord.UserOption, Name: "opponent",
				Description: "Whom to challenge. Left out: anyone here, or me if you give a level"}},
				terms.Spec()...)...),
		Run: h.propose,
		Components: map[string]dispatch.Component{
			"accept":       {Run: h.about("accept", h.accept, isOpen), Inline: true},
			terms.FormVerb: {Run: inForm(h.about(terms.FormVerb, h.viewing(h.counter), isOpen)), Inline: true, Prompt: true},
			terms.SendVerb: {Run: inForm(h.about(terms.SendVerb, h.sendCounter, isOpen)), Inline: true, Prompt: true},
			"decline":      {Run: h.about("decline", h.decline, isOpen), Inline: true},
			rematchVerb:    {Run: h.about(rematchVerb, h.viewing(h.rematch), isOpen), Inline: true},
			"withdraw":     {Run: h.about("withdraw", h.withdraw, isOpen), Inline: true},
		},
	}
}

// challengePerson challenges a person from their context menu, on the usual terms.
func (h *handlers) challengePerson() dispatch.Command {
	return dispatch.Command{Spec: dispatch.MenuSpec(discord.UserCommand, "Challenge to MAD"), Run: h.propose}
}

// propose proposes the match that the options describe.
func (h *handlers) propose(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	to, agreed, err := h.challenged(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.proposeTo(ctx, c, to, agreed)
}

// proposeTo checks that a match can be shown and answered here, and proposes it.
func (h *handlers) proposeTo(ctx context.Context, c *dispatch.Call, to match.PlayerID,
	agreed match.Terms) (dispatch.Reply, error) {
	if !c.InGuild() && !c.Venue.Away && to != c.Robot {
		return dispatch.Reply{}, text.Refuse(msgInDM, nil)
	}
	if c.Hidden() && to != c.Robot {
		return dispatch.Reply{}, text.Refuse(msgHidden, nil)
	}
	if err := h.choices().Allowed(ctx, c); err != nil {
		return dispatch.Reply{}, err
	}
	if lacking := c.Lacking(); len(lacking) > 0 {
		return dispatch.Reply{}, text.RefuseHere(c.T, lacking)
	}
	if err := invitable(c, to); err != nil {
		return dispatch.Reply{}, err
	}
	m, err := h.service.Challenge(ctx, c.Actor,
		play.Challenge{To: to, Terms: agreed, Venue: c.Home()})
	switch {
	case errors.Is(err, play.ErrSame):
		return h.same(ctx, c, m), nil
	case err != nil:
		return dispatch.Reply{}, err
	}
	c.Log.Info("challenge", "match", m.ID)
	if m.Venue.Away {
		return h.away(ctx, c, m, h.sentAway(c, m)), nil
	}
	return dispatch.InPrivate(h.sent(ctx, c, &m)), nil
}

// rematch challenges the other player of m once more, on the same terms and with the sides exchanged, or
// accepts when they have done so already.
func (h *handlers) rematch(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	own := m.ColorOf(c.Actor.ID)
	switch {
	case own == rules.NoColor:
		return dispatch.Reply{}, match.ErrNotPlayer
	case m.Status != match.Finished:
		return dispatch.Reply{Message: h.show(ctx, c, m, "")}, nil
	}
	other := m.PlayerOf(own.Other())
	open, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	theirs := m.Terms
	theirs.Side = pickOf(own)
	for _, s := range open {
		if s.Status != match.Proposed || s.Challenger != other || s.Opponent != c.Actor.ID || s.Terms != theirs {
			continue
		}
		begun, err := h.service.Accept(ctx, c.Actor, s.ID)
		if err != nil {
			return dispatch.Reply{}, err
		}
		c.Log.Info("rematch", "match", begun.ID)
		reply := dispatch.Reply{Message: h.show(ctx, c, begun, c.T.Text(msgRematched, nil))}
		if begun.Venue.Away {
			return h.away(ctx, c, begun, reply), nil
		}
		return reply, nil
	}
	mine := m.Terms
	mine.Side = pickOf(own.Other())
	return h.proposeTo(ctx, c, other, mine)
}

// pickOf returns the pick of a side.
func pickOf(side rules.Color) match.SidePick {
	if side == rules.Blue {
		return match.PlayBlue
	}
	return match.PlayRed
}

// rematchButtons are for the players of a match that is over.
func rematchButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if m.Status != match.Finished || reader != everybody && m.ColorOf(reader) == rules.NoColor {
		return nil
	}
	return []ui.Button{{ID: stateID(rematchVerb, m, ""), Label: t.Text(msgRematchButton, nil)}}
}

// sent says that a challenge is on its way, where, and how whoever is challenged plays.
func (h *handlers) sent(ctx context.Context, c *dispatch.Call, m *play.Match) string {
	switch {
	case m.Venue.Channel != c.Venue.Channel:
		return text.BegunAbove(c.T, m, c.Actor.ID)
	case m.Opponent == "":
		return c.T.Text(msgSentAny, nil)
	case m.Opponent == c.Robot:
		return c.T.Text(msgSentRobot, i18n.Args{
			"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level})
	}
	said := c.T.Text(msgSent, i18n.Args{"To": text.Mention(m.Opponent)})
	if b := h.background(ctx, c.Log, m, c.Actor.ID); b.Habits != nil {
		said += "\n" + text.Habits(c.T, b.Of, *b.Habits)
	}
	return said
}

// sentAway answers with a challenge where the bot cannot post: against itself, the match is there.
func (h *handlers) sentAway(c *dispatch.Call, m play.Match) dispatch.Reply {
	r := dispatch.InPrivate(c.T.Text(msgSentAway, nil))
	if m.Opponent == c.Robot {
		r.Message = ui.Message{Text: c.T.Text(msgSentRobotAway, i18n.Args{
			"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level}),
			Rows: ui.Buttons(playButton(c.T, &m.Match))}
	}
	return r
}

// challenged returns who is challenged, "" for anyone, and on which terms. A level without a name
// means the bot, and the bot without a level plays at the usual one.
func (h *handlers) challenged(ctx context.Context, c *dispatch.Call) (match.PlayerID, match.Terms, error) {
	to, level := match.PlayerID(cmp.Or(c.Target, c.Text("opponent"))), terms.Level(c)
	if to == "" && level > 0 {
		to = c.Robot
	}
	switch {
	case to == c.Robot:
		t := terms.Read(c, "")
		t.Level = cmp.Or(t.Level, terms.UsualLevel)
		return to, t, nil
	case level > 0:
		return "", match.Terms{}, text.Refuse(msgLevelPerson, i18n.Args{"To": text.Mention(to)})
	}
	return to, terms.Read(c, h.preset(ctx, c)), nil
}

// preset returns the usual preset of the server.
func (h *handlers) preset(ctx context.Context, c *dispatch.Call) terms.Preset {
	server, err := h.service.Server(ctx, c.Venue.Guild)
	if err != nil { // the challenge is more important
		c.Log.Warn("server not read", "err", err)
	}
	return cmp.Or(terms.Preset(server.Settings.Preset), terms.Club)
}

// invitable returns why the challenge could not reach to.
func invitable(c *dispatch.Call, to match.PlayerID) error {
	if to == "" || to == c.Robot {
		return nil
	}
	g := c.Named[string(to)]
	args := i18n.Args{"To": text.Mention(to)}
	switch {
	case to == c.Actor.ID:
		return match.ErrSelf
	case g.Bot:
		return text.Refuse(msgIsBot, args)
	case c.Venue.Away: // who is there is not told
	case g.Known && !g.Here:
		return text.Refuse(msgNotHere, args)
	case g.Known && !g.Sees:
		return text.Refuse(msgBlind, args)
	}
	return nil
}

func (h *handlers) accept(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.Accept(ctx, c.Actor, id)
	return h.answered(ctx, c, m, "accept", err)
}

func (h *handlers) decline(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.Decline(ctx, c.Actor, id)
	return h.answered(ctx, c, m, "decline", err)
}

func (h *handlers) withdraw(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.Withdraw(ctx, c.Actor, id)
	return h.answered(ctx, c, m, "withdraw", err)
}

// answered answers a button of a challenge: a private message that showed it shows what became of it.
func (h *handlers) answered(ctx context.Context, c *dispatch.Call, m play.Match, what string,
	err error) (answer, error) {
	a, err := done(c, m, what, err)
	if err == nil && c.Private {
		a.reply = dispatch.Reply{Kind: dispatch.Update, Message: h.show(ctx, c, m, "")}
	}
	return a, err
}

// done answers a button whose effect the channel shows.
func done(c *dispatch.Call, m play.Match, what string, err error) (answer, error) {
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info(what, "match", m.ID)
	return changed(m, dispatch.Reply{Kind: dispatch.Silence}), nil
}

func challengeButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	press := func(verb string) ui.ID { return ui.ID{Verb: verb, Match: m.ID, Ply: play.AnyPly} }
	invited := m.Opponent != "" && (reader == everybody || reader == m.Opponent)
	var row []ui.Button
	if invited || m.Opponent == "" && reader != m.Challenger {
		row = append(row, ui.Button{ID: press("accept"), Label: t.Text(msgAccept, nil), Style: ui.Good})
	}
	if invited {
		row = append(row, ui.Button{ID: press("decline"),
			Label: t.Text(msgDecline, nil), Style: ui.Quiet},
			ui.Button{ID: press(terms.FormVerb), Label: t.Text(msgOtherTerms, nil), Style: ui.Quiet})
	}
	if reader == everybody || reader == m.Challenger {
		row = append(row, ui.Button{ID: press("withdraw"),
			Label: t.Text(msgWithdraw, nil), Style: ui.Quiet})
	}
	return ui.Buttons(row...)
}

// A button under a public challenge, which opens a form for other terms, and the private answer when the form
// was sent.
var (
	msgOtherTerms  = i18n.Message{ID: "button.terms", Other: "Other terms"}
	msgCounterSent = i18n.Message{ID: "counter.sent",
		Other: "Sent: you now challenge {{.To}} on your terms, and their challenge is closed."}
)

// counter shows the terms of m, a challenge to the caller, as they chose to change them.
func (h *handlers) counter(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := m.CanDecline(c.Actor.ID); err != nil {
		return dispatch.Reply{}, err
	}
	chosen, ok := terms.Chosen(tapped(c))
	if !ok {
		chosen = terms.Turned(&m.Match)
	}
	return dispatch.Reply{Message: terms.Form(c.T, &m.Match, chosen)}, nil
}

// inForm is f with its answers as blocks, in the place of the form.
func inForm(f dispatch.Handler) dispatch.Handler {
	f = asBlock(f)
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := f(ctx, c)
		if err == nil && c.Block {
			r.Kind = dispatch.Update
		}
		return r, err
	}
}

// sendCounter answers a challenge with the terms that were chosen. Pressed twice, it was done.
func (h *handlers) sendCounter(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	chosen, _ := terms.Chosen(c.ID.Arg) // none are refused
	m, err := h.service.Counter(ctx, c.Actor, id, chosen)
	switch {
	case errors.Is(err, play.ErrSame):
		return answer{match: m, reply: h.same(ctx, c, m)}, nil
	case err != nil:
		return answer{match: m}, err
	case m.Status != match.Proposed: // it was sent and answered long ago
		return answer{match: m, reply: dispatch.Reply{Kind: dispatch.Update, Message: h.show(ctx, c, m, "")}}, nil
	}
	c.Log.Info("counter", "match", id, "challenge", m.ID)
	said := c.T.Text(msgCounterSent, i18n.Args{"To": text.Mention(m.Opponent)})
	return changed(m, dispatch.InPlace(said)), nil
}

// same shows a challenge that was to be made a second time.
func (h *handlers) same(ctx context.Context, c *dispatch.Call, m play.Match) dispatch.Reply {
	where := text.Place(c.T, new(m.Summary()))
	return dispatch.Reply{Message: h.show(ctx, c, m, c.T.Text(msgSame, i18n.Args{"Where": where}))}
}
