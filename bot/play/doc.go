// Package play is the use cases of the bot: load a match, decide, save, and schedule what follows.
// It knows neither Discord nor SQL; the ports it needs (Store, Announcer, Analyst) are declared here.
package play
