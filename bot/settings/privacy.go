package settings

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// `/privacy`, in private: what the bot keeps of the reader, in short, and buttons that send it or delete it; then what
// comes with the file, and how many games found no room in it; then the two questions before it is deleted.
var (
	msgPrivacy = i18n.Message{ID: "privacy", Other: "**What I keep about you**\n" +
		"- Your Discord ID, not your name: everything else hangs on it.\n" +
		"- Your games and ratings, with times and results: for good; they're your opponents' too. " +
		"Challenges without a game, and practice: 30 days.\n" +
		"- Notes, plans, reviews: as long as their games. Puzzles you tried.\n" +
		"- Settings, time zone, vacation, lessons: until you change them.\n" +
		"- *Delete me* removes it all; your games stay, by a “former player”. Blocks stay, too, as does who left you out " +
		"of a ranking, and when.\n" +
		"- What you write elsewhere, I don't read. What I post stays in its channel.\n" +
		"- Whoever runs me can see it all, and has backups, and a log of what people did."}
	msgTakeout = i18n.Message{ID: "privacy.send", Other: "Send me everything"}
	msgForget  = i18n.Message{ID: "privacy.forget", Other: "Delete me"}
	msgAsk     = i18n.Message{ID: "privacy.forget.ask", Other: "Delete all I keep about you? Your running games count as " +
		"resigned, your challenges end, your games stay by a “former player”."}
	msgAskAgain = i18n.Message{ID: "privacy.forget.again", Other: "There's no way back. Really?"}
	msgForgetIt = i18n.Message{ID: "privacy.forget.yes", Other: "Delete it all"}
	msgKeepIt   = i18n.Message{ID: "privacy.forget.no", Other: "Keep it"}
	msgKept     = i18n.Message{ID: "privacy.forget.kept", Other: "Nothing was deleted."}
	msgDeleted  = i18n.Message{ID: "privacy.forget.done", Other: "I'm deleting it: soon it's gone. Farewell!"}
	msgTakenOut = i18n.Message{ID: "privacy.sent", Other: "Here's all I keep about you, except pictures."}
	msgTooMuch  = i18n.Message{ID: "privacy.toomuch",
		Other: "Your oldest games didn't fit: ask whoever runs me."}
)

// Buttons of `/privacy`: who sees the reader's rating, that which holds being off, whether they stand in rankings, and
// whether they are named among those who solved a puzzle of the day.
var (
	msgRatingAll  = i18n.Message{ID: "privacy.rating.all", Other: "Rating: all see it"}
	msgRatingOwn  = i18n.Message{ID: "privacy.rating.own", Other: "Only me"}
	msgRatingNone = i18n.Message{ID: "privacy.rating.none", Other: "Nobody"}
	msgHide       = i18n.Message{ID: "privacy.hide", Other: "Hide me in rankings"}
	msgUnhide     = i18n.Message{ID: "privacy.unhide", Other: "Show me in rankings"}
	msgName       = i18n.Message{ID: "privacy.name", Other: "Name me as a solver"}
	msgUnname     = i18n.Message{ID: "privacy.unname", Other: "Don't name me as a solver"}
)

// Privacy tells people what is kept of them, with /privacy.
type Privacy struct{ People Kept }

// Kept is what is kept of people; play.Service does.
type Kept interface {
	Player(context.Context, match.PlayerID) (play.Player, error)
	ChangePlayer(context.Context, play.Actor, func(*play.Player)) (play.Player, error)
	Kept(context.Context, play.Actor) (play.Kept, error)
	Forget(context.Context, play.Actor) error
}

// Commands returns /privacy.
func (p Privacy) Commands() []dispatch.Command {
	return []dispatch.Command{{Spec: dispatch.Spec("privacy", "What I keep about you: read it, get it, delete it"), Run: p.show}}
}

// Controls returns what its buttons do.
func (p Privacy) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Takeout: {Run: p.send}, ui.Forget: {Run: p.forget},
		ui.Shown: {Run: p.setShown, Inline: true}}
}

func (p Privacy) show(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	player, err := p.People.Player(ctx, c.Actor.ID)
	return dispatch.Reply{Message: privacyMessage(c.T, &player.Settings)}, err
}

// The arguments of the buttons that hide somebody in rankings or name them, and those that do not; those about their
// rating have an Eyes.
const (
	argHide   = "hide"
	argUnhide = "unhide"
	argName   = "name"
	argUnname = "unname"
)

// setShown changes what others see of the person.
func (p Privacy) setShown(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	player, err := p.People.ChangePlayer(ctx, c.Actor, func(player *play.Player) {
		switch s := &player.Settings; c.ID.Arg {
		case argHide, argUnhide:
			s.Unranked = c.ID.Arg == argHide
		case argShare, argUnshare:
			s.Shares = c.ID.Arg == argShare
		case argName, argUnname:
			s.Named = c.ID.Arg == argName
		case string(play.AllEyes), string(play.OwnEyes), string(play.NoEyes):
			s.Rating = play.Eyes(c.ID.Arg)
		}
	})
	return dispatch.Reply{Kind: dispatch.Update, Message: privacyMessage(c.T, &player.Settings)}, err
}

func privacyMessage(t i18n.Printer, s *play.Settings) ui.Message {
	eyes := func(e play.Eyes, label i18n.Message) ui.Button {
		b := button(t, ui.Shown, string(e), label)
		b.Disabled = s.Rating == e
		return b
	}
	ranked, named := button(t, ui.Shown, argHide, msgHide), button(t, ui.Shown, argName, msgName)
	if s.Unranked {
		ranked = button(t, ui.Shown, argUnhide, msgUnhide)
	}
	if s.Named {
		named = button(t, ui.Shown, argUnname, msgUnname)
	}
	rows := append(ui.Buttons(button(t, ui.Takeout, "", msgTakeout), button(t, ui.Forget, "", msgForget)),
		ui.Buttons(sharing(t, s), named)...)
	return ui.Message{Text: t.Text(msgPrivacy, nil), Rows: append(rows, ui.Wrap(eyes(play.AllEyes, msgRatingAll),
		eyes(play.OwnEyes, msgRatingOwn), eyes(play.NoEyes, msgRatingNone), ranked)...)}
}

// Buttons of `/privacy`: whether others on a server may solve puzzles from the reader's games, if the other player
// agrees.
var (
	msgShare   = i18n.Message{ID: "privacy.share", Other: "Puzzles from my games: for others too"}
	msgUnshare = i18n.Message{ID: "privacy.unshare", Other: "Puzzles from my games: only for me"}
)

// The arguments of the buttons that let others solve puzzles from somebody's games, and do not.
const (
	argShare   = "share"
	argUnshare = "unshare"
)

// sharing is the button that changes it.
func sharing(t i18n.Printer, s *play.Settings) ui.Button {
	if s.Shares {
		return button(t, ui.Shown, argUnshare, msgUnshare)
	}
	return button(t, ui.Shown, argShare, msgShare)
}

// sure is the argument of the button with which somebody is asked again.
const sure = "sure"

// forget asks whether all is to be deleted, asks again, and does it.
func (p Privacy) forget(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	question, next := msgAsk, sure
	switch c.ID.Arg {
	case ui.No:
		return dispatch.InPlace(c.T.Text(msgKept, nil)), nil
	case ui.Yes:
		if err := p.People.Forget(ctx, c.Actor); err != nil {
			return dispatch.Reply{}, err
		}
		c.Log.Info("forget")
		return dispatch.InPlace(c.T.Text(msgDeleted, nil)), nil
	case sure:
		question, next = msgAskAgain, ui.Yes
	}
	r := dispatch.InPlace(c.T.Text(question, nil))
	yes := button(c.T, ui.Forget, next, msgForgetIt)
	yes.Style = ui.Danger
	r.Message.Rows = ui.Buttons(yes, button(c.T, ui.Forget, ui.No, msgKeepIt))
	return r, nil
}

// maxTakeout is what Discord takes as one file, in bytes, with room for the rest of the message.
const maxTakeout = 9 << 20

func (p Privacy) send(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	kept, err := p.People.Kept(ctx, c.Actor)
	if err != nil {
		return dispatch.Reply{}, err
	}
	data, left, err := Pack(kept, maxTakeout)
	if err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("takeout", "bytes", len(data))
	said := c.T.Text(msgTakenOut, nil)
	if left > 0 {
		said += " " + c.T.Text(msgTooMuch, nil)
	}
	r := dispatch.InPrivate(said)
	r.Message.File = &ui.File{Name: "madbot.zip", Data: data}
	return r, nil
}
