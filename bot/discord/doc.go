// Package discord is a client for Discord's REST API that keeps to Discord's rate limits. Its subpackages receive
// interactions: gateway over a websocket, endpoint over HTTP.
//
// The types have the names of Discord's documentation, and only the fields that the bot uses.
package discord
