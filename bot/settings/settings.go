// Package settings has the commands with which people choose how the bot works.
//
// Personal is /settings and /vacation, Notices decides when and where the bot writes to a person, Privacy is /privacy,
// and Server is /server, for the people who manage a server. They share the language menu and the toggle buttons.
package settings
