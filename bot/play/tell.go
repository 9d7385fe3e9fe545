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
			return t.tell(ctx, underway(news))
		})
	}
	return nil
}

// underway returns those of the news that may have been sent already, if there are any: sent again
// with others, they would be another message beside the first.
func underway(news []match.Notice) []match.Notice {
	for i, n := range news {
		if news[0].Sending && !n.Sending {
			return news[:i]
		}
	}
	return news
}

// tell announces the match of news once, and records that it was done or is to be tried again.
// That it begins is recorded before, so that after a crash the same is sent, which Discord knows.
func (t *Teller) tell(ctx context.Context, news []match.Notice) error {
	ids := noticeIDs(news)
	if err := t.deps.Store.Sending(ctx, ids); err != nil {
		return err
	}
	post, err := t.announce(ctx, news)
	// What was sent is recorded even when the program stops now, lest it be sent again.
	recording := context.WithoutCancel(ctx)
	switch {
	case err == nil:
		return t.deps.Store.Told(recording, ids, post)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	s := t.setback(news, post.Channel, err)
	t.deps.Log.WarnContext(ctx, "news postponed", "match", post.Match, "until", s.Until, "err", err)
	return t.deps.Store.Postpone(recording, ids, s)
}

// setback says when news that could not be told in a channel are to be told again.
func (t *Teller) setback(news []match.Notice, channel string, err error) match.Setback {
	now, failed := t.deps.Now(), attempts(news)
	switch {
	case errors.Is(err, ErrGone):
		return match.Setback{Until: now.Add(goneDelay), Closed: channel}
	case errors.Is(err, ErrClosed):
		return match.Setback{Until: now.Add(delay(failed, refusalDelay)), Closed: channel}
	}
	return match.Setback{Until: now.Add(delay(failed, outageDelay)), Unsure: true}
}

// announce shows the match of news as it is now. The post names match and channel also beside an
// error.
func (t *Teller) announce(ctx context.Context, news []match.Notice) (match.Post, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	place := match.Post{Match: news[0].Match}
	post, err := safely(func() (match.Post, error) {
		m, err := t.deps.Store.Match(ctx, place.Match)
		if err != nil {
			return match.Post{}, err
		}
		place.Channel = m.Venue.Channel
		return t.deps.Announcer.Announce(ctx, m, events(news), key(news))
	})
	place.Message = post.Message
	return place, err
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
