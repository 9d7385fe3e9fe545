package sqlstore

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// selectSummaries reads matches without their turns.
const selectSummaries = "SELECT " + matchColumns + ", " + deliveryColumns + `,
	(SELECT count(*) FROM turns WHERE turns.match = id)
	FROM matches JOIN deliveries ON deliveries.match = id `

const (
	// open are the open matches of a player, except practice.
	open = selectSummaries + `WHERE status IN (1, 2) AND NOT practice AND (challenger = ?1 OR opponent = ?1)
		ORDER BY changed DESC, id`
	// recent are the finished matches of a player that ended last, except practice; an index finds the last ones that
	// they proposed, and the last ones that others did.
	recent = selectSummaries + `WHERE id IN (SELECT id FROM (SELECT id FROM matches
			WHERE challenger = ?1 AND status = 3 AND NOT practice ORDER BY ended DESC, id LIMIT ?2) AS own
		UNION ALL SELECT id FROM (SELECT id FROM matches
			WHERE opponent = ?1 AND status = 3 AND NOT practice ORDER BY ended DESC, id LIMIT ?2) AS others)
		ORDER BY ended DESC, id LIMIT ?2`
	// made are the matches that somebody proposed and that are open or of late.
	made = selectSummaries + `WHERE challenger = ?1 AND status IN (1, 2) OR challenger = ?1 AND created >= ?2
		ORDER BY created DESC, id`
	// ratedSince are the rated matches of a player that began or ended of late.
	ratedSince = selectSummaries + `WHERE past ->> 'annulled' IS NULL AND (
		challenger = ?1 AND rated AND (started >= ?2 OR ended >= ?2)
		OR opponent = ?1 AND rated AND (started >= ?2 OR ended >= ?2))`
	// madeIn are the times of the matches of late in a channel, except practice and those of a league.
	madeIn = `SELECT created FROM matches WHERE created >= ?2 AND NOT practice
			AND NOT EXISTS (SELECT 1 FROM league_pairs WHERE match = id) AND (SELECT channel FROM deliveries WHERE match = id) = ?1 ORDER BY created DESC`
	// all are the ids of matches of a player.
	all = `SELECT id FROM matches WHERE challenger = ?1 UNION SELECT id FROM matches WHERE opponent = ?1 LIMIT ?2`
	// matchesOn are the ids of the matches on a server, of all or of those being played; an index has those on any.
	matchesOn = `SELECT match FROM deliveries WHERE guild <> '' AND guild = ?1 AND
		(?2 = 0 OR (SELECT status FROM matches WHERE id = match) = 2) ORDER BY match`
	// outdated are the ids of the matches that ended before a time and came to nothing; an index has no others.
	outdated = "SELECT id FROM matches WHERE " + nothing + " AND ended < ?1 ORDER BY ended LIMIT ?2"
	// nothing is the condition of a match that came to nothing, as play.Match.CameToNothing says.
	nothing = "(status IN (4, 5, 6) OR practice AND status = 3)"
	// live are the open matches.
	live = "SELECT id FROM matches WHERE status IN (1, 2) ORDER BY id"
)

// Open implements play.Lookup.
func (r Reader) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return All(ctx, r.on(listName(p)), open, scanSummary, p)
}

// Recent implements play.Reader.
func (r Reader) Recent(ctx context.Context, p match.PlayerID, limit int) ([]play.Summary, error) {
	return All(ctx, r.conn, recent, scanSummary, p, limit)
}

// MatchIDs implements play.Lookup.
func (r Reader) MatchIDs(ctx context.Context, p match.PlayerID, limit int) ([]match.ID, error) {
	return All(ctx, r.on(listName(p)), all, ScanOne[match.ID], p, limit)
}

// Made implements play.Matches.
func (t Tx) Made(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return All(ctx, t.on(listName(p)), made, scanSummary, p, instant{&since})
}

// Rated implements play.Lookup.
func (r Reader) Rated(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return All(ctx, r.on(listName(p)), ratedSince, scanSummary, p, instant{&since})
}

// MadeIn implements play.Matches.
func (t Tx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	return All(ctx, t.on(channelName(channel)), madeIn, scanInstant, channel, instant{&since})
}

// MatchesOn implements play.Lookup. Whoever makes a match on a server reads that before.
func (r Reader) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	which := 0
	if playing {
		which = 1
	}
	return All(ctx, r.on(serverName(server)), matchesOn, ScanOne[match.ID], server, which)
}

// Outdated implements play.Reader.
func (r Reader) Outdated(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	return All(ctx, r.conn, outdated, ScanOne[match.ID], instant{&before}, limit)
}

// Live implements play.Reader.
func (r Reader) Live(ctx context.Context) ([]match.ID, error) {
	return All(ctx, r.conn, live, ScanOne[match.ID])
}
