package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readYAML reads the documents of a YAML file.
func readYAML[T any](t *testing.T, path string) (all []T) {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, document := range strings.Split(string(raw), "\n---\n") {
		var v T
		require.NoError(t, yaml.Unmarshal([]byte(document), &v), path)
		all = append(all, v)
	}
	return all
}

// loadText loads a configuration from text.
func loadText(t *testing.T, text string) Config {
	t.Helper()
	path := filepath.Join(t.TempDir(), defaultConfigFile)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	cfg, err := loadConfig(path, true)
	require.NoError(t, err)
	return cfg
}

// TestDeploy_YAML: each YAML file for other programs is valid.
func TestDeploy_YAML(t *testing.T) {
	t.Parallel()
	read := 0
	for _, folder := range []string{"deploy", "monitoring", filepath.Join(root, ".github")} {
		require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); ext == ".yml" || ext == ".yaml" {
				assert.NotEmpty(t, readYAML[map[string]any](t, path)[0], path)
				read++
			}
			return err
		}))
	}
	assert.GreaterOrEqual(t, read, 9)
}

// TestDeploy_Compose: the files that Compose mounts exist, and Prometheus scrapes the address in its configuration.
func TestDeploy_Compose(t *testing.T) {
	t.Parallel()
	type service struct{ Volumes []string }
	compose := readYAML[struct {
		Configs  map[string]struct{ Content string }
		Services map[string]service
	}](t, "deploy/compose.yaml")[0]
	for name, s := range compose.Services {
		for _, v := range s.Volumes {
			if from, _, _ := strings.Cut(v, ":"); strings.HasPrefix(from, ".") {
				assert.FileExists(t, filepath.Join("deploy", from), name)
			}
		}
	}
	cfg := loadText(t, compose.Configs["madbot"].Content)
	assert.True(t, cfg.Health.Metrics)
	prometheus, err := os.ReadFile("deploy/prometheus.yml")
	require.NoError(t, err)
	assert.Contains(t, string(prometheus), "port: "+regexp.MustCompile(`\d+$`).FindString(cfg.Health.Addr)+",")
}

// TestDeploy_Kubernetes: its configuration is valid except for the reader's own values, and its probes are answered.
func TestDeploy_Kubernetes(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("deploy/kubernetes.yaml")
	require.NoError(t, err)
	for _, question := range []string{alivePath, readyPath} {
		assert.Contains(t, string(raw), "{path: "+question+", port: health}")
	}
	config := readYAML[struct{ Data map[string]string }](t, "deploy/kubernetes.yaml")[0].Data[defaultConfigFile]
	own := strings.NewReplacer("PUBLIC_KEY", strings.Repeat("0a", 32), "DATABASE", "db.example")
	cfg := loadText(t, own.Replace(config))
	for addr, name := range map[string]string{cfg.Health.Addr: "health", cfg.Discord.Interactions: "interactions"} {
		assert.Contains(t, string(raw), "{name: "+name+", containerPort: "+strings.TrimPrefix(addr, ":")+"}")
	}
}
