package settings

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
)

// Private answers to a test of notifications.
var (
	msgTested      = i18n.Message{ID: "notices.tested", Other: "Sent: you should have been notified just now."}
	msgTestNowhere = i18n.Message{ID: "notices.tested.nowhere",
		Other: "**I can't reach you**: no posting here, and your direct messages are off. Your next command in " +
			"a game shown here tells you what you missed."}
	msgTestLater = i18n.Message{ID: "notices.tested.later",
		Other: "Discord didn't take the test just now. Please try again in a minute."}
)

// Messenger sends notices; play.Messenger implements it.
type Messenger interface {
	// Notify returns play.ErrGone or play.ErrClosed if the person cannot be reached that way.
	Notify(context.Context, play.Notice) (play.Post, error)
}

// test sends a notice the way the person's notices are sent, and says whether it went out. Pressing the button twice in
// a row sends one.
func (n Notices) test(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	player, err := n.Players.Player(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	direct := player.Settings.Direct && (c.InGuild() || c.Venue.Away)
	test := play.Notice{To: player, Kind: play.TestNotice, Direct: direct, Key: n.Players.TestKey(c.Actor)}
	test.Match.Venue = c.Venue
	_, err = n.Messenger.Notify(ctx, test)
	if direct && isRefused(err) {
		test.Direct = false
		_, err = n.Messenger.Notify(ctx, test)
	}
	said := msgTested
	switch {
	case isRefused(err):
		said = msgTestNowhere
	case err != nil:
		c.Log.Warn("test notice not sent", "err", err)
		said = msgTestLater
	case direct && !test.Direct:
		return dispatch.InPrivate(text.NoDirect(c.T)), nil
	}
	return dispatch.InPrivate(c.T.Text(said, nil)), nil
}

// isRefused reports whether a notice was refused and a retry would not help.
func isRefused(err error) bool { return errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed) }
