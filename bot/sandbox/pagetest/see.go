package pagetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// See waits until a visible element that matches the selector contains text, and returns the whole text of the last
// such element. Every element contains "".
func (p *Page) See(selector, text string) string {
	p.t.Helper()
	what := fmt.Sprintf("%s with %q", selector, text)
	return await[string](p, what, `(selector, text) => {
  const e = find(selector, text).at(-1);
  return e && (e.textContent.trim() || " ");
}`, selector, text)
}

// Gone waits until no visible element that matches the selector contains text.
func (p *Page) Gone(selector, text string) {
	p.t.Helper()
	await[bool](p, fmt.Sprintf("no %s with %q", selector, text),
		`(selector, text) => find(selector, text).length === 0`, selector, text)
}

// Has reports whether such an element is visible now.
func (p *Page) Has(selector, text string) bool {
	p.t.Helper()
	return p.Count(selector, text) > 0
}

// Count returns the number of such elements now.
func (p *Page) Count(selector, text string) int {
	p.t.Helper()
	source := fmt.Sprintf(`(() => { %s return find(%q, %q).length; })()`, finder, selector, text)
	n, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](source))
	if err != nil {
		p.t.Fatalf("count %s: %v", selector, err)
	}
	return n
}

// NextFrame waits until the page has been drawn again, with the effects of the keys pressed before.
func (p *Page) NextFrame() {
	p.t.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](
		`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("wait for the next frame: %v", err)
	}
}

// Scrolled returns how far the last such element is scrolled down, in CSS pixels.
func (p *Page) Scrolled(selector string) int {
	p.t.Helper()
	source := fmt.Sprintf(`(() => { %s return Math.round(find(%q, "").at(-1).scrollTop); })()`,
		finder, selector)
	n, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](source))
	if err != nil {
		p.t.Fatalf("scroll of %s: %v", selector, err)
	}
	return n
}

// Box is a rectangle on the page in CSS pixels, from the left and the top of the window.
type Box struct{ X, Y, Width, Height float64 }

// Boxes returns the places of the elements that match the selector and contain text.
func (p *Page) Boxes(selector, text string) []Box {
	p.t.Helper()
	source := fmt.Sprintf(`(() => { %s
  return find(%q, %q).map((e) => e.getBoundingClientRect()).map((b) => (
    { X: b.x, Y: b.y, Width: b.width, Height: b.height }));
})()`, finder, selector, text)
	boxes, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]Box](source))
	if err != nil {
		p.t.Fatalf("where %s is: %v", selector, err)
	}
	return boxes
}

// Broken returns the labels of buttons that take two lines, and of rows of buttons that do.
func (p *Page) Broken() []string {
	p.t.Helper()
	broken, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`(() => {
  const label = (e) => e.textContent || e.getAttribute("aria-label");
  const lines = (e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  };
  const tall = [...document.querySelectorAll(".button-content > span")]
    .filter((e) => e.checkVisibility() && lines(e) > 1).map(label);
  const wrapped = [...document.querySelectorAll(".row")].filter((row) => row.checkVisibility() &&
    new Set([...row.children].map((e) => Math.round(e.getBoundingClientRect().top))).size > 1)
    .map((row) => [...row.children].map(label).join(" / "));
  return [...tall, ...wrapped];
})()`))
	if err != nil {
		p.t.Fatalf("labels on two lines: %v", err)
	}
	return broken
}

// Clipped returns the texts of the elements that match the selector and are cut off at their end.
func (p *Page) Clipped(selector string) []string {
	p.t.Helper()
	clipped, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](fmt.Sprintf(`(() => { %s
  return find(%q, "").filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent);
})()`, finder, selector)))
	if err != nil {
		p.t.Fatalf("what is clipped of %s: %v", selector, err)
	}
	return clipped
}

// Overlap reports whether the last elements that match two selectors overlap.
func (p *Page) Overlap(a, b string) bool {
	p.t.Helper()
	source := fmt.Sprintf(`(() => { %s
  const [a, b] = [%q, %q].map((selector) => find(selector, "").at(-1).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
})()`, finder, a, b)
	meet, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](source))
	if err != nil {
		p.t.Fatalf("where %s and %s are: %v", a, b, err)
	}
	return meet
}

// Loaded waits until every picture on the page has loaded, and fails if one cannot be.
func (p *Page) Loaded() {
	p.t.Helper()
	broken := await[[]string](p, "pictures", `() => {
  const pictures = [...document.images];
  if (!pictures.every((i) => i.complete)) return null;
  return pictures.filter((i) => i.naturalWidth === 0).map((i) => i.src);
}`)
	if len(broken) > 0 {
		p.t.Errorf("pictures that do not load: %s", strings.Join(broken, ", "))
	}
}

// Named fails the test for every control and picture that a screen reader has no name for.
func (p *Page) Named() {
	p.t.Helper()
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree,
		accessibility.GetFullAXTreeParams{})
	if err != nil {
		p.t.Fatalf("what a screen reader sees: %v", err)
	}
	roles := strings.Fields("button checkbox combobox dialog image link listbox menuitem option " +
		"radio radiogroup textbox")
	for _, node := range tree.Nodes {
		role := said(node.Role)
		if !node.Ignored && slices.Contains(roles, role) && said(node.Name) == "" {
			properties, _ := json.Marshal(node.Properties)
			p.t.Errorf("a %s without a name, with the properties %s", role, properties)
		}
	}
}

// said is a text of the tree that a screen reader sees.
func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(v.Value.String(), `"`)
}

// Fetched waits until the page has the answer to a request whose address contains part.
func (p *Page) Fetched(part string) {
	p.t.Helper()
	await[bool](p, "an answer to "+part, `(part) => performance.getEntriesByType("resource")
  .some((entry) => entry.name.includes(part) && entry.responseEnd > 0)`, part)
}
