// Package league runs the league of a server: /league, the posts in its channel, and the job that starts and ends
// seasons.
//
// A league plays seasons. Players enter for a week, are divided into groups, and play everybody in their group at once.
// The best and the worst of neighbouring groups change places for the next season.
//
// While the bot is not on the server, or the operator blocks it, the clocks of all matches are stopped, no season
// starts or ends, and nothing is posted. Afterwards the league's dates move by as much. Players whom the operator
// blocks do not enter a season, and their matches end without a result.
//
//   - Matches lost on time less than 7 days apart are one absence, and nobody is out of a season for one absence.
//   - Only people who are on the server are entered when a season starts. A player whom three daily checks in a row do
//     not find has left the season, but is back in it if found again before all of their matches have ended. Their
//     finished matches count.
//   - If somebody leaves before half of their matches have ended, none counts, and both sides can call them off.
//     Otherwise the others win the open ones.
//   - A match still open at the end of a season is a victory of a side that is clearly ahead, otherwise a semi-victory
//     of the side that is not to move.
//   - Ties are broken by matches among those tied, victories, losses on time, and by lot; the table says which.
//   - Players who did not play a turn in a season do not win it, and are not entered into the next one.
//   - A match is rated if its two could play a rated challenge at the start, and if it has four turns. People who take
//     no challenges from each other do not play: both get half a point.
//   - A start pings each person once, an end the winners. Each person can join and leave 10 times a day.
//   - A manager can start a season before its date once 3 have joined; if it follows another one, or the league was
//     closed, a day after that. The league's post names who did that, closed the league or opened it again.
//   - If a manager closes the league before a season, those who have joined get a direct message. If a manager moves it
//     to another channel, its players get one when the next season starts.
//   - A manager either plays or decides who plays. A manager in the running season or the next one removes nobody, lets
//     nobody in again, changes nobody's place in the server's ranking, and annuls no match of the league. To do that
//     they must leave the league by choice. A manager who keeps somebody out does not join, and if that is undone, not
//     before the season after the next. So no order of joining, leaving, removing and undoing makes a manager play
//     without somebody whom they removed. No manager who was removed can let themselves join again.
//   - A removal and its undoing show by whom, when and why; an exclusion from the ranking, by whom and when. A second
//     account of a manager, and a manager who sends somebody off the server, cannot be prevented.
//   - Players who delete their profile leave the season. If they come back within 90 days, a removal, an exclusion from
//     the ranking and the limits of rated matches still apply. Then they end.
package league

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/play/worker"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// Handlers handles what Commands and Controls list. Every field is required.
type Handlers struct {
	Service *Service
	View    *show.View
	Places  *show.Places
	Posts   *show.Notifier // where the league is shown
	// Renderer draws tables.
	Renderer Renderer
}

// Renderer draws tables; render.Renderer implements it.
type Renderer interface {
	// Crosstable writes a PNG of a table with the results of each player against each other.
	Crosstable(w io.Writer, table render.Crosstable, o render.Options) error
}

// Commands returns /league.
func (h *Handlers) Commands() []dispatch.Command {
	spec := dispatch.Spec("league", "The league of this server; only you see it")
	spec.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	spec.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	return []dispatch.Command{{Spec: spec, Run: h.look}}
}

// Controls returns the handler of the buttons and the menu of /league.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Controls{ui.League: {Run: h.press, Inline: true}}
}

// Jobs returns the job that moves leagues on.
func (h *Handlers) Jobs() []worker.Kind {
	if h.Service == nil {
		return nil
	}
	return []worker.Kind{Job{Poster: h, Members: h.Posts, Analyst: h.Service.Analyst, NewID: h.Service.NewID,
		Log: h.View.Log}.Kind()}
}

// The buttons of the league, which are in its channel and in private; and private answers.
var (
	msgJoin  = i18n.Message{ID: "league.button.join", Other: "Join"}
	msgLeave = i18n.Message{ID: "league.button.leave", Other: "Leave"}
	msgTable = i18n.Message{ID: "league.button.table", Other: "League table"}
	msgHere  = i18n.Message{ID: "league.button.open", Other: "Show it here"}
	msgStart = i18n.Message{ID: "league.button.start", Other: "Start a league here"}
	msgMore  = i18n.Message{ID: "league.button.more", Other: "More seasons"}
	msgEnd   = i18n.Message{ID: "league.button.end", Other: "End the league"}
	msgFinal = i18n.Message{ID: "league.button.last", Other: "No more seasons"}

	msgNone    = i18n.Message{ID: "league.none", Other: "There's no league here. Whoever manages the server starts one with `/league`."}
	msgNoneYet = i18n.Message{ID: "league.noneyet", Other: "There's no league here yet. If you start one, it's shown in this channel: " +
		"people have 7 days to join, and with 3 or more it begins."}
	msgNoForum = i18n.Message{ID: "league.forum", Other: "A league can't be in a forum. Start it in a text channel."}
	msgIn      = i18n.Message{ID: "league.in", Other: "You're in."}
	msgNext    = i18n.Message{ID: "league.next", Other: "You're in the next season."}
	msgNotIn   = i18n.Message{ID: "league.out", Other: "You're not in it."}
	msgBusy    = i18n.Message{ID: "league.busy", Other: "You have {{.Count}} open games, all that this server allows; those of the league come on top."}
	msgAskVoid = i18n.Message{ID: "league.ask.void",
		Other: "Leave the season? You'll come last in your group. Your games don't count in it, because fewer than " +
			"half have ended: either of you can call them off."}
	msgForfeit = i18n.Message{ID: "league.ask.forfeit", Other: "Leave the season? You'll come last in your group. Your open games go on, but count in it as " +
		"won by the others."}
	msgTooOften = i18n.Message{ID: "league.often", Other: "You've joined and left {{.Most}} times today. Try again tomorrow."}
	msgAskClose = i18n.Message{ID: "league.ask.close",
		One:   "End the league? {{.N}} sign-up will be dropped.",
		Other: "End the league? {{.N}} sign-ups will be dropped."}
)

// The arguments of the controls. Any other argument is the number of the group to show.
const (
	argJoin  = "join"
	argLeave = "leave" // asks a player of the running season to confirm
	argGone  = "gone"  // the confirmation
	argOpen  = "open"
	argMore  = "more"
	argEnd   = "end"   // asks a manager to confirm if players have entered
	argShut  = "shut"  // the confirmation, with the number of players after it who will be out
	argBegin = "begin" // asks a manager to confirm; with the number of players after it: the confirmation

	argRules  = "rules"
	argOut    = "out"    // asks a manager whom to remove, with a page after it; with a value, for the reason
	argReason = "reason" // with the player to remove after it: the reason
	argAdmit  = "admit"  // with a value: lets somebody join again
)

// press does what a control says, after asking for confirmation where that is needed, and then shows the league.
func (h *Handlers) press(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if !c.InGuild() {
		return dispatch.Reply{}, text.Refuse(msgNone, nil)
	}
	if c.ID.Arg == argLeave {
		v, err := h.Service.Look(ctx, c.Actor)
		switch {
		case err != nil:
			return dispatch.Reply{}, err
		case v.InNow:
			return askLeave(c.T, v), nil
		}
	}
	reply, err := h.panels(ctx, c)
	if reply != nil {
		return *reply, err
	}
	if err == nil {
		err = h.act(ctx, c)
	}
	switch {
	case errors.Is(err, ErrPeople):
		v, err := h.Service.Look(ctx, c.Actor)
		return askClose(c.T, len(v.Entered)), err
	case errors.Is(err, ErrEntered), errors.Is(err, ErrNotEntered), errors.Is(err, ErrNone), errors.Is(err, ErrBarred),
		errors.Is(err, ErrExcluded), errors.Is(err, ErrDecided), errors.Is(err, ErrNotYet): // what follows says so
	case errors.Is(err, ErrTooOften):
		return dispatch.Reply{}, text.Refuse(msgTooOften, i18n.Args{"Most": season.ChangesMost})
	case err != nil:
		return dispatch.Reply{}, err
	}
	return h.look(ctx, c)
}

// act does what a control says.
func (h *Handlers) act(ctx context.Context, c *dispatch.Call) error {
	switch c.ID.Arg {
	case argJoin:
		return h.Service.Join(ctx, c.Actor)
	case argLeave, argGone:
		return h.Service.Leave(ctx, c.Actor)
	case argOpen, argMore, argEnd, argAdmit:
		return h.manage(ctx, c)
	}
	for _, arg := range []string{argReason, argShut, argBegin} {
		if strings.HasPrefix(c.ID.Arg, arg+"-") {
			return h.manage(ctx, c)
		}
	}
	return nil
}

// manage opens, continues or closes the league, or changes who may be in it. It ignores people who do not manage the
// server.
func (h *Handlers) manage(ctx context.Context, c *dispatch.Call) error {
	removed, isRemoval := strings.CutPrefix(c.ID.Arg, argReason+"-")
	known, isConfirmed := strings.CutPrefix(c.ID.Arg, argShut+"-")
	begun, isBegun := strings.CutPrefix(c.ID.Arg, argBegin+"-")
	switch {
	case !c.Manages():
		return nil
	case c.ID.Arg == argEnd, isConfirmed:
		n, _ := strconv.Atoi(known)
		return h.Service.Close(ctx, c.Actor, n)
	case isBegun:
		n, _ := strconv.Atoi(begun)
		return h.Service.Begin(ctx, c.Actor, n)
	case c.ID.Arg == argMore:
		return h.Service.Continue(ctx, c.Actor)
	case isRemoval && c.Submitted && strings.TrimSpace(c.Input) != "":
		c.Log.Info("league player removed", "player", removed)
		return h.Service.Remove(ctx, c.Actor, match.PlayerID(removed), strings.TrimSpace(c.Input))
	case c.ID.Arg == argAdmit && len(c.Values) > 0:
		c.Log.Info("league player admitted", "player", c.Values[0])
		return h.Service.Admit(ctx, c.Actor, match.PlayerID(c.Values[0]))
	case c.ID.Arg != argOpen:
		return nil
	}
	return h.open(ctx, c)
}

// open shows the league in the channel of c, and opens it if there is none.
func (h *Handlers) open(ctx context.Context, c *dispatch.Call) error {
	if inForum, err := h.Places.InForum(ctx, c); err != nil || inForum {
		return cmp.Or(err, text.Refuse(msgNoForum, nil))
	}
	if err := h.Places.Allowed(ctx, c); err != nil {
		return err
	}
	if lacking := c.MissingThreadRights(); len(lacking) > 0 {
		return text.RefuseHere(c.T, lacking)
	}
	return h.Service.Open(ctx, c.Actor, c.Venue)
}

// askLeave asks a player to confirm leaving the running season, and explains the consequences.
func askLeave(t i18n.Printer, v View) dispatch.Reply {
	return ask(t.Text(i18n.Either(leftEarly(v), msgAskVoid, msgForfeit), nil), button(t, msgLeave, argGone, ui.Danger))
}

// askClose asks a manager to confirm closing a league that players have entered.
func askClose(t i18n.Printer, people int) dispatch.Reply {
	return ask(t.Text(msgAskClose, i18n.Args{"N": people}), button(t, msgEnd, argShut+"-"+strconv.Itoa(people), ui.Danger))
}

func ask(question string, yes ui.Button) dispatch.Reply {
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: question, Rows: ui.Buttons(yes)}}
}

// leftEarly reports whether the reader has finished fewer than half of their matches, so that none of them counts.
func leftEarly(v View) bool {
	g := v.Groups[v.Own-1]
	g.Left = append(g.Left[:len(g.Left):len(g.Left)], g.Seat(v.Reader))
	for _, row := range g.Table() {
		if row.Person == g.Seat(v.Reader) {
			return row.Played == 0
		}
	}
	return false
}

func button(t i18n.Printer, label i18n.Message, arg string, style ui.ButtonStyle) ui.Button {
	return ui.Button{ID: ui.NoMatch(ui.League, arg), Label: t.Text(label, nil), Style: style}
}

// entering returns the buttons for entering and leaving a league.
func entering(t i18n.Printer, l *season.League) (all []ui.Button) {
	if l.CanJoin() {
		all = append(all, button(t, msgJoin, argJoin, ui.Good))
	}
	if l.Phase == season.Joining || l.Phase == season.Running {
		all = append(all, button(t, msgLeave, argLeave, ui.Quiet))
	}
	return all
}
