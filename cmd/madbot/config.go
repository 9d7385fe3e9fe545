package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// tokenVariable is the environment variable that holds the bot's token.
const tokenVariable = "DISCORD_TOKEN"

// Config is what config.yaml says; config.example.yaml explains each key and states its default,
// which defaultConfig has.
type Config struct {
	Discord DiscordConfig `yaml:"discord"`
	Storage StorageConfig `yaml:"storage"`
	Engine  EngineConfig  `yaml:"engine"`
	Health  HealthConfig  `yaml:"health"`
	Log     LogConfig     `yaml:"log"`
}

// DiscordConfig says how Discord is reached.
type DiscordConfig struct {
	TokenFile string `yaml:"token_file"` // a file that holds the token; "" means DISCORD_TOKEN
	BaseURL   string `yaml:"base_url"`   // another Discord-compatible server; "" means Discord
	Guild     string `yaml:"guild"`      // commands are registered in this server only; "" in all
}

// StorageConfig says where the matches are kept.
type StorageConfig struct {
	Path string `yaml:"path"` // of a SQLite file, or the address of a PostgreSQL database
}

// maxSearches is how many searches a configuration may allow at once.
const maxSearches = 64

// EngineConfig says how turns are searched for, as hints and by the bot as an opponent.
type EngineConfig struct {
	Searches whole  `yaml:"searches"` // at once; 0 means one less than there are cores
	Endings  string `yaml:"endings"`  // a file of endings; "" means those that fit in memory
}

// HealthConfig says where the bot answers health checks.
type HealthConfig struct {
	Addr string `yaml:"addr"` // "" means nowhere
}

// LogConfig says what is logged and how.
type LogConfig struct {
	Level  string `yaml:"level"`
	Format string `yaml:"format"`
}

// defaultConfig returns the values of the keys that the file leaves out.
func defaultConfig() Config {
	return Config{
		Storage: StorageConfig{Path: "madbot.db"},
		Health:  HealthConfig{Addr: "127.0.0.1:8089"},
		Log:     LogConfig{Level: "info", Format: "text"},
	}
}

// loadConfig reads the file at path. A file that is not there is an error only when it was asked
// for by name. All errors are usage errors that name the file and what is wrong in it.
func loadConfig(path string, asked bool) (Config, error) {
	cfg := defaultConfig()
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return cfg, nil
	}
	if err != nil {
		return cfg, usagef("configuration: %v", err)
	}
	if err := decode(raw, &cfg); err != nil {
		return cfg, usagef("%s: %v", path, err)
	}
	if err := cfg.validate(); err != nil {
		return cfg, usagef("%s: %v", path, err)
	}
	return cfg, nil
}

// validate returns an error that names the first key with an impossible value.
func (c Config) validate() error {
	if c.Storage.Path == "" {
		return errors.New("storage.path is empty")
	}
	if u, err := url.Parse(c.Discord.BaseURL); c.Discord.BaseURL != "" &&
		(err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")) {
		return fmt.Errorf("discord.base_url: %q is not an http address", c.Discord.BaseURL)
	}
	if !regexp.MustCompile(`^\d{0,20}$`).MatchString(c.Discord.Guild) {
		return fmt.Errorf("discord.guild: %q is not the id of a server", c.Discord.Guild)
	}
	if c.Engine.Searches < 0 || c.Engine.Searches > maxSearches {
		return fmt.Errorf("engine.searches: %d is not from 0 to %d", c.Engine.Searches, maxSearches)
	}
	if c.Health.Addr != "" {
		if _, port, err := net.SplitHostPort(c.Health.Addr); err != nil || !isPort(port) {
			return fmt.Errorf("health.addr: %q is not an address like 127.0.0.1:8089", c.Health.Addr)
		}
	}
	_, err := c.Log.logger(io.Discard)
	return err
}

// isPort reports whether text is the number of a port.
func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// logger returns a logger that writes to w.
func (c LogConfig) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		return nil, fmt.Errorf("log.level: %q is not debug, info, warn or error", c.Level)
	}
	o := &slog.HandlerOptions{Level: level}
	switch c.Format {
	case "text":
		return slog.New(slog.NewTextHandler(w, o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return nil, fmt.Errorf("log.format: %q is not text or json", c.Format)
}

// token returns the bot's token from the file the configuration names, or else from the
// environment. The configuration itself never holds it.
func (c DiscordConfig) token(getenv func(string) string) (string, error) {
	token := getenv(tokenVariable)
	if c.TokenFile != "" {
		raw, err := os.ReadFile(c.TokenFile)
		if err != nil {
			return "", usagef("discord.token_file: %v", err)
		}
		token = string(raw)
	}
	token = strings.TrimPrefix(strings.TrimSpace(token), "Bot ")
	switch {
	case token == "" && c.TokenFile != "":
		return "", usagef("discord.token_file: %s is empty", c.TokenFile)
	case token == "":
		return "", usagef("the bot's token is missing: set %s, or discord.token_file in the "+
			"configuration; without Discord, try madbot sandbox", tokenVariable)
	case strings.ContainsAny(token, " \t\r\n"):
		return "", usagef("the bot's token must be one word")
	}
	return token, nil
}
