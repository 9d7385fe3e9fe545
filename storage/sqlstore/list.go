package sqlstore

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules/match"
)

// selectSummaries selects matches without their turns.
const selectSummaries = "SELECT " + matchColumns + ", " + deliveryColumns + `,
	(SELECT count(*) FROM turns WHERE turns.match = id)
	FROM matches JOIN deliveries ON deliveries.match = id `

const (
	selectOpen = selectSummaries + `WHERE status IN (1, 2) AND NOT practice AND (challenger = ?1 OR opponent = ?1)
		ORDER BY changed DESC, id`
	// selectRunning selects the matches that a player is playing against people, as far as scanRunning reads them.
	selectRunning = `SELECT id, red, blue, board, positioning, stall_limit, origin, rated,
			(SELECT coalesce(string_agg(turn, ' ' ORDER BY ply), '') FROM turns WHERE turns.match = id)
		FROM matches WHERE status = 2 AND level = 0 AND NOT practice AND (challenger = ?1 OR opponent = ?1)`
	// selectRecent selects a player's latest finished matches, except practice. It uses one index for the matches they
	// proposed and another for those that others did.
	selectRecent = selectSummaries + `WHERE id IN (SELECT id FROM (SELECT id FROM matches
			WHERE challenger = ?1 AND status = 3 AND NOT practice ORDER BY ended DESC, id LIMIT ?2) AS own
		UNION ALL SELECT id FROM (SELECT id FROM matches
			WHERE opponent = ?1 AND status = 3 AND NOT practice ORDER BY ended DESC, id LIMIT ?2) AS others)
		ORDER BY ended DESC, id LIMIT ?2`
	// selectProposed selects the matches that a player proposed and that are open or were created since ?2.
	selectProposed = selectSummaries + `WHERE challenger = ?1 AND status IN (1, 2) OR challenger = ?1 AND created >= ?2
		ORDER BY created DESC, id`
	// selectRatedSince selects a player's rated matches that began or ended since ?2.
	selectRatedSince = selectSummaries + `WHERE past ->> 'annulled' IS NULL AND (
		challenger = ?1 AND rated AND (started >= ?2 OR ended >= ?2)
		OR opponent = ?1 AND rated AND (started >= ?2 OR ended >= ?2))`
	// selectCreatedIn selects when the matches in a channel were created, since ?2, except practice and league matches.
	selectCreatedIn = `SELECT created FROM matches WHERE created >= ?2 AND NOT practice
			AND NOT EXISTS (SELECT 1 FROM league_pairs WHERE match = id) AND (SELECT channel FROM deliveries WHERE match = id) = ?1 ORDER BY created DESC`
	selectIDs = `SELECT id FROM matches WHERE challenger = ?1 UNION SELECT id FROM matches WHERE opponent = ?1 LIMIT ?2`
	// selectOnServer selects the ids of a server's matches: all, or the running ones. Its index covers all matches on
	// servers.
	selectOnServer = `SELECT match FROM deliveries WHERE guild <> '' AND guild = ?1 AND
		(?2 = 0 OR (SELECT status FROM matches WHERE id = match) = 2) ORDER BY match`
	// selectOutdated selects the ids of matches that ended before ?1 without a game that counts. An index has only such
	// matches.
	selectOutdated = "SELECT id FROM matches WHERE " + cameToNothing + " AND ended < ?1 ORDER BY ended LIMIT ?2"
	// cameToNothing is the condition of play.Match.CameToNothing.
	cameToNothing = "(status IN (4, 5, 6) OR practice AND status = 3)"
	selectLive    = "SELECT id FROM matches WHERE status IN (1, 2) ORDER BY id"
)

// Open implements play.Lookup.
func (r Reader) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return All(ctx, r.on(listName(p)), selectOpen, scanSummary, p)
}

// Running implements play.Lookup.
func (r Reader) Running(ctx context.Context, p match.PlayerID) ([]gate.Running, error) {
	return All(ctx, r.on(listName(p)), selectRunning, scanRunning, p)
}

// Recent implements play.Reader.
func (r Reader) Recent(ctx context.Context, p match.PlayerID, limit int) ([]play.Summary, error) {
	return All(ctx, r.conn, selectRecent, scanSummary, p, limit)
}

// MatchIDs implements play.Lookup.
func (r Reader) MatchIDs(ctx context.Context, p match.PlayerID, limit int) ([]match.ID, error) {
	return All(ctx, r.on(listName(p)), selectIDs, ScanOne[match.ID], p, limit)
}

// Made implements play.Matches.
func (t Tx) Made(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return All(ctx, t.on(listName(p)), selectProposed, scanSummary, p, instant{&since})
}

// Rated implements play.Lookup.
func (r Reader) Rated(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return All(ctx, r.on(listName(p)), selectRatedSince, scanSummary, p, instant{&since})
}

// MadeIn implements play.Matches.
func (t Tx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	return All(ctx, t.on(channelName(channel)), selectCreatedIn, scanInstant, channel, instant{&since})
}

// MatchesOn implements play.Lookup. A unit of work that creates a match on a server calls it first.
func (r Reader) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	which := 0
	if playing {
		which = 1
	}
	return All(ctx, r.on(serverName(server)), selectOnServer, ScanOne[match.ID], server, which)
}

// Outdated implements play.Reader.
func (r Reader) Outdated(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	return All(ctx, r.conn, selectOutdated, ScanOne[match.ID], instant{&before}, limit)
}

// Live implements play.Reader.
func (r Reader) Live(ctx context.Context) ([]match.ID, error) {
	return All(ctx, r.conn, selectLive, ScanOne[match.ID])
}
