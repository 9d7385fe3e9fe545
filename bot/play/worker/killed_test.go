package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/worker"
)

const (
	keyWindow = 5 * time.Minute // for so long a chat knows the key of a message
	looksBack = 24 * time.Hour  // so much older may a message be that is found
)

// chat is a channel shared by all processes: a message is not sent twice while its key is remembered; later it can only
// be found.
type chat struct {
	mu    sync.Mutex
	made  []chatted // all that was ever posted
	stand map[play.Post]string
	shut  bool // nobody may look or post
}

// chatted is a message with its key and when it was posted.
type chatted struct {
	play.Post
	key string
	at  time.Time
}

// put returns the message with the key of an announcement, which it makes unless it stands, or is another one
// changed.
func (c *chat) put(a play.Announcement) play.Post {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := a.Match.Key()
	for _, one := range c.made {
		looked := !a.Since.IsZero() && c.stand[one.Post] == key && !one.at.Before(a.Since.Add(-looksBack))
		if looked || one.key == key && c.stand[one.Post] != "" && time.Since(one.at) < keyWindow {
			return one.Post
		}
	}
	if c.stand[a.Edit] != "" {
		c.stand[a.Edit] = key
		return a.Edit
	}
	p := post(a.Match.Shown(), a.Match.ID, len(c.made)+1)
	c.made = append(c.made, chatted{p, key, time.Now()})
	c.stand[p] = key
	return p
}

// set says whether the chat is shut.
func (c *chat) set(shut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shut = shut
}

func (c *chat) isShut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shut
}

// remove removes a message.
func (c *chat) remove(p play.Post) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.stand, p)
}

// standing returns the keys of the messages that stand.
func (c *chat) standing() (keys []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range c.stand {
		keys = append(keys, key)
	}
	return keys
}

// process is a Worker whose Store and Announcer do nothing any more once it is killed.
type process struct {
	play.Store
	chat *chat
	*worker.Worker
	end   func() // asks it to end
	stop  func() // ends it and waits for that
	dies  int    // at which step; 0: at none
	mu    sync.Mutex
	steps int
	stall func() // called before a message is posted, unless nil
}

// startProcess starts a process.
func (f *fixture) startProcess(p *process) *process {
	p.Store = f.store
	log := slog.New(slog.DiscardHandler)
	p.Worker = worker.New(worker.Deps{Store: p, Poll: time.Second, Now: f.now, Log: log, Kinds: []worker.Kind{
		worker.Announce(p, &threads{}, log), worker.Retire(p, log)}})
	f.worker = p.Worker
	ctx, cancel := context.WithCancel(f.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); p.Run(ctx) }()
	p.end, p.stop = cancel, func() { cancel(); <-ended }
	f.Cleanup(p.stop)
	synctest.Wait()
	return p
}

// errKilled is returned by all that a process does once it was killed.
var errKilled = errors.New("killed")

// step counts the steps: whatever others can see of what p does is between two of them.
func (p *process) step() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.steps++; p.dies > 0 && p.steps >= p.dies {
		return errKilled
	}
	return nil
}

// kill kills p at one of its next steps.
func (p *process) kill(after int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dies = p.steps + after
}

// isDead reports whether p was killed.
func (p *process) isDead() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dies > 0 && p.steps >= p.dies
}

func (p *process) Do(ctx context.Context, f func(play.Tx) error) error {
	if err := p.step(); err != nil {
		return err
	}
	if err := p.Store.Do(ctx, f); err != nil {
		return err
	}
	return p.step()
}

func (p *process) Announce(_ context.Context, a play.Announcement) (play.Post, error) {
	if p.stall != nil {
		p.stall()
	}
	if err := p.step(); err != nil {
		return play.Post{}, err
	}
	if p.chat.isShut() {
		return play.Post{}, play.ErrClosed
	}
	return p.chat.put(a), p.step()
}

func (p *process) Retire(_ context.Context, old play.Post) error {
	if err := p.step(); err != nil {
		return err
	}
	p.chat.remove(old)
	return p.step()
}

// killed kills a process at a step of announcing a turn, which the opponent may have seen. It returns false if the
// process ends earlier.
func (f *fixture) killed(c *chat, dies int, seen bool) bool {
	first := f.startProcess(&process{chat: c})
	f.start()
	f.pass(time.Second)
	first.stop()
	f.move("m1")
	if seen {
		_, err := f.Look(f.Context(), bob, "m1")
		require.NoError(f, err)
	}
	mortal := f.startProcess(&process{chat: c, dies: dies})
	f.pass(time.Second)
	mortal.stop()
	return mortal.isDead()
}

// TestTell_KilledAnywhere: a process is killed between any two steps of announcing a turn. Whether another one
// continues immediately or long after the message's key was forgotten: each announcement makes one message, and only
// the last one stays; an announcement without a mention edits the current one.
func TestTell_KilledAnywhere(t *testing.T) {
	t.Parallel()
	for made, seen := range map[int]bool{2: false, 1: true} {
		for _, after := range []time.Duration{0, 2 * keyWindow} {
			killed, dies := true, 0
			for dies = 1; killed; dies++ {
				killed = killedAt(t, dies, after, seen, made)
			}
			assert.Greater(t, dies, 6, "steps")
		}
	}
}

// killedAt kills a process at a step and starts another one after some time, and returns whether it came to that step.
func killedAt(t *testing.T, dies int, after time.Duration, seen bool, made int) (killed bool) {
	t.Run(fmt.Sprint(dies, after, seen), func(t *testing.T) {
		inBubbleNow(t, func(f *fixture) {
			c := &chat{stand: map[play.Post]string{}}
			killed = f.killed(c, dies, seen)
			f.pass(after)
			f.startProcess(&process{chat: c})
			f.pass(2 * time.Minute) // longer than the lease
			assert.Equal(f, []string{"m1-2"}, c.standing())
			assert.Len(f, c.made, made)
			f.requireIdle()
		})
	})
	return killed
}

// TestTell_KilledThenShut: if a process was killed and the channel then refuses messages, it is unknown whether the
// message was sent: it is found when the channel is open again. Meanwhile, players get notices.
func TestTell_KilledThenShut(t *testing.T) {
	t.Parallel()
	killed := true
	for dies := 1; killed; dies++ {
		t.Run(fmt.Sprint(dies), func(t *testing.T) {
			inBubbleNow(t, func(f *fixture) {
				c := &chat{stand: map[play.Post]string{}}
				killed = f.killed(c, dies, false)
				c.set(true)
				f.startProcess(&process{chat: c})
				f.pass(2 * time.Minute) // longer than the lease
				f.playTurn("m1")
				f.pass(time.Minute)
				m := f.match("m1")
				assert.True(f, m.Closed)
				seat, err := f.store.Seat(f.Context(), m.ID, m.ToMove())
				require.NoError(f, err)
				assert.False(f, seat.Notices.Held.IsZero(), "it is their turn")
				c.set(false)
				f.pass(5 * time.Minute)
				assert.Len(f, c.standing(), 1)
				assert.False(f, f.match("m1").Closed)
				f.requireIdle()
			})
		})
	}
}

// TestTell_Overtaken: what a process posts that was stuck until others had told the same, or more, does not stay.
func TestTell_Overtaken(t *testing.T) {
	for last, turns := range map[string]int{"m1-1": 0, "m1-2": 1} {
		t.Run(last, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				c := &chat{stand: map[play.Post]string{}}
				stuck := make(chan struct{})
				slow := f.startProcess(&process{chat: c, stall: func() { <-stuck }})
				f.start()
				f.pass(time.Second)
				slow.end() // it begins nothing more
				f.pass(time.Minute)
				f.startProcess(&process{chat: c})
				f.pass(time.Minute) // longer than it may have the job
				for range turns {
					f.playTurn("m1")
				}
				f.pass(2 * keyWindow)
				require.Equal(f, []string{last}, c.standing())
				close(stuck)
				f.pass(time.Minute)
				assert.Len(f, c.made, turns+2, "it was posted")
				assert.Equal(f, []string{last}, c.standing())
				f.requireIdle()
			})
		})
	}
}

// TestTell_OvertakenAndKilled: a process posts what another has told meanwhile, for which nobody is to be notified any
// more, and is killed before it can note that: there is one message.
func TestTell_OvertakenAndKilled(t *testing.T) {
	t.Parallel()
	inBubbleNow(t, func(f *fixture) {
		c := &chat{stand: map[play.Post]string{}}
		first := f.startProcess(&process{chat: c})
		f.start()
		f.pass(time.Second)
		first.stop()
		f.move("m1")
		stuck := make(chan struct{})
		slow := f.startProcess(&process{chat: c, stall: func() { <-stuck }})
		slow.end() // it begins nothing more
		f.pass(time.Minute)
		_, err := f.Look(f.Context(), bob, "m1")
		require.NoError(f, err)
		f.startProcess(&process{chat: c})
		f.pass(time.Minute) // longer than it may have the job
		require.Equal(f, []string{"m1-2"}, c.standing())
		slow.kill(2)
		close(stuck)
		f.pass(time.Minute)
		require.True(f, slow.isDead())
		assert.Equal(f, []string{"m1-2"}, c.standing())
		f.requireIdle()
	})
}
