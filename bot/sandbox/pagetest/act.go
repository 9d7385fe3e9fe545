package pagetest

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys for Type.
const (
	Enter     = kb.Enter
	Tab       = kb.Tab
	Escape    = kb.Escape
	Backspace = kb.Backspace
	Down      = kb.ArrowDown
	Up        = kb.ArrowUp
	Left      = kb.ArrowLeft
	Right     = kb.ArrowRight
	Home      = kb.Home
	End       = kb.End
)

// ID returns the selector of an element by its data-testid and by further pairs of data attributes and values.
func ID(id string, pairs ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[data-testid=%q]", id)
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&b, `[data-%s="%s"]`, pairs[i], escape.Replace(pairs[i+1]))
	}
	return b.String()
}

// escape escapes a text for a string in CSS. Unlike Go's escapes, it keeps a narrow space.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Become switches to another account, such as "bob", and waits for that person's page.
func (p *Page) Become(name string) {
	p.t.Helper()
	p.Click(ID("account", "name", name), "")
	p.See(ID("account", "name", name)+`[aria-checked="true"]`, "")
	p.ready()
}

// Enter opens a channel: "mad", or the bot's username for the direct messages with it.
func (p *Page) Enter(channel string) {
	p.t.Helper()
	row := ID("channel", "name", channel)
	await[bool](p, "channel "+channel, `(row) => Boolean(document.querySelector(row))`, row)
	if p.Has(ID("menu-button"), "") && !p.Has(".drawer-open", "") {
		p.Click(ID("menu-button"), "")
	}
	p.Click(row, "")
	await[bool](p, "the messages of "+channel, `(row) => {
  const id = document.querySelector(row).dataset.id;
  return document.querySelector("[data-testid=messages]").dataset.channelId === id;
}`, row)
}

// Run types a whole command with its options, such as "/move turn:211xb3", and sends it. It sends plain text as a
// message.
func (p *Page) Run(line string) {
	p.t.Helper()
	p.Click(ID("command-input"), "")
	p.Insert(line + " ") // the space completes the command's name
	p.Type(Enter)
}

// Type presses keys, one for each character, wherever the focus is.
func (p *Page) Type(keys string) {
	p.t.Helper()
	for _, key := range keys {
		if string(key) == Enter {
			p.enter()
			continue
		}
		p.do(chromedp.KeyEvent(string(key)))
	}
}

// Control presses keys with the Control key held.
func (p *Page) Control(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
}

// Shift presses keys with the Shift key held.
func (p *Page) Shift(keys string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(string(key), chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
}

// enter presses Enter as one event. The two events of chromedp would break the line even if the page prevents that,
// which no keyboard does.
func (p *Page) enter() {
	p.t.Helper()
	press := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter",
		Code: "Enter", Text: "\r", UnmodifiedText: "\r", WindowsVirtualKeyCode: 13}
	lift := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "Enter",
		Code: "Enter", WindowsVirtualKeyCode: 13}
	for _, event := range []input.DispatchKeyEventParams{press, lift} {
		if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, event); err != nil {
			p.t.Fatalf("press Enter: %v", err)
		}
	}
}

// Insert inserts text in one step, like pasting.
func (p *Page) Insert(text string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text})
	if err != nil {
		p.t.Fatalf("insert %q: %v", text, err)
	}
}

// Press clicks the newest enabled button with a label, in any message or in an open modal.
func (p *Page) Press(label string) {
	p.t.Helper()
	p.Click(ID("button", "label", label), "")
}

// Choose opens the select menu with a custom id and selects values.
func (p *Page) Choose(customID string, values ...string) {
	p.t.Helper()
	p.Click(ID("select", "custom-id", customID), "")
	for _, value := range values {
		p.Click(ID("select-option", "value", value), "")
	}
	if p.Has(ID("select-done"), "") {
		p.Click(ID("select-done"), "")
	}
	p.Gone(ID("select-list"), "")
}
