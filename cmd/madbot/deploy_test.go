package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
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
	type source struct{ File, Content, Environment string }
	type service struct {
		Volumes, Configs, Secrets []string
		ReadOnly                  bool `yaml:"read_only"`
	}
	compose := readYAML[struct {
		Configs, Secrets map[string]source
		Services         map[string]service
	}](t, "deploy/compose.yaml")[0]
	for name, s := range compose.Services {
		for _, v := range s.Volumes {
			if from, _, _ := strings.Cut(v, ":"); strings.HasPrefix(from, ".") {
				assert.FileExists(t, filepath.Join("deploy", from), name)
			}
		}
		for _, secret := range s.Secrets {
			assert.Contains(t, compose.Secrets, secret, name)
			assert.True(t, compose.Secrets[secret].File != "" || !s.ReadOnly,
				"%s: Compose copies only files into a read-only service, and refuses others at up", name)
		}
		assert.True(t, len(s.Configs) == 0 || !s.ReadOnly, "%s: mount a file instead, as above", name)
	}
	bot := compose.Services["madbot"]
	require.Contains(t, bot.Volumes, "./madbot.yaml:/data/"+defaultConfigFile+":ro", "where WORKDIR is")
	assert.True(t, bot.ReadOnly)
	raw, err := os.ReadFile("deploy/madbot.yaml")
	require.NoError(t, err)
	cfg := loadText(t, string(raw))
	assert.True(t, cfg.Health.Metrics)
	assert.Equal(t, "/run/secrets/"+bot.Secrets[0], cfg.Discord.TokenFile)
	prometheus, err := os.ReadFile("deploy/prometheus.yml")
	require.NoError(t, err)
	assert.Contains(t, string(prometheus), "port: "+regexp.MustCompile(`\d+$`).FindString(cfg.Health.Addr)+",")
}

// TestDeploy_Systemd: the unit restarts the bot after everything except a wrong configuration, however often.
func TestDeploy_Systemd(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("deploy/madbot.service")
	require.NoError(t, err)
	for _, line := range []string{"Restart=always", fmt.Sprintf("RestartPreventExitStatus=%d", exitConfig),
		"StartLimitIntervalSec=0"} {
		assert.Contains(t, string(raw), "\n"+line+"\n")
	}
}

// TestDeploy_Ignore: the image is built from every tracked file, or its version would say that files were changed.
func TestDeploy_Ignore(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("git", "-C", root, "ls-files").Output()
	if err != nil {
		t.Skip("this is no clone of the repository: ", err)
	}
	ignored, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	require.NoError(t, err)
	for _, file := range strings.Fields(string(out)) {
		for part := file; part != "."; part = path.Dir(part) {
			for _, pattern := range strings.Fields(string(ignored)) {
				match, err := path.Match(pattern, part)
				require.NoError(t, err, pattern)
				assert.False(t, match, "%s: %s", pattern, file)
			}
		}
	}
}

// TestAlerts: each alert fires when it should, and none in a quiet night, in simulated hours.
func TestAlerts(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed; on Debian it is in the package prometheus")
	}
	rules := exec.Command(tool, "test", "rules", "alerts_test.yml")
	rules.Dir = "monitoring"
	out, err := rules.CombinedOutput()
	assert.NoError(t, err, string(out))
	tests, err := os.ReadFile("monitoring/alerts_test.yml")
	require.NoError(t, err)
	alerts, err := os.ReadFile("monitoring/alerts.yml")
	require.NoError(t, err)
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(alerts), -1) {
		assert.Regexp(t, `alertname: `+alert[1]+`\n\s+eval_time: \w+\n\s+exp_alerts:`, string(tests))
	}
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
