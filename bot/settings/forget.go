package settings

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/ui"
)

// The two questions before the bot deletes the reader's data, and the answers.
var (
	msgAsk = i18n.Message{ID: "privacy.forget.ask",
		Other: "Delete all I keep about you? Your running games count as resigned, your challenges end, your games " +
			"stay under a “deleted profile”."}
	msgAskAgain = i18n.Message{ID: "privacy.forget.again", Other: "This can't be undone. Delete?"}
	msgForgetIt = i18n.Message{ID: "privacy.forget.yes", Other: "Delete it all"}
	msgKeepIt   = i18n.Message{ID: "privacy.forget.no", Other: "Keep it"}
	msgKept     = i18n.Message{ID: "privacy.forget.kept", Other: "Nothing was deleted."}
	msgDeleted  = i18n.Message{ID: "privacy.forget.done", Other: "I'm deleting it: soon it's gone. Farewell!"}
)

// argSure is the argument of the button after the first question.
const argSure = "sure"

// forget asks whether to delete everything, asks again, and deletes it.
func (p Privacy) forget(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	question, next := msgAsk, argSure
	switch c.ID.Arg {
	case ui.No:
		return dispatch.InPlace(c.T.Text(msgKept, nil)), nil
	case ui.Yes:
		if err := p.Data.Forget(ctx, c.Actor); err != nil {
			return dispatch.Reply{}, err
		}
		c.Log.Info("forget")
		return dispatch.InPlace(c.T.Text(msgDeleted, nil)), nil
	case argSure:
		question, next = msgAskAgain, ui.Yes
	}
	r := dispatch.InPlace(c.T.Text(question, nil))
	yes := button(c.T, ui.Forget, next, msgForgetIt)
	yes.Style = ui.Danger
	r.Message.Rows = ui.Buttons(yes, button(c.T, ui.Forget, ui.No, msgKeepIt))
	return r, nil
}
