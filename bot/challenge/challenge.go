// Package challenge has everything up to the start of a match: /challenge, the answers to a challenge, other terms for
// it, and the rematch.
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

// Handlers holds what the handlers need. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Live    *panel.Panels
	Places  *show.Places
}

// Commands returns /challenge, and the same as an item in a person's menu.
func (h *Handlers) Commands() []dispatch.Command {
	opponent := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionUser, Name: "opponent",
		Description: "Whom to challenge. Left out: anyone here, or me if you give a level"}
	return []dispatch.Command{
		{Spec: dispatch.Spec("challenge", "Challenge a person, anyone here, or me to a game of MAD",
			append([]*discordgo.ApplicationCommandOption{opponent}, termOptions()...)...), Run: h.propose, Prompt: true,
			Complete: map[string]dispatch.Completer{optRated: h.completeRated}},
		{Spec: dispatch.MenuSpec(discordgo.UserApplicationCommand, "Challenge to MAD"), Run: h.propose, Prompt: true},
	}
}

// Controls returns the handlers of the buttons of challenges and of the form for other terms.
func (h *Handlers) Controls() dispatch.Controls {
	forms := h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
		ui.Counter: h.Pick.WithMatch(h.counter), ui.SendTerms: h.sendCounter}).Prompts()
	for verb, control := range forms {
		control.Run = inForm(control.Run)
		forms[verb] = control
	}
	forms[ui.Unrated] = dispatch.Component{Run: h.sendUnrated, Prompt: true}
	again := map[ui.Verb]show.Handler{ui.Rematch: h.Pick.WithMatch(h.rematch)}
	return dispatch.Join(forms, h.Pick.Controls(show.Open(), again).Prompts(),
		h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
			ui.Accept: h.accept, ui.Decline: h.decline, ui.Refuse: h.refuse, ui.Withdraw: h.withdraw,
			ui.Anyway: h.Pick.WithMatch(h.sendAnyway), ui.Explain: h.Pick.WithMatch(explain)}))
}

// Private answers to `/challenge`: it was sent, it was open already, or it cannot be made. I am the bot.
var (
	msgSent = i18n.Message{ID: "challenge.sent",
		Other: "Challenge sent to {{.To}}."}
	msgSentAny = i18n.Message{ID: "challenge.sentany",
		Other: "Challenge posted. The first to accept plays you."}
	msgSentRobot = i18n.Message{ID: "challenge.robot",
		Other: "The game is on: you're {{.Side}}, I'm at level {{.Level}}. Exile my corvette, 111, and you win."}
	msgSentFirst = i18n.Message{ID: "challenge.first",
		Other: "Your first game is on: you're {{.Side}}, I'm at level {{.Level}} and explain what's new. Exile my " +
			"corvette, 111, and you win."}
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

// propose challenges the person in the options, on the terms in the options.
func (h *Handlers) propose(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	to, agreed, err := h.challenged(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.proposeTo(ctx, c, play.Challenge{To: to, Terms: agreed, Learner: to == c.Robot && botLevel(c) == 0})
}

// proposeTo makes a challenge here, or accepts the one that it crosses.
func (h *Handlers) proposeTo(ctx context.Context, c *dispatch.Call, made play.Challenge) (dispatch.Reply, error) {
	made.Venue, made.Refused = h.home(ctx, c, made.To)
	if made.Refused != nil && (made.To == "" || made.To == c.Robot) { // it cannot cross another challenge
		return dispatch.Reply{}, made.Refused
	}
	m, err := h.Service.Challenge(ctx, c.Actor, made)
	switch {
	case errors.Is(err, play.ErrSame):
		return h.same(ctx, c, m), nil
	case errors.Is(err, play.ErrCrossed):
		return crossed(c, &m, made), nil
	case isUnratable(err):
		return offerUnrated(c, made, err), nil
	case err != nil:
		return dispatch.Reply{}, err
	}
	c.Log.Info("challenge", "match", m.ID)
	if m.Opponent == c.Actor.ID {
		return h.met(ctx, c, m), nil
	}
	m = h.Pick.AwaitForumPost(ctx, m)
	reply := h.sent(ctx, c, &m)
	if m.Venue.Away {
		return h.Pick.PostWithReply(ctx, c, m, reply), nil
	}
	return reply, nil
}

// home returns where a challenge to that person is shown, and why it cannot be shown or answered there, or nil.
func (h *Handlers) home(ctx context.Context, c *dispatch.Call, to match.PlayerID) (play.Venue, error) {
	home, refused := h.Places.Home(ctx, c)
	lacking := c.MissingRights()
	if home.Forum {
		lacking = nil // unknown, unless c comes from there
		if c.Parent == home.Channel {
			lacking = c.MissingForumRights()
		}
	}
	switch {
	case !c.InGuild() && !c.Venue.Away && to != c.Robot:
		return home, text.Refuse(msgInDM, nil)
	case c.MustBePrivate() && to != c.Robot:
		return home, text.Refuse(msgHidden, nil)
	case refused != nil:
		return home, refused
	case len(lacking) > 0:
		return home, text.RefuseHere(c.T, lacking)
	}
	return home, unreachable(c, to)
}

// sent replies that the challenge was sent. Against the bot it shows the panel, because the match has begun.
func (h *Handlers) sent(ctx context.Context, c *dispatch.Call, m *play.Match) dispatch.Reply {
	if m.Opponent != c.Robot {
		return dispatch.InPrivate(h.whereSent(ctx, c, m))
	}
	shown := h.Live.Panel(ctx, c, m)
	form := msgSentRobot
	if h.View.Player(ctx, c).Progress.Game == m.ID {
		form = msgSentFirst
	}
	shown.Says = c.T.Text(form, i18n.Args{"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level})
	if m.Shown() != c.Venue.Channel && !m.Closed {
		shown.Says = text.BegunAbove(c.T, m, c.Actor.ID)
	}
	return h.Live.AwaitRobotInPanel(c, *m, panel.Show(c, shown), shown.Says)
}

func (h *Handlers) whereSent(ctx context.Context, c *dispatch.Call, m *play.Match) string {
	switch {
	case m.Venue.Away:
		return c.T.Text(msgSentAway, nil)
	case m.Closed:
		return text.BoardNotPosted(c.T, m)
	case m.Shown() != c.Venue.Channel:
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

// challenged returns who is challenged, "" for anyone, and on which terms. A level without an opponent means the bot;
// the bot without a level plays at DefaultLevel.
func (h *Handlers) challenged(ctx context.Context, c *dispatch.Call) (match.PlayerID, match.Terms, error) {
	to, level := match.PlayerID(cmp.Or(c.Target, c.Text("opponent"))), botLevel(c)
	if to == "" && level > 0 {
		to = c.Robot
	}
	switch {
	case to == c.Robot:
		t := readTerms(typed{c, false}, "")
		t.Level = cmp.Or(t.Level, DefaultLevel)
		return to, t, nil
	case level > 0:
		return "", match.Terms{}, text.Refuse(msgLevelPerson, i18n.Args{"To": text.Mention(c.T, to)})
	}
	return to, readTerms(typed{c, false}, h.preset(ctx, c)), nil
}

func (h *Handlers) preset(ctx context.Context, c *dispatch.Call) Preset {
	server, err := h.Service.Server(ctx, c.Venue.Guild)
	if err != nil { // not worth refusing the challenge
		c.Log.Warn("server settings not read; using the default preset", "err", err)
	}
	return cmp.Or(Preset(server.Settings.Preset), Club)
}

// unreachable returns why a challenge could not reach that person, or nil.
func unreachable(c *dispatch.Call, to match.PlayerID) error {
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
	case c.Venue.Away: // Discord does not say who is in the channel
	case g.Known && !g.IsMember:
		return text.Refuse(msgNotHere, args)
	case g.Known && !g.CanView:
		return text.Refuse(msgBlind, args)
	}
	return nil
}

// same shows the open challenge that the caller tried to make again.
func (h *Handlers) same(ctx context.Context, c *dispatch.Call, m play.Match) dispatch.Reply {
	where := text.Place(c.T, new(m.Summary()))
	return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, c.T.Text(msgSame, i18n.Args{"Where": where}))}
}
