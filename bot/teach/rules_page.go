package teach

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/render"
)

// RulePageID names a page in lower-case letters. Buttons contain it, so it never changes.
type RulePageID string

// RulePage is a page of /rules. Its texts have no places.
type RulePage struct {
	ID      RulePageID
	Title   i18n.Message // at most 100 characters in each language, because it is a menu item
	Text    i18n.Message // its last paragraph is about the diagram
	Diagram render.Diagram
	Alt     i18n.Message // the diagram in words
}

// RulePages returns all pages, in order.
func RulePages() []RulePage {
	return slices.Concat(fleetPages(), turnPages(), shiftPages(), positioningPages(), endPages(), notationPages(),
		storyPages())
}

// Parts returns the text of p in two parts: the rule, and the paragraph about the diagram.
func (p RulePage) Parts(t i18n.Printer) (rule, shown string) {
	said := t.Text(p.Text, nil)
	last := strings.LastIndex(said, "\n\n")
	return said[:last], strings.TrimSpace(said[last:])
}

// rulePageIndex returns the index of a page, or 0 if there is none with that id.
func rulePageIndex(id RulePageID) int {
	return max(0, slices.IndexFunc(RulePages(), func(p RulePage) bool { return p.ID == id }))
}
