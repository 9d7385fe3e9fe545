package i18n

import (
	"maps"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// groupFrom is the smallest number whose digits are grouped.
const groupFrom = 1000

// localNumbers returns args with its large whole numbers formatted for the language tag: 1234 is “1,234” in
// English, “1.234” in German, and has a narrow space in French. Without large numbers it returns args itself.
func localNumbers(tag language.Tag, args Args) Args {
	formatted := Args{}
	for name, value := range args {
		if n, ok := value.(int); ok && n >= groupFrom {
			formatted[name] = groupDigits(tag, n)
		}
	}
	if len(formatted) == 0 {
		return args
	}
	all := maps.Clone(args)
	maps.Copy(all, formatted)
	return all
}

// groupDigits formats n with grouped digits. French uses narrow spaces, but the library's Unicode data is older
// than that rule.
func groupDigits(tag language.Tag, n int) string {
	formatted := message.NewPrinter(tag).Sprint(number.Decimal(n))
	if base, _ := tag.Base(); base.String() == "fr" {
		return strings.ReplaceAll(formatted, "\u00a0", "\u202f")
	}
	return formatted
}
