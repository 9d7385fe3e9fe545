package look

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"madbot/bot/queue"
	"madbot/bot/safely"
	"madbot/bot/text"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// maxKept is the total size of cached replays, in bytes.
const maxKept = 32 << 20

// Renderer draws replays; render.Renderer implements it.
type Renderer interface {
	// Replay writes a GIF of the whole game.
	Replay(w io.Writer, g *rules.Game, o render.Options) error
}

// Replays draws replays and caches the most recently used ones. Drawing takes up to a few seconds and sending takes
// megabytes, so each person gets one replay at a time, and one is drawn at a time.
type Replays struct {
	renderer Renderer
	queue    *queue.Queue // of the replays being drawn and sent
	drawings singleflight.Group
	pen      chan struct{} // holds an element while a replay is drawn

	mu     sync.Mutex
	coming map[ordered]<-chan struct{} // closed once it was sent or failed
	kept   *simplelru.LRU[replayKey, []byte]
	size   int // of kept, in bytes
}

// replayKey identifies a drawing; a finished match does not change.
type replayKey struct {
	Match match.ID
	View  render.View
	Theme render.Theme
}

type ordered struct {
	replayKey
	to match.PlayerID
}

// errComing is returned by Replays.Of if the person has already asked for that replay and will get it.
var errComing = errors.New("replay is coming already")

// NewReplays returns Replays with an empty cache.
func NewReplays(r Renderer) *Replays {
	kept, err := simplelru.NewLRU[replayKey, []byte](maxKept, nil) // bounded by bytes, not by number
	if err != nil {
		panic(err) // the size is a constant
	}
	return &Replays{renderer: r, pen: make(chan struct{}, 1), coming: map[ordered]<-chan struct{}{},
		kept: kept, queue: queue.New(queue.Limits{Places: 4, Each: 1, Waiting: 64})}
}

// Of waits in the queue and returns the replay of g for a person, who keeps their place until ctx ends. The error is
// errComing, text.ErrBusy if no place becomes free, or the error of the renderer.
func (r *Replays) Of(ctx context.Context, to match.PlayerID, k replayKey,
	g *rules.Game) ([]byte, error) {
	wanted := ordered{k, to}
	if !r.begin(wanted, ctx.Done()) {
		return nil, errComing
	}
	context.AfterFunc(ctx, func() { r.end(wanted, ctx.Done()) })
	place, err := r.queue.Enter(ctx, string(to))
	if err != nil {
		return nil, text.ErrBusy
	}
	context.AfterFunc(ctx, place.Leave)
	return r.get(ctx, k, g)
}

// begin records that w is coming until over is closed. It returns false if w is already coming.
func (r *Replays) begin(w ordered, over <-chan struct{}) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, known := r.coming[w]; known {
		select {
		case <-before: // end was not called yet
		default:
			return false
		}
	}
	r.coming[w] = over
	return true
}

// Coming returns how many replays were requested and not sent yet.
func (r *Replays) Coming() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.coming)
}

// end removes w, which began with over.
func (r *Replays) end(w ordered, over <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.coming[w] == over {
		delete(r.coming, w)
	}
}

// get returns a replay from the cache, or draws it once for all who wait for it.
func (r *Replays) get(ctx context.Context, k replayKey, g *rules.Game) ([]byte, error) {
	if drawn, ok := r.find(k); ok {
		return drawn, nil
	}
	drawing := r.drawings.DoChan(fmt.Sprint(k), func() (any, error) {
		return safely.Get(func() ([]byte, error) { return r.draw(k, g) })
	})
	select {
	case made := <-drawing:
		drawn, _ := made.Val.([]byte)
		return drawn, made.Err
	case <-ctx.Done():
		return nil, text.ErrBusy
	}
}

func (r *Replays) draw(k replayKey, g *rules.Game) ([]byte, error) {
	r.pen <- struct{}{}
	defer func() { <-r.pen }()
	if drawn, ok := r.find(k); ok { // another call drew it meanwhile
		return drawn, nil
	}
	var drawn bytes.Buffer
	if err := r.renderer.Replay(&drawn, g, render.Options{View: k.View, Theme: k.Theme}); err != nil {
		return nil, err
	}
	exact := bytes.Clone(drawn.Bytes())
	r.keep(k, exact)
	return exact, nil
}

func (r *Replays) find(k replayKey) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept.Get(k)
}

// keep adds a replay to the cache and evicts the least recently used ones if it is full.
func (r *Replays) keep(k replayKey, drawn []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept.Add(k, drawn)
	for r.size += len(drawn); r.size > maxKept; {
		_, oldest, _ := r.kept.RemoveOldest()
		r.size -= len(oldest)
	}
}
