// Package pagetest drives the sandbox's page in a real browser, for tests. The top of bot/sandbox/web/index.html lists
// the attributes that tests can rely on.
package pagetest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a step may take before the test fails, even on a busy machine.
const patience = 2 * time.Minute

// Size is a page's width and height in CSS pixels. A page narrower than 720 is a phone with touch.
type Size struct{ Width, Height int64 }

// Usual sizes.
var (
	Desk       = Size{1280, 800}
	Phone      = Size{390, 844}
	SmallPhone = Size{360, 740}
)

// narrow is the width below which the page has its phone layout.
const narrow = 720

// narrow reports whether the page has its phone layout.
func (s Size) narrow() bool { return s.Width < narrow }

// Page is the sandbox's page in a tab of its own. Its methods wait for what they need. If it does not come, they fail
// the test with a picture and the text of the page. Call them only from the test's goroutine.
type Page struct {
	t    testing.TB
	ctx  context.Context
	size Size

	mu     sync.Mutex
	broken []string // uncaught exceptions of the page's scripts
}

// Open loads the page at url, such as "http://127.0.0.1:8080/", in a tab that shares nothing with others. When the test
// ends, it closes the tab, and fails the test if a script of the page threw. Call Parallel first.
func Open(t testing.TB, url string, size Size) *Page {
	t.Helper()
	p := &Page{t: t, size: size}
	t.Cleanup(p.checkScripts)
	p.ctx = shared().open(t)
	var mobile []chromedp.EmulateViewportOption
	if size.narrow() {
		mobile = append(mobile, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(chromedp.EmulateViewport(size.Width, size.Height, mobile...))
	go p.listen()
	p.do(chromedp.Navigate(url))
	p.ready()
	return p
}

// Reload reloads the page, like the browser's button.
func (p *Page) Reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
	p.ready()
}

// Shot saves a picture of the page as name.png in the test's artifact folder, if -artifacts is set.
func (p *Page) Shot(name string) {
	p.t.Helper()
	if flag.Lookup("test.artifacts").Value.String() != "true" {
		return // the picture would be discarded
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(p.t.ArtifactDir(), name+".png"), png, 0o600)
	}
	if err != nil {
		p.t.Errorf("picture %s: %v", name, err)
	}
}

// ready waits until the page has loaded its state and listens to the sandbox.
func (p *Page) ready() {
	p.t.Helper()
	await[bool](p, "a page that is ready",
		`() => document.documentElement.dataset.ready === "true"`)
}

// do takes one step in the browser.
func (p *Page) do(step chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, step); err != nil {
		p.t.Fatalf("browser: %v", err)
	}
}

// listen collects the uncaught exceptions of the page's scripts until the browser is closed.
func (p *Page) listen() {
	defer func() {
		if r := recover(); r != nil {
			p.note(fmt.Sprint("listening broke: ", r))
		}
	}()
	for message, err := range chromedp.Console(p.ctx) {
		if err != nil {
			return
		}
		if message.IsException() || message.Source == "security" {
			p.note(message.String())
		}
	}
}

func (p *Page) note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = append(p.broken, text)
}

func (p *Page) checkScripts() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.broken {
		p.t.Errorf("script of the page: %s", text)
	}
}

// finder defines functions for await: find(selector, text) lists the visible elements that match the selector and
// contain the text; still(element) reports whether an element is where it was at the previous check.
const finder = `const find = (selector, text) => [...document.querySelectorAll(selector)]
  .filter((e) => e.textContent.replaceAll("\u00a0·", " ·").includes(text) && e.checkVisibility());
  const places = new WeakMap();
  const still = (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const [before, now] = [places.get(e), [x, y, width, height].join()];
    places.set(e, now);
    return before === now;
  };`

// await calls a JavaScript function with arguments until its result is true, and returns the result.
func await[T any](p *Page, what, function string, args ...any) T {
	p.t.Helper()
	list, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		p.t.Fatalf("arguments of %s: %v", what, err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience+5*time.Second)
	defer cancel()
	result, err := chromedp.Run(ctx, chromedp.Evaluate[struct {
		OK    bool `json:"ok"`
		Value T    `json:"value"`
	}](fmt.Sprintf(`new Promise((done) => {
  %s
  const until = Date.now() + %d;
  const look = () => {
    const value = (%s)(...%s);
    if (value || Date.now() > until) done(value ? { ok: true, value } : { ok: false });
    else setTimeout(look, 25);
  };
  look();
})`, finder, patience.Milliseconds(), function, list), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("waiting for %s: %v", what, err)
	}
	if !result.OK {
		p.Shot("failed")
		p.t.Fatalf("waited in vain for %s; the page shows:\n%s", what, p.shown())
	}
	return result.Value
}

// shown returns the text of the page and the focused element, for the message of a failed test.
func (p *Page) shown() string {
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](
		`document.body.innerText + "\n\nfocus: " + document.activeElement?.outerHTML.slice(0, 200)`))
	if err != nil {
		return err.Error()
	}
	return text
}
