// Package match is the law of one match between two people: a challenge, a game, offers, an end.
//
// It is pure: its methods take who acts, what, and now, and return the events that followed or an
// error, and on an error the match is unchanged. Section numbers in comments are those of the
// settled rules of the game.
//
// # Challenges
//
// Of two challenges by which two people challenge each other one becomes a match: on the same terms the second accepts
// the first, and whoever accepts one withdraws their own.
//
// After two in a row that were declined or withdrawn nobody can challenge the same person for seven days, unless that
// person challenges them; other terms in answer are no refusal. Who wants no more from somebody gets none until they
// say otherwise or challenge them.
//
// # Practice
//
// A practice game starts in any position that is not the end of a game, against the robot and without a clock. It
// counts for nothing. As long as nobody keeps it, it ends after seven days of rest. A turn to a position that stands in
// a running match of its player against a person is refused, as is a hint there.
//
// # Ratings
//
// A rated match is between people, from the start, with a clock and a stall limit of 30 turns or more, without hints
// and takebacks. Its result changes the ratings of both, by Glicko, from what both were before. One that is aborted
// changes none; nor does one that is lost on time by somebody who lost another so, which counted, in the seven days
// before, unless the winner was winning anyway. Those who manage the server where a rated match was played can annul
// it: then its changes are taken back, and it counts nowhere.
//
// A match of a league is binding: it counts from the start, whoever leaves it, and nobody calls it off.
//
// # Plans, hints and looks
//
// A plan belongs to its position, and is lost only to a turn that stands. A hint is paid once for a position. Whatever
// shows, names or acts on a position is a look at it.
//
// A turn that is typed for a board that its player has not seen, or that would expel what is no longer there, is asked
// about first. So is accepting an end, not offering it.
//
// # Time
//
// What is said of time left is counted at the moment it is said; from when time is up, nothing is left.
//
// Who goes on with a paused clock while the other side is to move leaves that side at least half its time for a turn,
// counted from when it can be told. At a deadline both are told that time is up: until the one who waits ends the
// match, or it lapses, a turn still counts. A pause then brings no new grace.
//
// A pause lasts 30 days at most, and that it ends is recorded a day before. Then the clock goes on as if the side that
// waits had resumed it.
//
// A gift is at most the time for one turn and at most a day, once a turn. A side can be away where there is a day or
// more for a turn. That an absence has ended at its time is recorded. Who went when their time was up has none left
// then.
//
// The time for a turn of which its side could be told in no way begins when that side is next seen, or told, seven days
// after the turn began at the latest: once a turn, so that who is seen and not told again gains nothing.
//
// Without a clock, whoever has waited 30 days for a turn can summon the other side: it then has seven days for a turn,
// from the end of a vacation on, or the game is aborted. Only a turn, or an agreed takeback, ends that.
//
// Whoever runs the bot can end a game: it counts for nothing, whoever stood better, and nobody has left it.
//
// Time in which nobody could act, for the bot was away, counts for nothing that runs.
//
// A vacation does not help where time is already up, and those matches are named. It ends with a turn against a person
// in a match with a clock, and with no other; at most two are started within a day. It is not used up while all matches
// that it is for are paused. One that begins by itself is told to both. Who started theirs is notified of nothing but
// what can end a match; the rest is one message when they are back.
//
// # What people are told
//
// The same is told by every way: at once or, in quiet hours, together at their end. A time of theirs that a day does
// not have is the first moment after the gap, one that it has twice the first.
//
// A turn is told once, also when it is taken back and replaced within the hour, and so are all offers of a turn. What
// notifies nobody changes the board that stands. A challenge in place of one that was refused takes its card, and
// notifies nobody within the hour. In a group conversation only what somebody else must act on notifies.
//
// Matches of the same two people are told apart by what differs, the most urgent first.
package match
