package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strconv"

	"madbot/storage"
)

// Config is the content of config.yaml. config.example.yaml explains each key and its default, which defaultConfig has.
type Config struct {
	Discord DiscordConfig `yaml:"discord"`
	Storage StorageConfig `yaml:"storage"`
	Engine  EngineConfig  `yaml:"engine"`
	Health  HealthConfig  `yaml:"health"`
	Admin   AdminConfig   `yaml:"admin"`
	Log     LogConfig     `yaml:"log"`
}

// StorageConfig is where matches are stored.
type StorageConfig struct {
	Path    string `yaml:"path"` // a SQLite file, or the address of a PostgreSQL database
	migrate bool   // migrate PostgreSQL too; see storage.OpenMigrating
}

// maxSearches is the maximum of EngineConfig.Searches.
const maxSearches = 64

// EngineConfig is how the engine searches, for hints and for the bot's own turns.
type EngineConfig struct {
	Searches whole  `yaml:"searches"` // at the same time; 0: one less than the number of cores
	Endings  string `yaml:"endings"`  // a file of endings; empty: those that fit in memory
}

// HealthConfig is where the bot answers health checks.
type HealthConfig struct {
	Addr    string `yaml:"addr"`    // empty: nowhere
	Metrics bool   `yaml:"metrics"` // serve metrics there too
}

// AdminConfig is where the bot takes orders.
type AdminConfig struct {
	Socket string `yaml:"socket"` // a Unix socket; empty: nowhere
}

// LogConfig is what is logged and how.
type LogConfig struct {
	Level  string `yaml:"level"`
	Format string `yaml:"format"`
}

func defaultConfig() Config {
	return Config{
		Storage: StorageConfig{Path: "madbot.db"},
		Health:  HealthConfig{Addr: "127.0.0.1:8089"},
		Log:     LogConfig{Level: "info", Format: "text"},
	}
}

// byteOrderMark starts the files of some editors.
const byteOrderMark = "\uFEFF"

// loadConfig reads the file at path. A missing file is an error only if it was named. All errors are usage errors that
// name the file and the mistake.
func loadConfig(path string, asked bool) (Config, error) {
	cfg := defaultConfig()
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return cfg, nil
	}
	if err != nil {
		return cfg, configf("configuration: %v", err)
	}
	if err := decode(bytes.TrimPrefix(raw, []byte(byteOrderMark)), &cfg); err != nil {
		return cfg, configf("%s: %v", path, err)
	}
	if err := cfg.validate(); err != nil {
		return cfg, configf("%s: %v", path, err)
	}
	return cfg, nil
}

// validate returns an error that names the first key with an impossible value.
func (c Config) validate() error {
	if c.Storage.Path == "" {
		return errors.New("storage.path is empty")
	}
	if err := storage.CheckAddress(c.Storage.Path); err != nil {
		return fmt.Errorf("storage.path: %w", err)
	}
	if err := c.Discord.validate(); err != nil {
		return err
	}
	if c.Engine.Searches < 0 || c.Engine.Searches > maxSearches {
		return fmt.Errorf("engine.searches: %d is not from 0 to %d", c.Engine.Searches, maxSearches)
	}
	if !isAddr(c.Health.Addr) {
		return fmt.Errorf("health.addr: %q is not an address like 127.0.0.1:8089", c.Health.Addr)
	}
	_, err := c.Log.logger(io.Discard)
	return err
}

// isAddr reports whether addr is an address to listen on, or empty.
func isAddr(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	return addr == "" || err == nil && isPort(port)
}

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// logEnd logs err, which ends the program, to w if the log is JSON, and returns it. It may be nil.
func (c LogConfig) logEnd(w io.Writer, err error) error {
	if err == nil || c.Format != "json" {
		return err
	}
	slog.New(slog.NewJSONHandler(w, nil)).Error("ended", "err", oneLine(err))
	return &loggedError{err}
}

func (c LogConfig) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err != nil {
		return nil, fmt.Errorf("log.level: %q is not debug, info, warn or error", c.Level)
	}
	o := &slog.HandlerOptions{Level: level}
	switch c.Format {
	case "text":
		return slog.New(tracer{slog.NewTextHandler(w, o)}), nil
	case "json":
		return slog.New(tracer{slog.NewJSONHandler(w, o)}), nil
	}
	return nil, fmt.Errorf("log.format: %q is not text or json", c.Format)
}
