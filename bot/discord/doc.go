// Package discord speaks to Discord: it makes the calls to the REST API within Discord's limits. Package
// gateway below it receives what comes in over the gateway, and package endpoint what comes in over HTTP. It knows
// no game.
//
// A Client makes the calls. The types are what is sent and received, with the names of Discord's documents,
// and hold what is used.
package discord
