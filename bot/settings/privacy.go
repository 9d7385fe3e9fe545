package settings

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/takeout"
	"madbot/bot/ui"
)

// `/privacy`, in private: what the bot keeps of the reader, in short, and a button that sends it; then what comes
// with the file, and how many games found no room in it.
var (
	msgPrivacy = i18n.Message{ID: "privacy", Other: "**What I keep of you**\n" +
		"- Your Discord ID, not your name: it's what all else hangs on.\n" +
		"- Your games and challenges, with times and results: for good; they're your opponents' too.\n" +
		"- Notes, plans, reviews: as long as their games.\n" +
		"- Settings, time zone, vacation, lessons: until you change them.\n" +
		"- What you write elsewhere, I don't read. What I post stays in its channel.\n" +
		"- Whoever runs me can see it all, and has backups, and a log of what people did."}
	msgTakeout  = i18n.Message{ID: "privacy.send", Other: "Send me everything"}
	msgTakenOut = i18n.Message{ID: "privacy.sent", Other: "Here's all I keep of you, but for pictures."}
	msgTooMuch  = i18n.Message{ID: "privacy.toomuch", Other: "Your oldest games had no room: ask whoever runs me."}
)

// Privacy tells people what is kept of them, with /privacy.
type Privacy struct{ People Kept }

// Kept is what is kept of people; play.Service does.
type Kept interface {
	Kept(context.Context, play.Actor) (play.Kept, error)
}

// Commands returns /privacy.
func (p Privacy) Commands() []dispatch.Command {
	return []dispatch.Command{{Spec: dispatch.Spec("privacy", "What I keep of you: read it, get it"), Run: p.show}}
}

// Controls returns what its buttons do.
func (p Privacy) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Takeout: {Run: p.send}}
}

func (Privacy) show(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	r := dispatch.InPrivate(c.T.Text(msgPrivacy, nil))
	r.Message.Rows = ui.Buttons(button(c.T, ui.Takeout, "", msgTakeout))
	return r, nil
}

// maxTakeout is what Discord takes as one file, in bytes, with room for the rest of the message.
const maxTakeout = 9 << 20

func (p Privacy) send(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	kept, err := p.People.Kept(ctx, c.Actor)
	if err != nil {
		return dispatch.Reply{}, err
	}
	data, left, err := takeout.Pack(kept, maxTakeout)
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
