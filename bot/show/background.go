package show

import (
	"cmp"
	"context"
	"log/slog"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/text"
	"madbot/rules/match"
)

// Background returns what reader sees about m in addition to the match. For a challenge that is how the other player
// plays and what is at stake; for a running match its league and an automatic vacation; for a result the score of the
// two players, their ratings, the league, and what the review proves. It leaves out what cannot be read.
func (v *View) Background(ctx context.Context, log *slog.Logger, m *play.Match,
	reader match.PlayerID) (b text.Background) {
	var err error
	switch m.Status {
	case match.Proposed:
		b.Of = m.Challenger
		if reader == m.Challenger {
			b.Of = m.Opponent
		}
		var unread error
		b.Habits, err = v.habits(ctx, b.Of)
		b.Stakes, unread = v.stakes(ctx, m)
		err = cmp.Or(err, unread)
	case match.Playing:
		var unread, missing error
		b.Same, err = v.same(ctx, m)
		b.Spared, unread = v.Service.Spared(ctx, m)
		b.League, missing = v.Service.LeagueOf(ctx, m, reader)
		err = cmp.Or(err, unread, missing)
	case match.Declined:
		b.Countered, err = v.Service.Countered(ctx, m)
	case match.Finished:
		var unread error
		b.Score, err = v.score(ctx, m)
		b.Proven, unread = v.Service.Proven(ctx, m)
		err = cmp.Or(err, unread)
		b.Rated, unread = v.Service.RatedBy(ctx, &m.Match)
		err = cmp.Or(err, unread)
		b.League, unread = v.Service.LeagueOf(ctx, m, reader)
		err = cmp.Or(err, unread)
		b.Annulled, unread = v.Service.AnnulledBy(ctx, &m.Match)
		err = cmp.Or(err, unread)
	}
	if err != nil {
		log.Warn("background not read", "match", m.ID, "err", err)
	}
	return b
}

// same returns m and the other open matches of its players against each other.
func (v *View) same(ctx context.Context, m *play.Match) ([]play.Summary, error) {
	open, err := v.Service.Open(ctx, m.Players.Red)
	if err != nil {
		return nil, err
	}
	return text.Same(m.Summary(), open, m.Players.Red), nil
}

// habits returns how p plays against people, nil for nobody.
func (v *View) habits(ctx context.Context, p match.PlayerID) (*play.Habits, error) {
	if p == "" {
		return nil, nil
	}
	habits, err := v.Service.Habits(ctx, p)
	if err != nil {
		return nil, err
	}
	return &habits, nil
}

// stakes returns what is at stake in a rated challenge to a person.
func (v *View) stakes(ctx context.Context, m *play.Match) ([]rated.Stake, error) {
	if !m.Terms.Rated || m.Opponent == "" {
		return nil, nil
	}
	return v.Service.Stakes(ctx, [2]match.PlayerID{m.Challenger, m.Opponent})
}

// score returns the score of all matches between Red and Blue, nil against the bot.
func (v *View) score(ctx context.Context, m *play.Match) (*play.Score, error) {
	if m.Robot() != "" {
		return nil, nil
	}
	score, err := v.Service.Score(ctx, m.Players.Red, m.Players.Blue)
	if err != nil {
		return nil, err
	}
	return &score, nil
}
