package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/i18n"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgSent = i18n.Message{ID: "challenge.sent",
		Other: "Challenge sent. {{.To}} finds it in this channel; you can withdraw it " +
			"there."}
	msgSentAny = i18n.Message{ID: "challenge.sentany",
		Other: "Challenge posted. Whoever accepts it first plays you."}
	msgInDM = i18n.Message{ID: "challenge.dm",
		Other: "A match is shown in a channel of a server where both players are. " +
			"Type {{.Challenge}} there; from here you can play on with " +
			"{{.Move}}, {{.Board}} and all the rest."}
	msgIsBot = i18n.Message{ID: "challenge.bot",
		Other: "{{.To}} is a bot and does not play MAD. Challenge a person, or leave the " +
			"opponent out to challenge anyone here."}
	msgNotHere = i18n.Message{ID: "challenge.absent",
		Other: "{{.To}} is not on this server and would never see the challenge."}
	msgBlind = i18n.Message{ID: "challenge.blind",
		Other: "{{.To}} cannot see this channel. Challenge them in one that you both see."}
)

// challenge proposes a match; its card is posted by the announcer, and answered by its buttons.
func (d *desk) challenge() Command {
	return Command{
		Spec: spec("challenge", "Challenge somebody, or anyone here, to a match of MAD",
			&discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionUser, Name: "opponent",
				Description: "Whom to challenge; leave it out to challenge anyone here"},
			choiceOption("board", "The arena; 6x4 unless you say so",
				rules.Board6x4.String(), rules.Board5x5.String()),
			choiceOption("side", "Your side; by lot unless you say so. Red begins",
				match.PlayRed.String(), match.PlayBlue.String(), match.RandomSide.String()),
			&discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionBoolean, Name: "positioning",
				Description: "Whether each side's first turn rearranges its fleet; yes unless you say no"},
			stallOption()),
		Run: d.propose,
		Presses: map[string]Press{
			"accept":   {Run: d.about("accept", d.accept, isOpen), Inline: true},
			"decline":  {Run: d.about("decline", d.decline, isOpen), Inline: true},
			"withdraw": {Run: d.about("withdraw", d.withdraw, isOpen), Inline: true},
		},
	}
}

// choiceOption returns the definition of an option with fixed values.
func choiceOption(name, description string, values ...string) *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: description}
	for _, v := range values {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: v, Value: v})
	}
	return o
}

// stallOption offers the two limits of the rule sheets (rules 5.2).
func stallOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionInteger, Name: "stall_limit",
		Description: "After how many turns without an expulsion the game stops; 40 unless you say so",
		Choices: []*discordgo.ApplicationCommandOptionChoice{
			{Name: "40 turns, 20 each", Value: int(rules.DefaultStallLimit)},
			{Name: "30 turns, 15 each", Value: int(rules.ShortStallLimit)},
		}}
}

// propose checks that the match can be shown here and be answered, and proposes it.
func (d *desk) propose(ctx context.Context, c *Call) (Reply, error) {
	if !c.InGuild() {
		return Reply{}, refuse(msgInDM, i18n.Args{"Challenge": d.link("challenge"),
			"Move": d.link("move"), "Board": d.link("board")})
	}
	if missing := c.Rights.missing(c.T, c.Thread); len(missing) > 0 {
		return Reply{}, refuse(msgNoPerms, i18n.Args{"List": join(c.T, msgAnd, missing)})
	}
	to := match.PlayerID(c.Text("opponent"))
	if err := c.invitable(to); err != nil {
		return Reply{}, err
	}
	m, err := d.service.Challenge(ctx, c.Actor, to, termsOf(c), c.Venue)
	if err != nil {
		return Reply{}, err
	}
	c.Log.Info("challenge", "match", m.ID)
	if to == "" {
		return private(c.T.Text(msgSentAny, nil)), nil
	}
	return private(c.T.Text(msgSent, i18n.Args{"To": mention(to)})), nil
}

// invitable returns why the challenge could not reach to.
func (c *Call) invitable(to match.PlayerID) error {
	if to == "" {
		return nil
	}
	g := c.people[string(to)]
	args := i18n.Args{"To": mention(to)}
	switch {
	case to == c.Actor:
		return match.ErrSelf
	case g.Bot:
		return refuse(msgIsBot, args)
	case g.known && !g.here:
		return refuse(msgNotHere, args)
	case g.known && !g.sees:
		return refuse(msgBlind, args)
	}
	return nil
}

// termsOf reads the options; a value that is none of ours makes impossible terms.
func termsOf(c *Call) match.Terms {
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
	limit := c.Number("stall_limit", int(rules.DefaultStallLimit))
	terms.Options.StallLimit = rules.StallLimit(min(max(limit, 0), int(rules.MaxStallLimit)))
	return terms
}

// accept takes a challenge up. The board message that follows says so to all.
func (d *desk) accept(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	_, err := d.service.Accept(ctx, m.ID, c.Actor)
	return d.done(c, m.ID, "accept", err)
}

// decline turns a challenge down.
func (d *desk) decline(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	_, err := d.service.Decline(ctx, m.ID, c.Actor)
	return d.done(c, m.ID, "decline", err)
}

// withdraw takes a challenge back.
func (d *desk) withdraw(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	_, err := d.service.Withdraw(ctx, m.ID, c.Actor)
	return d.done(c, m.ID, "withdraw", err)
}

// done is the answer to a button whose effect all will see.
func (d *desk) done(c *Call, id match.ID, what string, err error) (Reply, error) {
	if err != nil {
		return Reply{}, err
	}
	c.Log.Info(what, "match", id)
	return Reply{Kind: Silence}, nil
}
