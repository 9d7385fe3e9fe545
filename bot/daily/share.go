package daily

import (
	"cmp"
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel/solve"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// What a solver shares with everybody, without the solution; the button for it, which works once; and its answer.
var (
	msgShare     = i18n.Message{ID: "daily.share.button", Other: "Share my result"}
	msgShareOnce = i18n.Message{ID: "daily.share.once", Other: "{{.Who}} solved the puzzle of {{.Date}} on the first try."}
	msgShareMore = i18n.Message{ID: "daily.share.more", Other: "{{.Who}} solved the puzzle of {{.Date}} on try {{.Tries}}."}
	msgShared    = i18n.Message{ID: "daily.share.done", Other: "You've shared this one already."}
)

const askShare = "share"

func shareButton(t i18n.Printer, d play.Day) []ui.Button {
	return []ui.Button{{ID: solve.Taps(ui.Daily, ui.Number(int(d)), askShare), Label: t.Text(msgShare, nil)}}
}

// share posts how the caller solved d, once.
func (h *Handlers) share(ctx context.Context, task solve.Task, d play.Daily) (dispatch.Reply, error) {
	if task.MustBePrivate() {
		return dispatch.Reply{}, play.ErrUnposted
	}
	if lacking := task.MissingRights(); len(lacking) > 0 {
		return dispatch.Reply{}, text.RefuseHere(task.T, lacking)
	}
	server, err := h.Service.Store.Server(ctx, d.Server)
	if err != nil {
		return dispatch.Reply{}, err
	}
	own, err := h.Service.Share(ctx, task.Actor, d.Day)
	if errors.Is(err, errShared) {
		err = text.Refuse(msgShared, nil)
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	t := h.View.Catalog.Printer(cmp.Or(server.Settings.Language, server.Settings.Daily.Locale))
	r := h.Panel.Watch(ctx, task, turns.Joined(" ", task.T.Text(msgRight, nil), inARow(task.T, own)))
	r.Post = &ui.Message{Text: turns.Joined(" ", t.Text(i18n.Either(own.Tries == 1, msgShareOnce, msgShareMore), i18n.Args{
		"Who": text.Mention(t, own.Player), "Date": text.Date(Date(d.Day)), "Tries": own.Tries}), inARow(t, own))}
	r.OnRefused = func(ctx context.Context) {
		if err := h.Service.Unshare(ctx, own); err != nil {
			task.Log.Error("share not undone: it counts as posted", "day", d.Day, "err", err)
		}
	}
	return r, nil
}

// errShared is returned by Share when the caller has already shared their result of that day.
var errShared = errors.New("shared already")

// Share records that a tells everybody how they solved the puzzle of a day on a's server, and returns a's tries. It
// returns play.ErrNotFound if a has not solved it, and errShared if a has told it already.
func (s *Service) Share(ctx context.Context, a play.Actor, day play.Day) (own play.Solver, err error) {
	err = s.Store.Do(ctx, func(tx play.Tx) error {
		own, _, err = lately(ctx, tx, a, day)
		switch {
		case err != nil:
			return err
		case !own.HasSolved():
			return play.ErrNotFound
		case own.Shared:
			return errShared
		}
		own.Shared = true
		return tx.SaveSolver(ctx, own)
	})
	return own, err
}

// Unshare undoes Share after Discord refused the post.
func (s *Service) Unshare(ctx context.Context, own play.Solver) error {
	return s.Store.Do(ctx, func(tx play.Tx) error {
		own.Shared = false
		return tx.SaveSolver(ctx, own)
	})
}
