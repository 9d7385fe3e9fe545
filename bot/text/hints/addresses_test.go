package hints

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/rules"
	"madbot/rules/explain"
)

// TestAddresses: what is shown to readers about the other side's turns does not say "you", in any language.
func TestAddresses(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	you := regexp.MustCompile(`(?i)(^|[^\pL])(you|yours?|du|dich|dir|deine?[mnrs]?|tu|toi|te|ton|ta|tes)([^\pL]|$)`)
	for kind := explain.OnlyTurn; kind < explain.NumKinds; kind++ {
		said := false
		for count := range 3 {
			r := explain.Reason{Kind: kind, Ship: rules.Ship121, Other: rules.Ship211, Count: count, Was: 3}
			for _, l := range catalog.Languages() {
				said = said || you.MatchString(reasonText(catalog.Printer(l.Code), rules.Blue, r))
			}
		}
		if !Addresses(explain.Reason{Kind: kind}) {
			assert.False(t, said, kind)
		}
	}
	assert.False(t, Addresses(explain.Reason{Kind: explain.Threatens}))
	assert.True(t, Addresses(explain.Reason{Kind: explain.Frees}))
}
