package challenge

import (
	"context"
	"errors"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The button under a refusal of a rated challenge. It makes the same challenge unrated.
var msgPlayUnrated = i18n.Message{ID: "button.unrated", Other: "Play unrated"}

// isUnratable reports whether err refuses only that a match is rated.
func isUnratable(err error) bool {
	limit, ok := errors.AsType[*play.LimitError](err)
	return errors.Is(err, play.ErrNobodyManages) || ok && limit.Limit.IsRated()
}

// beforeReason is between the name of a suggestion and why the match cannot be rated.
const beforeReason = " · "

// completeRated suggests a rated match and one that is not. If the match cannot be rated on the terms chosen so far,
// the first suggestion says why.
func (h *Handlers) completeRated(ctx context.Context, c *dispatch.Call) ([]ui.Choice, error) {
	to := match.PlayerID(c.Text("opponent"))
	terms := readTerms(typed{c, true}, h.preset(ctx, c))
	name, reason := c.T.Text(msgRate, nil), ""
	var why error
	if to == c.Robot || !terms.CanBeRated() {
		why = match.ErrRated
	} else {
		why = h.Service.MayRate(ctx, c.Actor.ID, play.Challenge{To: to, Terms: terms, Venue: c.Home()})
	}
	if limit, ok := errors.AsType[*play.LimitError](why); ok {
		reason = text.LimitLabel(c.T, limit, h.View.Names.Name(ctx, c.T, c.Venue.Guild, limit.To))
	} else if why != nil {
		var isRefusal bool
		if reason, isRefusal = text.Refusal(c.T, why); !isRefusal {
			return nil, why
		}
	}
	name = turns.Joined(beforeReason, name, reason)
	return []ui.Choice{{Name: discord.Truncate(name, discord.MaxChoiceName), Value: valueRated},
		{Name: c.T.Text(msgUnrate, nil), Value: valueUnrated}}, nil
}

// typed are the options of a command, in which a suggestion for the rated option may also be given by its name.
type typed struct {
	*dispatch.Call
	rated bool // the match is to be rated, whatever that option says
}

func (o typed) Text(name string) string {
	value := o.Call.Text(name)
	label, _, _ := strings.Cut(value, beforeReason)
	switch {
	case name != optRated:
	case o.rated:
		return valueRated
	case text.SameLabel(o.T.Text(msgRate, nil), label):
		return valueRated
	case text.SameLabel(o.T.Text(msgUnrate, nil), label):
		return valueUnrated
	}
	return value
}

// offerUnrated says why made cannot be rated, and offers an unrated challenge instead.
func offerUnrated(c *dispatch.Call, made play.Challenge, why error) dispatch.Reply {
	said, _ := text.Refusal(c.T, why)
	msg := ui.Message{Text: said}
	if made.Refused == nil {
		terms := made.Terms
		terms.Rated = false
		msg.Rows = ui.Buttons(ui.Button{ID: ui.NoMatch(ui.Unrated, EncodeTerms(terms)+" "+string(made.To)),
			Label: c.T.Text(msgPlayUnrated, nil), Style: ui.Good})
	}
	return dispatch.Reply{Message: msg}
}

// sendUnrated makes the challenge in the button.
func (h *Handlers) sendUnrated(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	terms, _ := formTerms(c.ID.Arg) // the zero Terms are refused
	_, to, _ := strings.Cut(c.ID.Arg, " ")
	reply, err := h.proposeTo(ctx, c, play.Challenge{To: match.PlayerID(to), Terms: terms})
	if reply.Kind == dispatch.Private {
		reply.Kind = dispatch.Update
	}
	return reply, err
}
