package pagetest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// The version of axe-core that checks the pages, and the checksum of its script.
const (
	axeVersion = "4.14.1"
	axeSum     = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

// Axe checks the accessibility of pages with axe-core from npm.
type Axe struct{ source string }

var fetchAxe = sync.OnceValues(axeSource)

// NewAxe returns an Axe. npm fetches the script once, and it is kept in the user's cache folder.
func NewAxe(t testing.TB) Axe {
	t.Helper()
	source, err := fetchAxe()
	if err != nil {
		t.Fatalf("axe-core, which npm fetches (Debian: apt-get install npm): %v", err)
	}
	return Axe{source}
}

// axeSource returns the script, from the cache or from npm.
func axeSource() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	kept := filepath.Join(cache, "madbot", "axe-core-"+axeVersion+".js")
	if source, err := os.ReadFile(kept); err == nil && isAxe(source) {
		return string(source), nil
	}
	source, err := installAxe()
	if err != nil {
		return "", err
	}
	if !isAxe(source) {
		return "", fmt.Errorf("version %s is not the one that was pinned", axeVersion)
	}
	return string(source), keep(kept, source)
}

// installAxe lets npm fetch the package into a temporary folder, and returns the script.
func installAxe() ([]byte, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "axe-core-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	install := exec.Command(npm, "install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund",
		"--ignore-scripts", "axe-core@"+axeVersion)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install: %w: %s", err, out)
	}
	return os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
}

// keep writes a file completely or not at all.
func keep(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "axe-core-")
	if err != nil {
		return err
	}
	_, failed := temp.Write(data)
	if err := errors.Join(failed, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

func isAxe(source []byte) bool {
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:]) == axeSum
}

// violation is a rule of axe-core that a page breaks in a theme, with the places.
type violation struct {
	Theme string `json:"theme"`
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// Accessible fails the test for every rule of a that the page currently breaks, in either theme. as describes the state
// of the page.
func (p *Page) Accessible(a Axe, as string) {
	p.t.Helper()
	source := `(async () => {
  if (!globalThis.axe) { ` + a.source + ` }
  const root = document.documentElement;
  const before = root.dataset.theme;
  const found = [];
  for (const theme of ["dark", "light"]) {
    root.dataset.theme = theme;
    for (const moving of document.getAnimations()) try { moving.finish(); } catch { moving.cancel(); }
    const runOnly = theme === "light" ? ["color-contrast"] : undefined; // other rules do not depend on the theme
    const { violations } = await axe.run(document, { resultTypes: ["violations"], runOnly });
    found.push(...violations.map((v) => ({ ...v, theme })));
  }
  root.dataset.theme = before;
  return JSON.stringify(found);
})()`
	said, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](source, chromedp.EvalAwaitPromise))
	var broken []violation
	if err == nil {
		err = json.Unmarshal([]byte(said), &broken)
	}
	if err != nil {
		p.t.Fatalf("axe-core, %s: %v", as, err)
	}
	for _, v := range broken {
		var where []string
		for _, n := range v.Nodes {
			where = append(where, n.HTML+"\n    "+strings.ReplaceAll(n.Summary, "\n", "\n    "))
		}
		p.t.Errorf("axe-core, %s, %s: %s (%s), %d times:\n  %s", as, v.Theme, v.Help, v.ID, len(v.Nodes),
			strings.Join(where[:min(len(where), 4)], "\n  "))
	}
}
