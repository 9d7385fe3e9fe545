// Package match holds the rules of a match between two people: the challenge, the game, offers, the clock, the end.
//
// It is pure. A method takes who acts, what they do, and now. It returns the resulting events, or an error, which
// leaves the match unchanged. "rules 5.5" in a comment is a section of rules/RULES.md.
//
// # Challenges
//
// If two people challenge each other, only one match results: on equal terms, the second challenge accepts the first,
// and accepting one challenge withdraws one's own.
//
// After two challenges in a row that were declined or withdrawn, one cannot challenge the same person for seven days,
// unless that person makes a challenge first. Answering with other terms is not a refusal. A blocked person cannot
// challenge the person who blocked them until the block is lifted or the blocker challenges them.
//
// # Practice
//
// A practice game starts in any position that does not end a game, against the bot and without a clock. It does not
// count. Unless its player keeps it, it ends after seven days without a turn. In it, no turn may lead to a position of
// the player's running matches against people, and there are no hints there.
//
// # Ratings
//
// A rated match is between people, from the usual start, with a clock and a stall limit of 30 turns or more, without
// hints and takebacks. Its result changes both ratings by Glicko, computed from both earlier ratings. Two results
// change no rating: an aborted match, and a loss on time by somebody who lost another rated match on time in the seven
// days before, unless the winner was ahead anyway. The managers of the server where a rated match was played can annul
// it: its changes are taken back, and it does not count anywhere.
//
// A league match is binding: it counts from the start even if somebody leaves, and nobody can call it off.
//
// # Plans, hints and looks
//
// A plan belongs to its position; only a turn that is not taken back can end it. A hint is paid once per position.
// Anything that shows, names or acts on a position is a look at it.
//
// The bot asks before it plays a typed turn for a board that the player has not seen, or one that would expel a ship
// that is no longer there. It also asks before somebody accepts an offer to stop, but not before they make one.
//
// # Time
//
// Messages state the time left when they are written. Once time is up, nothing is left.
//
// If a side resumes the clock while the other is to move, that other side has at least half its time per turn, counted
// from when it can be notified. At a deadline both are notified that time is up. Until the waiting side ends the match,
// or it lapses, a turn still counts. A pause then does not renew the grace.
//
// A pause lasts at most 30 days, and a day before its end a notice is recorded. Then the clock runs again, as if the
// waiting side had resumed it.
//
// A gift of time is at most the time per turn and at most a day, once a turn. A side can be away if a turn has a day or
// more. The end of a scheduled absence is recorded. A side that leaves with its time already up has none left when it
// returns.
//
// If a side cannot be notified of its turn in any way, the time for that turn is held until the side is next seen or
// notified, at most seven days after the turn began. This happens once a turn, so avoiding notices again gains nothing.
//
// Without a clock, a side that has waited 30 days can summon the other, which then has seven days for a turn, counted
// from the end of its vacation if it is on one; otherwise the game is aborted. Only a turn or an agreed takeback
// cancels the summons.
//
// The operator of the bot can end a game. It does not count, no matter who was ahead, and nobody is considered to have
// left.
//
// Time in which the bot was down, so that nobody could act, is given back.
//
// While the bot cannot show a match on its server, because it was removed or the operator blocked the server, the clock
// is suspended: turns and offers stay possible, but nothing ends on time. Afterwards the side to move has at least half
// its time per turn, and a side whose time was up has the whole grace again, so that removing the bot costs nobody a
// match.
//
// A vacation does not help in matches whose time is already up; those matches are listed. It ends with a turn against a
// person in a match with a clock, and with no other turn. At most two start within a day. It is not used up while all
// matches it applies to are paused. Both sides are notified of one that starts automatically. On a vacation they
// started themselves, players are only notified of what can end a match; they get the rest as one message when they
// return.
//
// # Notices
//
// All ways of notifying say the same: immediately, or together at the end of quiet hours. If a local time does not
// exist on a day, the first moment after the gap counts; if it occurs twice, the first.
//
// A turn is notified once, even if it is taken back and replaced within the hour; so are all offers of a turn. An event
// without a notice edits the current board. A challenge that replaces a refused one takes over its card and notifies
// nobody within the hour. In a group conversation, only what somebody else must act on notifies.
//
// Matches of the same two people are distinguished by what differs, the most urgent first.
package match
