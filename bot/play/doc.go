// Package play is the use cases of the bot: load a match, decide, save, tell. It knows neither
// Discord nor SQL; the Store and the Announcer it needs are declared here.
package play
