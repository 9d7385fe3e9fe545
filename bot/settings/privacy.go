package settings

import (
	"context"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// `/privacy`, in private: what the bot keeps about the reader, and buttons that send or delete it.
var (
	msgPrivacy = i18n.Message{ID: "privacy",
		Other: "**What I keep about you**\n" +
			"- Your Discord ID, not your name: everything else is filed under it.\n" +
			"- Games and ratings, for good: they're your opponents' too. Challenges without a game, and practice: " +
			"30 days.\n" +
			"- Notes, plans and reviews, like their games; puzzles you tried; settings.\n" +
			"- Who removed you from a ranking or league, when and why, until a season after that ends.\n" +
			"- *Delete me* removes it all. Games stay, under a “deleted profile”; blocks, too. For 90 days a " +
			"keyed hash of your ID keeps limits and managers' decisions in force.\n" +
			"- Whoever runs me can see it all, and has backups and a log."}
	msgTakeout = i18n.Message{ID: "privacy.send", Other: "Send me everything"}
	msgForget  = i18n.Message{ID: "privacy.forget", Other: "Delete me"}
)

// Buttons of `/privacy`: whether others on the server may solve puzzles from the reader's games, if the other player
// agrees; whether the reader is named among those who solved a puzzle of the day; and whether rankings show them.
var privacyToggles = toggles{
	{func(s *play.Settings) *bool { return &s.Shares },
		option{arg: "unshare", button: i18n.Message{ID: "privacy.unshare", Other: "Puzzles from my games: only for me"}},
		option{arg: "share", button: i18n.Message{ID: "privacy.share", Other: "Puzzles from my games: for others too"}}},
	{func(s *play.Settings) *bool { return &s.Named },
		option{arg: "unname", button: i18n.Message{ID: "privacy.unname", Other: "Don't name me as a solver"}},
		option{arg: "name", button: i18n.Message{ID: "privacy.name", Other: "Name me as a solver"}}},
	{func(s *play.Settings) *bool { return &s.Unranked },
		option{arg: "unhide", button: i18n.Message{ID: "privacy.unhide", Other: "Show me in rankings"}},
		option{arg: "hide", button: i18n.Message{ID: "privacy.hide", Other: "Hide me in rankings"}}},
}

// Buttons of `/privacy`: who sees the reader's rating. The current choice is disabled.
var (
	msgRatingAll  = i18n.Message{ID: "privacy.rating.all", Other: "Rating: public"}
	msgRatingOwn  = i18n.Message{ID: "privacy.rating.own", Other: "Rating: only me"}
	msgRatingNone = i18n.Message{ID: "privacy.rating.none", Other: "Rating: hidden"}
)

// Privacy handles /privacy.
type Privacy struct{ Data PersonalData }

// PersonalData is what the bot stores about people; play.Service implements it.
type PersonalData interface {
	Player(context.Context, match.PlayerID) (play.Player, error)
	ChangePlayer(context.Context, play.Actor, func(*play.Player)) (play.Player, error)
	Kept(context.Context, play.Actor) (play.Kept, error)
	Forget(context.Context, play.Actor) error
}

// Commands returns /privacy.
func (p Privacy) Commands() []dispatch.Command {
	return []dispatch.Command{{Spec: dispatch.Spec("privacy", "What I keep about you: read it, get it, delete it"), Run: p.show}}
}

// Controls returns the handlers of its buttons.
func (p Privacy) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Takeout: {Run: p.takeout}, ui.Forget: {Run: p.forget},
		ui.Shown: {Run: p.setShown, Inline: true}}
}

func (p Privacy) show(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	player, err := p.Data.Player(ctx, c.Actor.ID)
	return dispatch.Reply{Message: privacyMessage(c.T, &player.Settings)}, err
}

// setShown changes what others see of the person. The argument is a toggle's, or a play.Eyes for the rating.
func (p Privacy) setShown(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	change := privacyToggles.change(c.ID.Arg)
	player, err := p.Data.ChangePlayer(ctx, c.Actor, func(player *play.Player) {
		eyes := play.Eyes(c.ID.Arg)
		switch {
		case change != nil:
			change(&player.Settings)
		case slices.Contains([]play.Eyes{play.AllEyes, play.OwnEyes, play.NoEyes}, eyes):
			player.Settings.Rating = eyes
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
	_, switches := privacyToggles.show(t, ui.Shown, *s)
	last := len(switches) - 1 // whether they are in rankings
	return ui.Message{Text: t.Text(msgPrivacy, nil), Rows: slices.Concat(
		ui.Buttons(button(t, ui.Takeout, "", msgTakeout), button(t, ui.Forget, "", msgForget)),
		ui.Buttons(switches[:last]...),
		ui.Buttons(eyes(play.AllEyes, msgRatingAll), eyes(play.OwnEyes, msgRatingOwn),
			eyes(play.NoEyes, msgRatingNone)),
		ui.Buttons(switches[last]))}
}
