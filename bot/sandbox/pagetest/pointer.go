package pagetest

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Click clicks the last visible element that matches the selector, contains text ("" for any), is enabled, at rest and
// not covered, and whose message is not waiting for an answer. It releases the mouse elsewhere and tries again if
// something else is under the mouse when it is pressed, or if a busy machine turned the click into a long press.
func (p *Page) Click(selector, text string) {
	p.t.Helper()
	beside := point{0, 0}
	for range tries {
		at := p.spot(selector, text)
		p.mouse(input.DispatchMouseEventTypeMousePressed, at)
		if p.met("pressed") {
			p.mouse(input.DispatchMouseEventTypeMouseReleased, at)
			if p.met("clicked") {
				return
			}
			p.Type(Escape) // closes the menu that a long press opens
			continue
		}
		p.mouse(input.DispatchMouseEventTypeMouseMoved, beside)
		p.mouse(input.DispatchMouseEventTypeMouseReleased, beside)
	}
	p.t.Fatalf("%s %q moves away whenever it is clicked", selector, text)
}

// DoubleClick double-clicks the element that Click would, as fast as people do, whatever the first click does to it.
func (p *Page) DoubleClick(selector, text string) {
	p.t.Helper()
	at := p.spot(selector, text)
	for range 2 {
		p.mouse(input.DispatchMouseEventTypeMousePressed, at)
		p.mouse(input.DispatchMouseEventTypeMouseReleased, at)
	}
}

// tries is how often Click looks for its element.
const tries = 20

// point is a place on the page in CSS pixels from the left and the top.
type point [2]float64

// RightClick opens the context menu of the element that Click would click.
func (p *Page) RightClick(selector, text string) {
	p.t.Helper()
	at := p.spot(selector, text)
	p.do(chromedp.MouseClickXY(at[0], at[1], chromedp.ButtonRight))
}

// LongPress puts a finger on the element that Click would click, calls during, and lifts the finger.
func (p *Page) LongPress(selector, text string, during func()) {
	p.t.Helper()
	at := p.spot(selector, text)
	touch(p, input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at[0], Y: at[1]})
	during()
	touch(p, input.DispatchTouchEventTypeTouchEnd)
}

func touch(p *Page, kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	p.t.Helper()
	event := input.DispatchTouchEventParams{Type: kind,
		TouchPoints: append([]*input.TouchPoint{}, points...)} // an empty list, but not null
	if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, event); err != nil {
		p.t.Fatalf("touch: %v", err)
	}
}

// Hold presses the mouse, or on a phone's page a finger, on the element that Click would click, calls during, and
// releases it.
func (p *Page) Hold(selector, text string, during func()) {
	p.t.Helper()
	at := p.spot(selector, text)
	if p.size.narrow() {
		finger(p, `aim = find(selector, text).at(-1); tell("pointerdown");`, selector, text)
		during()
		finger(p, `tell("pointerup"); setTimeout(() => aim.isConnected && aim.click(), 20);`)
		return
	}
	p.mouse(input.DispatchMouseEventTypeMousePressed, at)
	during()
	p.mouse(input.DispatchMouseEventTypeMouseReleased, at)
}

// finger runs a script as a short tap on aim, the element that was last found. A real finger that stays too long would
// open a menu.
func finger(p *Page, script string, args ...any) {
	p.t.Helper()
	await[bool](p, "a finger", `(selector, text) => {
  const tell = (name) => aim.dispatchEvent(new PointerEvent(name,
    { bubbles: true, button: 0, isPrimary: true, pointerType: "touch" }));
  `+script+`
  return true;
}`, args...)
}

func (p *Page) mouse(kind input.DispatchMouseEventType, at point) {
	p.t.Helper()
	event := input.DispatchMouseEventParams{Type: kind, X: at[0], Y: at[1],
		Button: input.MouseButtonLeft, ClickCount: 1}
	if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, event); err != nil {
		p.t.Fatalf("mouse: %v", err)
	}
}

// spot waits for an element that can be clicked, and returns its centre.
func (p *Page) spot(selector, text string) point {
	p.t.Helper()
	what := fmt.Sprintf("something to click: %s %q", selector, text)
	return await[point](p, what, `(selector, text) => {
  const e = find(selector, text).at(-1);
  if (!e || e.disabled || e.closest("[data-busy]")) return null;
  e.scrollIntoView({ block: "nearest" });
  if (!still(e)) return null;
  const box = e.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!e.contains(document.elementFromPoint(x, y))) {
    e.scrollIntoView({ block: "center" }); // something may cover the edge of the visible part
    return null;
  }
  const met = {};
  [globalThis.aim, globalThis.met] = [e, met];
  const note = (name, what, hits) => addEventListener(name,
    (event) => { met[what] ??= hits && e.contains(event.target); }, { capture: true, once: true });
  note("pointerdown", "pressed", true);
  note("click", "clicked", true);
  note("contextmenu", "clicked", false);
  return [x, y];
}`, selector, text)
}

// met reports whether the pointer event, "pressed" or "clicked", reached the element that spot found.
func (p *Page) met(what string) bool {
	p.t.Helper()
	return await[string](p, "that it "+what, `(what) => what in met ? String(met[what]) : ""`, what) == "true"
}
