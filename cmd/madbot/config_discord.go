package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/discord/endpoint"
)

const tokenVariable = "DISCORD_TOKEN"

// DiscordConfig is how to reach Discord.
type DiscordConfig struct {
	TokenFile string `yaml:"token_file"` // a file with the token; empty: DISCORD_TOKEN
	BaseURL   string `yaml:"base_url"`   // another Discord-compatible server; empty: Discord
	RestURL   string `yaml:"rest_url"`   // a proxy for the calls of all processes; empty: none
	Guild     string `yaml:"guild"`      // the only server to register commands in; empty: all
	// PublicKey is the application's key, and Interactions the address on which to accept interactions over HTTP, at
	// endpoint.Path. Both empty: interactions come over the gateway.
	PublicKey    string `yaml:"public_key"`
	Interactions string `yaml:"interactions"`
}

func (c DiscordConfig) address() discord.Address {
	return discord.Address{Base: c.BaseURL, REST: c.RestURL}
}

// validate returns an error that names the first key with an impossible value.
func (c DiscordConfig) validate() error {
	_, wrong := endpoint.ParseKey(c.PublicKey)
	switch {
	case !isAddress(c.BaseURL):
		return fmt.Errorf("discord.base_url: %q is not an http address", c.BaseURL)
	case !isAddress(c.RestURL):
		return fmt.Errorf("discord.rest_url: %q is not an http address", c.RestURL)
	case !regexp.MustCompile(`^\d{0,20}$`).MatchString(c.Guild):
		return fmt.Errorf("discord.guild: %q is not the id of a server", c.Guild)
	case (c.PublicKey == "") != (c.Interactions == ""):
		return errors.New("discord.public_key and discord.interactions: one needs the other")
	case c.PublicKey != "" && wrong != nil:
		return fmt.Errorf("discord.public_key: %q is %w", c.PublicKey, wrong)
	case !isAddr(c.Interactions):
		return fmt.Errorf("discord.interactions: %q is not an address like 127.0.0.1:8090", c.Interactions)
	}
	return nil
}

func isAddress(text string) bool {
	u, err := url.Parse(text)
	return text == "" || err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// token returns the bot's token from the configured file, or else from the environment. The configuration itself never
// holds it.
func (c DiscordConfig) token(getenv func(string) string) (string, error) {
	token, from := getenv(tokenVariable), tokenVariable
	if c.TokenFile != "" {
		raw, err := os.ReadFile(c.TokenFile)
		if err != nil {
			return "", configf("discord.token_file: %v", err)
		}
		token, from = string(raw), "discord.token_file: "+c.TokenFile
	}
	token = cleanToken(token)
	switch {
	case token == "" && c.TokenFile != "":
		return "", configf("discord.token_file: %s is empty", c.TokenFile)
	case token == "":
		return "", configf("the bot's token is missing: set %s, or discord.token_file in the "+
			"configuration; without Discord, try madbot sandbox", tokenVariable)
	case strings.ContainsAny(token, " \t\r\n"):
		return "", configf("%s: the bot's token must be one word, without a space or line break in it", from)
	case !isToken(token):
		return "", configf("%s: not a bot's token, which has three parts with dots between; was all of it copied, "+
			"and not the application's id, public key or client secret?", from)
	}
	return token, nil
}

// isToken reports whether text has the form of a bot's token.
var isToken = regexp.MustCompile(`^[\w-]+\.[\w-]+\.[\w-]+$`).MatchString

// beforeToken matches what people copy in front of a token: the name of a variable, or the first word of a header.
var beforeToken = regexp.MustCompile(
	`(?i)^(?:(?:export|set)\s+|\$env:)?(?:(?:discord_|bot_)?token|authorization)\s*[:=]|^(?:bot|bearer)\s`)

// cleanToken removes what people copy together with a token: spaces, a byte order mark, marks that cannot be seen,
// punctuation, quotation marks (which docker run --env-file keeps), and what beforeToken matches.
func cleanToken(text string) string {
	const around = " \t\r\n\u00a0\u200b\u2060,;\"'`“”„‘’«»<>" + byteOrderMark
	for {
		text = strings.Trim(text, around)
		word := beforeToken.FindString(text)
		if word == "" {
			return text
		}
		text = strings.TrimPrefix(text, word)
	}
}
