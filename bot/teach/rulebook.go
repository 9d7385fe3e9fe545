package teach

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/render"
)

// ID names a page in lower-case letters. IDs stand in buttons, so they never change.
type PageID string

// Page is a section of the rules. Its texts have no places to fill.
type Page struct {
	ID      PageID
	Title   i18n.Message // at most 100 characters in each language, as a line of a menu
	Text    i18n.Message // what is shown below the title; its last paragraph tells what the diagram shows
	Diagram render.Diagram
	Alt     i18n.Message // the diagram in words
}

// Pages returns the pages in their order.
func Pages() []Page {
	return slices.Concat(fleets(), turnPages(), shiftPages(), firstTurn(), endPages(), writing(), story())
}

// Parts returns the text of p in the language of t: the rule, and what the diagram shows.
func (p Page) Parts(t i18n.Printer) (rule, shown string) {
	said := t.Text(p.Text, nil)
	last := strings.LastIndex(said, "\n\n")
	return said[:last], strings.TrimSpace(said[last:])
}

// Index returns the number of a page from 0, that of the first page for an ID that no page has.
func Index(id PageID) int {
	return max(0, slices.IndexFunc(Pages(), func(p Page) bool { return p.ID == id }))
}
