// Package text holds what people read: turns in words, challenges, boards, results, hints and
// refusals, in the language of an i18n.Printer.
//
// It returns texts and sends nothing. Buttons and menus are the bot's, and so are the messages
// that only one command uses. Texts are in Discord's Markdown: names of commands stand as `/name`,
// and people and channels as mentions.
package text
