package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

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
		Other: "You have made this challenge already; it is waiting for an answer in {{.Where}}."}
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

	msgAccept   = i18n.Message{ID: "button.accept", Other: "Accept"}
	msgDecline  = i18n.Message{ID: "button.decline", Other: "Decline"}
	msgWithdraw = i18n.Message{ID: "button.withdraw", Other: "Withdraw"}

	msgRematchButton = i18n.Message{ID: "button.rematch", Other: "Rematch"}
	msgRematched     = i18n.Message{ID: "rematch.accepted",
		Other: "A rematch had been offered to you already, and you accepted it."}
)

// rematchVerb challenges the other player of a match that is over.
const rematchVerb = "rematch"

// challenge proposes a match. The announcer posts the challenge; its buttons answer it.
func (h *handlers) challenge() dispatch.Command {
	return dispatch.Command{
		Spec: spec("challenge", "Challenge a person, anyone here, or me to a match of MAD",
			discord.CommandOption{
				Type: discord.UserOption, Name: "opponent",
				Description: "Whom to challenge. Left out: anyone here, or me if you give a level"},
			choiceOption("board", "6x4 has 6 rows and 4 columns, 5x5 is square; 6x4 unless you choose otherwise",
				rules.Board6x4.String(), rules.Board5x5.String()),
			choiceOption("side", "Your side; random unless you choose otherwise. Red begins",
				match.PlayRed.String(), match.PlayBlue.String(), match.RandomSide.String()),
			discord.CommandOption{
				Type: discord.BooleanOption, Name: "positioning",
				Description: "Whether each side's first turn rearranges its fleet; True unless you choose False"},
			paceOption(),
			stallOption(),
			levelOption()),
		Run: h.propose,
		Components: map[string]dispatch.Component{
			"accept":    {Run: h.about("accept", h.accept, isOpen), Inline: true},
			"decline":   {Run: h.about("decline", h.decline, isOpen), Inline: true},
			rematchVerb: {Run: h.about(rematchVerb, h.viewing(h.rematch), isOpen), Inline: true},
			"withdraw":  {Run: h.about("withdraw", h.withdraw, isOpen), Inline: true},
		},
	}
}

// challengePerson challenges a person from their context menu, on the usual terms.
func (h *handlers) challengePerson() dispatch.Command {
	return dispatch.Command{Spec: menuSpec(discord.UserCommand, "Challenge to MAD"), Run: h.propose}
}

// propose proposes the match that the options describe.
func (h *handlers) propose(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	to, terms, err := opponent(c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.proposeTo(ctx, c, to, terms)
}

// proposeTo checks that a match can be shown and answered here, and proposes it.
func (h *handlers) proposeTo(ctx context.Context, c *dispatch.Call, to match.PlayerID,
	terms match.Terms) (dispatch.Reply, error) {
	if !c.InGuild() && !c.Venue.Away && to != c.Robot {
		return dispatch.Reply{}, text.Refuse(msgInDM, nil)
	}
	if c.Hidden() && to != c.Robot {
		return dispatch.Reply{}, text.Refuse(msgHidden, nil)
	}
	if err := h.allowed(ctx, c); err != nil {
		return dispatch.Reply{}, err
	}
	if lacking := c.Lacking(); len(lacking) > 0 {
		return dispatch.Reply{}, text.RefuseHere(c.T, lacking)
	}
	if err := invitable(c, to); err != nil {
		return dispatch.Reply{}, err
	}
	m, err := h.service.Challenge(ctx, c.Actor,
		play.Challenge{To: to, Terms: terms, Venue: c.Home()})
	switch {
	case errors.Is(err, play.ErrSame):
		where := text.Place(c.T, new(m.Summary()))
		return dispatch.Reply{Message: h.show(ctx, c, m, c.T.Text(msgSame, i18n.Args{"Where": where}))}, nil
	case err != nil:
		return dispatch.Reply{}, err
	}
	c.Log.Info("challenge", "match", m.ID)
	if m.Venue.Away {
		return h.away(ctx, c, m, h.sentAway(c, m)), nil
	}
	return dispatch.InPrivate(sent(c, &m)), nil
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
	terms := m.Terms
	terms.Side = pickOf(own.Other())
	return h.proposeTo(ctx, c, other, terms)
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

// sent says that a challenge is on its way, and where.
func sent(c *dispatch.Call, m *play.Match) string {
	switch {
	case m.Venue.Channel != c.Venue.Channel:
		return text.BegunAbove(c.T, m, c.Actor.ID)
	case m.Opponent == "":
		return c.T.Text(msgSentAny, nil)
	case m.Opponent == c.Robot:
		return c.T.Text(msgSentRobot, i18n.Args{
			"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level})
	}
	return c.T.Text(msgSent, i18n.Args{"To": text.Mention(m.Opponent)})
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

// opponent returns who is challenged, "" for anyone, and on which terms. A level without a name
// means the bot, and the bot without a level plays at the usual one.
func opponent(c *dispatch.Call) (match.PlayerID, match.Terms, error) {
	to, terms := match.PlayerID(cmp.Or(c.Target, c.Text("opponent"))), termsOf(c)
	switch {
	case to == c.Robot && terms.Level == 0:
		terms.Level = usualLevel
	case to == "" && terms.Level > 0:
		to = c.Robot
	case to != c.Robot && terms.Level > 0:
		return "", terms, text.Refuse(msgLevelPerson, i18n.Args{"To": text.Mention(to)})
	}
	usual := paces()[0].value
	if to == c.Robot {
		usual = noClock
	}
	setPace(&terms, cmp.Or(c.Text("pace"), usual))
	return to, terms, nil
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
func (h *handlers) answered(ctx context.Context, c *dispatch.Call, m play.Match, what string, err error) (answer, error) {
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
			Label: t.Text(msgDecline, nil), Style: ui.Quiet})
	}
	if reader == everybody || reader == m.Challenger {
		row = append(row, ui.Button{ID: press("withdraw"),
			Label: t.Text(msgWithdraw, nil), Style: ui.Quiet})
	}
	return ui.Buttons(row...)
}

// choiceOption returns the definition of an option with fixed values.
func choiceOption(name, description string, values ...string) discord.CommandOption {
	o := discord.CommandOption{Type: discord.StringOption, Name: name, Description: description}
	for _, v := range values {
		o.Choices = append(o.Choices, discord.Choice{Name: v, Value: v})
	}
	return o
}

// stallOption offers the two limits of the rule sheets (rules 5.2).
func stallOption() discord.CommandOption {
	return discord.CommandOption{
		Type: discord.IntegerOption, Name: "stall_limit",
		Description: "After how many turns without an expulsion the match stops; 40 unless you choose otherwise",
		Choices: []discord.Choice{
			{Name: "40 turns, 20 each", Value: int(rules.DefaultStallLimit)},
			{Name: "30 turns, 15 each", Value: int(rules.ShortStallLimit)},
		}}
}

// pace is a choice of how much time there is.
type pace struct {
	value, name string // as it is sent, and as people read it
	terms       match.Pace
	grace       time.Duration // as in match.Terms
}

// paces are all choices, first the usual one between people.
func paces() []pace {
	const day = 24 * time.Hour
	return []pace{
		{"3d", "3 days per turn, bank 3 days", match.Pace{PerTurn: 3 * day, Bank: 3 * day}, match.DefaultGrace},
		{"7d", "7 days per turn, bank 7 days", match.Pace{PerTurn: 7 * day, Bank: 7 * day}, match.DefaultGrace},
		{"1d", "1 day per turn, bank 1 day", match.Pace{PerTurn: day, Bank: day}, match.DefaultGrace},
		{"10m", "10 minutes per turn, bank 30 minutes",
			match.Pace{PerTurn: 10 * time.Minute, Bank: 30 * time.Minute}, time.Hour},
		{noClock, "no clock", match.Pace{}, 0},
	}
}

// noClock is the value of the pace without a clock, the usual one against the bot.
const noClock = "none"

func paceOption() discord.CommandOption {
	o := discord.CommandOption{Type: discord.StringOption, Name: "pace",
		Description: "Time for each turn, and a bank for longer ones; 3 days and 3 days, against me no clock"}
	for _, p := range paces() {
		o.Choices = append(o.Choices, discord.Choice{Name: p.name, Value: p.value})
	}
	return o
}

// setPace gives t the pace of a value; one that is not offered makes terms that match refuses.
func setPace(t *match.Terms, value string) {
	for _, p := range paces() {
		if p.value == value {
			t.Pace, t.Grace = p.terms, p.grace
			return
		}
	}
	t.Pace.Bank = -1
}

// usualLevel is the level of the bot when it is challenged without one.
const usualLevel = 4

func levelOption() discord.CommandOption {
	return discord.CommandOption{
		Type: discord.IntegerOption, Name: "level",
		Description: "Play against me, the bot, at this level: 1 is gentle, 10 is my best",
		MinValue:    new(1), MaxValue: new(int(match.MaxLevel))}
}

// termsOf reads the options; a value that is not offered makes terms that match refuses.
func termsOf(c *dispatch.Call) match.Terms {
	terms := match.Terms{Options: rules.DefaultOptions()}
	if name := c.Text("board"); name != "" {
		terms.Options.Board, _ = rules.ParseBoard(name)
	}
	switch c.Text("side") {
	case match.PlayRed.String():
		terms.Side = match.PlayRed
	case match.PlayBlue.String():
		terms.Side = match.PlayBlue
	}
	terms.Options.Positioning = c.Bool("positioning", true)
	terms.Level = match.Level(min(max(c.Number("level", 0), 0), int(match.MaxLevel)+1))
	limit := c.Number("stall_limit", int(rules.DefaultStallLimit))
	terms.Options.StallLimit = rules.StallLimit(min(max(limit, 0), int(rules.MaxStallLimit)))
	return terms
}
