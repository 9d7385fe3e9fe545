package pagetest

import (
	"context"
	"flag"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// pages enables the tests that need a browser or Node.js.
var pages = flag.Bool("pages", false, "test the sandbox's page, in Chromium and Node.js")

// Enabled reports whether tests of the page run.
func Enabled() bool { return *pages }

// Parallel begins a parallel test of the page. It skips the test without -pages.
func Parallel(t testing.TB) {
	t.Helper()
	if !*pages {
		t.Skip("tests of the page run with -pages")
	}
	if p, ok := t.(*testing.T); ok {
		p.Parallel()
	}
}

var shared = sync.OnceValue(func() *browser { return &browser{} })

// browser is a Chromium that runs while it has a tab.
type browser struct {
	mu    sync.Mutex
	tabs  int
	ctx   context.Context
	close context.CancelFunc
}

// open returns a tab that shares nothing with others. It is closed when the test ends.
func (b *browser) open(t testing.TB) context.Context {
	t.Helper()
	b.enter(t)
	t.Cleanup(b.leave)
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	// Make each of several windows behave as if it had the focus.
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatalf("browser: %v", err)
	}
	return ctx
}

// enter starts the browser for the first tab.
func (b *browser) enter(t testing.TB) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tabs == 0 {
		b.ctx, b.close = chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(
			chromedp.ExecPath(executable(t)), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true)))
		if err := chromedp.Do(b.ctx); err != nil {
			b.close()
			t.Fatalf("start the browser: %v", err)
		}
	}
	b.tabs++
}

// leave closes the browser after the last tab.
func (b *browser) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tabs--; b.tabs == 0 {
		b.close()
	}
}

// executable finds a Chromium. It fails the test if there is none.
func executable(t testing.TB) string {
	t.Helper()
	for _, name := range []string{
		"chromium-headless-shell", "chrome-headless-shell", "headless_shell", // the fastest one
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium to test the page with (Debian: apt-get install chromium-headless-shell)")
	return ""
}
