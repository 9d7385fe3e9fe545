package i18n

import (
	"maps"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// grouped is from where on whole numbers have their digits in groups.
const grouped = 1000

// localNumbers returns args with the large whole numbers among them as the language of tag writes them: 1234 is
// “1,234” in English, “1.234” in German, and has a narrow space in French. It returns args when there are none.
func localNumbers(tag language.Tag, args Args) Args {
	said := Args{}
	for name, value := range args {
		if n, ok := value.(int); ok && n >= grouped {
			said[name] = digits(tag, n)
		}
	}
	if len(said) == 0 {
		return args
	}
	all := maps.Clone(args)
	maps.Copy(all, said)
	return all
}

// digits writes n in groups. French has narrow spaces between them since a later version of Unicode's data than that
// of the library.
func digits(tag language.Tag, n int) string {
	said := message.NewPrinter(tag).Sprint(number.Decimal(n))
	if base, _ := tag.Base(); base.String() == "fr" {
		return strings.ReplaceAll(said, "\u00a0", "\u202f")
	}
	return said
}
