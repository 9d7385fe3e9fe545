package i18ntest

import "madbot/bot/i18n"

// English returns a printer of the English messages.
func English() i18n.Printer {
	catalog, err := i18n.Embedded()
	if err != nil {
		panic(err)
	}
	return catalog.Printer("en")
}
