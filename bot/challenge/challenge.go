// Package challenge has what begins a match: /challenge, the answers to a challenge, and the rematch.
package challenge

import (
	"cmp"
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Handlers handles what Commands and Controls list. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Live    *panel.Panels
	Places  *show.Places
}

// Commands returns /challenge, with its options and from the menu of a person.
func (h *Handlers) Commands() []dispatch.Command {
	opponent := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionUser, Name: "opponent",
		Description: "Whom to challenge. Left out: anyone here, or me if you give a level"}
	return []dispatch.Command{
		{Spec: dispatch.Spec("challenge", "Challenge a person, anyone here, or me to a game of MAD",
			append([]*discordgo.ApplicationCommandOption{opponent}, Spec()...)...), Run: h.propose, Prompt: true},
		{Spec: dispatch.MenuSpec(discordgo.UserApplicationCommand, "Challenge to MAD"), Run: h.propose, Prompt: true},
	}
}

// Controls returns the buttons of challenges and the form for other terms.
func (h *Handlers) Controls() dispatch.Controls {
	forms := h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
		ui.Counter: h.Pick.Loaded(h.counter), ui.SendTerms: h.sendCounter}).Prompts()
	for verb, control := range forms {
		control.Run = inForm(control.Run)
		forms[verb] = control
	}
	again := map[ui.Verb]show.Handler{ui.Rematch: h.Pick.Loaded(h.rematch)}
	return dispatch.Join(forms, h.Pick.Controls(show.Open(), again).Prompts(),
		h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
			ui.Accept: h.accept, ui.Decline: h.decline, ui.Refuse: h.refuse, ui.Withdraw: h.withdraw,
			ui.Anyway: h.Pick.Loaded(h.sendAnyway), ui.Explain: h.Pick.Loaded(explain)}))
}

// Private answers to `/challenge`: that it was made, that it had been made already, or why it cannot be. I am
// the bot.
var (
	msgSent = i18n.Message{ID: "challenge.sent",
		Other: "Challenge sent to {{.To}}."}
	msgSentAny = i18n.Message{ID: "challenge.sentany",
		Other: "Challenge posted. The first to accept plays you."}
	msgSentRobot = i18n.Message{ID: "challenge.robot",
		Other: "The game is on: you're {{.Side}}, I'm at level {{.Level}}. Exile my corvette, 111, and you win."}
	msgSentAway = i18n.Message{ID: "challenge.sentaway",
		Other: "Challenge posted below."}
	msgHidden = i18n.Message{ID: "challenge.hidden",
		Other: "On this server only you'd see my answers, so nobody could accept. Challenge them in a direct " +
			"message between you, or on a server that has me."}
	msgLevelPerson = i18n.Message{ID: "challenge.level",
		Other: "A level is for a game against me, not against {{.To}}. Leave out the level or the opponent."}
	msgSame = i18n.Message{ID: "challenge.same",
		Other: "You already have this challenge open: {{.Where}}."}
	msgInDM = i18n.Message{ID: "challenge.dm",
		Other: "Challenge people in a server channel. Here, pick a level to play me."}
	msgIsBot = i18n.Message{ID: "challenge.bot",
		Other: "{{.To}} is a bot that doesn't play MAD. Challenge a person or me; `/challenge` without an opponent " +
			"challenges anyone here."}
	msgNotHere = i18n.Message{ID: "challenge.absent",
		Other: "{{.To}} isn't on this server and would never see the challenge."}
	msgBlind = i18n.Message{ID: "challenge.blind",
		Other: "{{.To}} can't see this channel. Challenge them in one that you both see."}
)

// propose proposes the match that the options describe.
func (h *Handlers) propose(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	to, agreed, err := h.challenged(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.proposeTo(ctx, c, play.Challenge{To: to, Terms: agreed})
}

// proposeTo proposes a match here, or accepts the challenge that it crosses.
func (h *Handlers) proposeTo(ctx context.Context, c *dispatch.Call, made play.Challenge) (dispatch.Reply, error) {
	made.Venue, made.Refused = c.Home(), h.refusal(ctx, c, made.To)
	if made.Refused != nil && (made.To == "" || made.To == c.Robot) { // that crosses nothing
		return dispatch.Reply{}, made.Refused
	}
	m, err := h.Service.Challenge(ctx, c.Actor, made)
	switch {
	case errors.Is(err, play.ErrSame):
		return h.same(ctx, c, m), nil
	case errors.Is(err, play.ErrCrossed):
		return crossed(c, &m, made), nil
	case err != nil:
		return dispatch.Reply{}, err
	}
	c.Log.Info("challenge", "match", m.ID)
	if m.Opponent == c.Actor.ID {
		return h.met(ctx, c, m), nil
	}
	reply := h.sent(ctx, c, &m)
	if m.Venue.Away {
		return h.Pick.PostWithReply(ctx, c, m, reply), nil
	}
	return reply, nil
}

// refusal returns why a match with to cannot be shown and answered here.
func (h *Handlers) refusal(ctx context.Context, c *dispatch.Call, to match.PlayerID) error {
	if !c.InGuild() && !c.Venue.Away && to != c.Robot {
		return text.Refuse(msgInDM, nil)
	}
	if c.MustBePrivate() && to != c.Robot {
		return text.Refuse(msgHidden, nil)
	}
	if err := h.Places.Allowed(ctx, c); err != nil {
		return err
	}
	if lacking := c.MissingRights(); len(lacking) > 0 {
		return text.RefuseHere(c.T, lacking)
	}
	return invitable(c, to)
}

// sent says that a challenge is on its way; against the bot the match is there, to be played at once.
func (h *Handlers) sent(ctx context.Context, c *dispatch.Call, m *play.Match) dispatch.Reply {
	if m.Opponent != c.Robot {
		return dispatch.InPrivate(h.whereSent(ctx, c, m))
	}
	shown := h.Live.Panel(ctx, c, m)
	shown.Says = c.T.Text(msgSentRobot, i18n.Args{"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level})
	if m.Venue.Channel != c.Venue.Channel {
		shown.Says = text.BegunAbove(c.T, m, c.Actor.ID)
	}
	return h.Live.Followed(c, *m, panel.Show(c, shown), shown.Says)
}

// whereSent says where a challenge is, and how whoever is challenged plays.
func (h *Handlers) whereSent(ctx context.Context, c *dispatch.Call, m *play.Match) string {
	switch {
	case m.Venue.Away:
		return c.T.Text(msgSentAway, nil)
	case m.Venue.Channel != c.Venue.Channel:
		return text.BegunAbove(c.T, m, c.Actor.ID)
	case m.Opponent == "":
		return c.T.Text(msgSentAny, nil)
	}
	said := c.T.Text(msgSent, i18n.Args{"To": text.Mention(c.T, m.Opponent)})
	if b := h.View.Background(ctx, c.Log, m, c.Actor.ID); b.Habits != nil {
		said += "\n" + text.Habits(c.T, b.Of, *b.Habits)
	}
	return said
}

// challenged returns who is challenged, "" for anyone, and on which terms. A level without a name
// means the bot, and the bot without a level plays at the usual one.
func (h *Handlers) challenged(ctx context.Context, c *dispatch.Call) (match.PlayerID, match.Terms, error) {
	to, level := match.PlayerID(cmp.Or(c.Target, c.Text("opponent"))), Level(c)
	if to == "" && level > 0 {
		to = c.Robot
	}
	switch {
	case to == c.Robot:
		t := Read(c, "")
		t.Level = cmp.Or(t.Level, UsualLevel)
		return to, t, nil
	case level > 0:
		return "", match.Terms{}, text.Refuse(msgLevelPerson, i18n.Args{"To": text.Mention(c.T, to)})
	}
	return to, Read(c, h.preset(ctx, c)), nil
}

// preset returns the usual preset of the server.
func (h *Handlers) preset(ctx context.Context, c *dispatch.Call) Preset {
	server, err := h.Service.Server(ctx, c.Venue.Guild)
	if err != nil { // the challenge is more important
		c.Log.Warn("server not read", "err", err)
	}
	return cmp.Or(Preset(server.Settings.Preset), Club)
}

// invitable returns why the challenge could not reach to.
func invitable(c *dispatch.Call, to match.PlayerID) error {
	if to == "" || to == c.Robot {
		return nil
	}
	g := c.Users[string(to)]
	args := i18n.Args{"To": text.Mention(c.T, to)}
	switch {
	case to == c.Actor.ID:
		return match.ErrSelf
	case g.Bot:
		return text.Refuse(msgIsBot, args)
	case c.Venue.Away: // who is there is not told
	case g.Known && !g.IsMember:
		return text.Refuse(msgNotHere, args)
	case g.Known && !g.CanView:
		return text.Refuse(msgBlind, args)
	}
	return nil
}

// same shows a challenge that was to be made a second time.
func (h *Handlers) same(ctx context.Context, c *dispatch.Call, m play.Match) dispatch.Reply {
	where := text.Place(c.T, new(m.Summary()))
	return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, c.T.Text(msgSame, i18n.Args{"Where": where}))}
}
