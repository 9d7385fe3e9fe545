package league

import (
	"context"
	"strconv"
	"strings"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// look shows the league, the group that the reader chose or their own, and the buttons for what they can do.
func (h *Handlers) look(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	v, err := h.Service.Look(ctx, c.Actor)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if !c.InGuild() || v.Phase == season.None && !c.Manages() {
		return dispatch.Reply{}, text.Refuse(msgNone, nil)
	}
	msg := ui.Message{Block: true, Text: strings.Join(h.paragraphs(c, v), "\n")}
	if group := chosenGroup(c, v); group > 0 {
		msg.Picture = h.crosstable(ctx, c, &v, group)
	}
	if len(v.Groups) > 1 {
		menu := &ui.Menu{ID: ui.NoMatch(ui.League, "pick"), Prompt: c.T.Text(msgTable, nil)}
		for i := range v.Groups[:min(len(v.Groups), maxItems)] {
			menu.Items = append(menu.Items, ui.Item{Label: c.T.Text(msgPick, i18n.Args{"Group": i + 1}), Value: strconv.Itoa(i + 1)})
		}
		msg.Rows = []ui.Row{{Menu: menu}}
	}
	msg.Rows = append(msg.Rows, ui.Buttons(actions(c, v, h.Service.Now())...)...)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}, nil
}

const maxItems = 25

func (h *Handlers) paragraphs(c *dispatch.Call, v View) (all []string) {
	if v.Phase == season.None {
		return []string{c.T.Text(msgNoneYet, nil)}
	}
	all = append(all, about(c.T, News{League: v.League, Post: season.Post{Season: v.Season}, Entered: v.Entered}))
	goesOn := v.Phase == season.Joining || v.Phase == season.Running
	add := func(when bool, m i18n.Message, args i18n.Args) {
		if when {
			all = append(all, c.T.Text(m, args))
		}
	}
	add(v.Shut, msgShut, i18n.Args{"Channel": text.Channel(v.Channel)})
	switch {
	case v.InNow || v.InNext && v.Phase == season.Joining:
		add(goesOn, msgIn, nil)
	case v.InNext:
		add(goesOn, msgNext, nil)
	default:
		add(goesOn, msgNotIn, nil)
	}
	add(goesOn && !v.Ranked, msgNoRank, nil)
	add(goesOn && v.Ranked && v.Unrated, msgUnrated, nil)
	if v.CanJoin() && v.Decision != nil {
		all = append(all, decision(c.T, &v))
	}
	if removed := bars(c, &v); removed != "" {
		all = append(all, removed)
	}
	for _, other := range v.LeftOut {
		add(true, msgHalved, i18n.Args{"Other": text.Mention(c.T, other)})
	}
	add(v.Busy > 0 && goesOn, msgBusy, i18n.Args{"Count": v.Busy})
	if v.Phase == season.Running && v.Until.Sub(h.Service.Now()) <= season.Warned {
		all = append(all, text.SeasonEnds(c.T, v.Until))
	}
	if group := chosenGroup(c, v); group > 0 {
		all = append(all, heading(c.T, v.Shown, group))
		all = append(all, reaching(c.T, &v.Groups[group-1])...)
	}
	return all
}

// chosenGroup returns the number of the group that c names, by default the reader's group or the first one; 0 if there
// are no groups.
func chosenGroup(c *dispatch.Call, v View) int {
	arg := c.ID.Arg
	if len(c.Values) > 0 {
		arg = c.Values[0]
	}
	group, err := strconv.Atoi(arg)
	if err != nil || group <= 0 {
		group = max(v.Own, 1)
	}
	return min(group, len(v.Groups))
}

// actions returns the buttons for what the reader can do.
func actions(c *dispatch.Call, v View, now time.Time) (all []ui.Button) {
	goesOn := v.Phase == season.Joining || v.Phase == season.Running
	switch {
	case goesOn && (v.InNow || v.InNext):
		all = append(all, button(c.T, msgLeave, argLeave, ui.Quiet))
	case v.CanJoin() && v.Ranked && v.BarOf(v.Names) == nil && v.Decision == nil:
		all = append(all, button(c.T, msgJoin, argJoin, ui.Good))
	}
	if goesOn {
		all = append(all, button(c.T, msgHow, argRules, ui.Quiet))
	}
	if !c.Manages() {
		return all
	}
	if canBegin(&v.League, len(v.Entered), now) {
		all = append(all, button(c.T, msgBegin, argBegin, ui.Good))
	}
	if goesOn {
		if len(v.Entered) > 0 || len(v.Bars) > 0 || v.Phase == season.Running {
			all = append(all, button(c.T, msgRemove, argOut, ui.Quiet))
		}
		if v.Shut || v.Channel != c.Venue.Channel {
			all = append(all, button(c.T, msgHere, argOpen, ui.Quiet))
		}
		if v.Last {
			return append(all, button(c.T, msgMore, argMore, ui.Quiet))
		}
		end := i18n.Either(v.Phase == season.Running, msgFinal, msgEnd)
		return append(all, button(c.T, end, argEnd, ui.Danger))
	}
	return append(all, button(c.T, msgStart, argOpen, ui.Strong))
}
