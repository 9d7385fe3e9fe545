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
// Time in which nobody could act, for the bot was away, counts for nothing that runs.
package match
