package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/queue"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgReplayButton = i18n.Message{ID: "button.replay", Other: "Replay"}
	msgReplay       = i18n.Message{ID: "replay.text",
		Other: "The match from its first turn to its last."}
	msgReplayComing = i18n.Message{ID: "replay.coming", Other: "This replay is on its way to you."}
)

const (
	maxReplayed = 300      // turns a replay may have: about 20 kB each, and Discord takes 10 MB
	maxKept     = 32 << 20 // bytes of replays that are kept
)

// replayable reports whether there is a replay of m.
func replayable(m *match.Match) bool {
	return m.Status == match.Finished && m.Game.Ply() > 0 && m.Game.Ply() <= maxReplayed
}

// replayButtons lead to the replay of m, if there is one.
func replayButtons(t i18n.Printer, m *match.Match) []ui.Button {
	if !replayable(m) {
		return nil
	}
	return []ui.Button{{ID: stateID("replay", m, ""), Label: t.Text(msgReplayButton, nil)}}
}

// replay shows the whole match in motion to the caller, from their side.
func (h *handlers) replay(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !replayable(&m.Match) {
		return dispatch.Reply{Message: h.show(ctx, c, m, "")}, nil
	}
	view := h.sight(ctx, c, &m)
	drawn, err := h.replays.of(ctx, c.Actor.ID, replayKey{m.ID, render.ViewOf(view.side), view.theme}, &m.Game)
	if errors.Is(err, errComing) {
		return dispatch.InPrivate(c.T.Text(msgReplayComing, nil)), nil
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	picture := h.picture(c.T, view)
	picture.Moving = true
	picture.Draw = func(w io.Writer) error { _, err := w.Write(drawn); return err }
	return dispatch.Reply{Message: ui.Message{Text: c.T.Text(msgReplay, nil), Picture: picture}}, nil
}

// replays draws replays and keeps those that were asked for last. Drawing one takes up to some
// seconds and sending it megabytes, so each person gets one at a time, and they are drawn one at a
// time.
type replays struct {
	renderer Renderer
	queue    *queue.Queue // of those that are drawn and sent
	drawings singleflight.Group
	pen      chan struct{} // one element while one is drawn

	mu     sync.Mutex
	coming map[comingReplay]bool
	kept   *simplelru.LRU[replayKey, []byte]
	size   int // of kept, in bytes
}

// replayKey is what a replay depends on: a finished match does not change.
type replayKey struct {
	match match.ID
	view  render.View
	theme render.Theme
}

// comingReplay is a replay for a person who has asked for it and does not have it yet.
type comingReplay struct {
	replayKey
	to match.PlayerID
}

// errComing is returned for a replay that the person has asked for before and will get.
var errComing = errors.New("replay is coming already")

func newReplays(r Renderer) *replays {
	kept, err := simplelru.NewLRU[replayKey, []byte](maxKept, nil) // bounded by bytes, not by number
	if err != nil {
		panic(err) // the size is a constant
	}
	return &replays{renderer: r, pen: make(chan struct{}, 1), coming: map[comingReplay]bool{},
		kept: kept, queue: queue.New(queue.Limits{Places: 4, Each: 1, Waiting: 64})}
}

// of returns the replay of g for a person when it is their turn, which lasts until ctx ends. The error
// is errComing, text.ErrBusy when their turn does not come, or that of the renderer.
func (r *replays) of(ctx context.Context, to match.PlayerID, k replayKey,
	g *rules.Game) ([]byte, error) {
	wanted := comingReplay{k, to}
	if !r.begin(wanted) {
		return nil, errComing
	}
	context.AfterFunc(ctx, func() { r.end(wanted) })
	place, err := r.queue.Enter(ctx, string(to))
	if err != nil {
		return nil, text.ErrBusy
	}
	context.AfterFunc(ctx, place.Leave)
	return r.get(ctx, k, g)
}

// begin notes that w is coming; false when that is known.
func (r *replays) begin(w comingReplay) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.coming[w]
	r.coming[w] = true
	return !before
}

func (r *replays) end(w comingReplay) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.coming, w)
}

// get returns a replay that is kept, or has it drawn: once for all who wait for it.
func (r *replays) get(ctx context.Context, k replayKey, g *rules.Game) ([]byte, error) {
	if drawn, ok := r.find(k); ok {
		return drawn, nil
	}
	drawing := r.drawings.DoChan(fmt.Sprint(k), func() (drawn any, err error) {
		err = dispatch.Safely(func() error { drawn, err = r.draw(k, g); return err })
		return drawn, err
	})
	select {
	case made := <-drawing:
		drawn, _ := made.Val.([]byte)
		return drawn, made.Err
	case <-ctx.Done():
		return nil, text.ErrBusy
	}
}

// draw draws a replay and keeps it.
func (r *replays) draw(k replayKey, g *rules.Game) ([]byte, error) {
	r.pen <- struct{}{}
	defer func() { <-r.pen }()
	if drawn, ok := r.find(k); ok { // drawn between get's look and its call
		return drawn, nil
	}
	var drawn bytes.Buffer
	if err := r.renderer.Replay(&drawn, g, render.Options{View: k.view, Theme: k.theme}); err != nil {
		return nil, err
	}
	exact := bytes.Clone(drawn.Bytes())
	r.keep(k, exact)
	return exact, nil
}

func (r *replays) find(k replayKey) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept.Get(k)
}

// keep keeps a replay, and as many of the others as there is room for.
func (r *replays) keep(k replayKey, drawn []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept.Add(k, drawn)
	for r.size += len(drawn); r.size > maxKept; {
		_, oldest, _ := r.kept.RemoveOldest()
		r.size -= len(oldest)
	}
}
