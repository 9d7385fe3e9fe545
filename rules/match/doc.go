// Package match is the law of one match between two people: a challenge, a game, offers, an end.
//
// It is pure: its methods take who acts, what, and now, and return the events that followed or an
// error, and on an error the match is unchanged. Section numbers in comments are those of the
// settled rules of the game.
package match
