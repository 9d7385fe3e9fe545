package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"madbot/rules/match"
)

const (
	batch    = 100              // notices and retired posts read at once
	patience = 30 * time.Second // with one call of the Announcer
)

// tellDue begins to tell what is due at now.
func (t *Teller) tellDue(ctx context.Context, now time.Time) error {
	t.telling.look()
	notices, err := t.deps.Store.Notices(ctx, now, batch)
	if err != nil {
		return err
	}
	for _, news := range byMatch(notices) {
		t.telling.start(ctx, news[0].Match, func(ctx context.Context) error {
			return t.tell(ctx, news)
		})
	}
	return nil
}

// tell announces the match of news once, and records that it was done or is to be tried again.
func (t *Teller) tell(ctx context.Context, news []match.Notice) error {
	id, ids := news[0].Match, noticeIDs(news)
	post, err := t.announce(ctx, news)
	// What was sent is recorded even when the program stops now, lest it be sent again.
	recording := context.WithoutCancel(ctx)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrGone):
		t.deps.Log.WarnContext(ctx, "news dropped", "match", id, "err", err)
		post = match.Post{}
	default:
		until := t.deps.Now().Add(delay(attempts(news)))
		t.deps.Log.WarnContext(ctx, "news postponed", "match", id, "until", until, "err", err)
		return t.deps.Store.Postpone(recording, ids, until)
	}
	post.Match = id
	return t.deps.Store.Told(recording, ids, post)
}

// announce shows the match of news as it is now.
func (t *Teller) announce(ctx context.Context, news []match.Notice) (match.Post, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return safely(func() (match.Post, error) {
		m, err := t.deps.Store.Match(ctx, news[0].Match)
		if err != nil {
			return match.Post{}, err
		}
		return t.deps.Announcer.Announce(ctx, m, events(news), key(news))
	})
}

// key names news: the match and its last event, which is MaxKey long at ten million events.
func key(news []match.Notice) string {
	last := news[len(news)-1]
	return fmt.Sprintf("%s-%d", last.Match, last.Event.Seq)
}

// byMatch groups notices, which keep their order.
func byMatch(notices []match.Notice) [][]match.Notice {
	var groups [][]match.Notice
	index := map[match.ID]int{}
	for _, n := range notices {
		i, ok := index[n.Match]
		if !ok {
			i = len(groups)
			index[n.Match] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], n)
	}
	return groups
}

// noticeIDs returns the ids of notices.
func noticeIDs(notices []match.Notice) []int64 {
	var ids []int64
	for _, n := range notices {
		ids = append(ids, n.ID)
	}
	return ids
}

// events returns the events of notices.
func events(notices []match.Notice) []match.Event {
	var all []match.Event
	for _, n := range notices {
		all = append(all, n.Event)
	}
	return all
}

// attempts returns how often the most refractory of notices has failed.
func attempts(notices []match.Notice) int {
	most := 0
	for _, n := range notices {
		most = max(most, n.Attempts)
	}
	return most
}
