package turns

import (
	"strings"
	"unicode"

	"madbot/bot/i18n"
	"madbot/rules"
)

// The first suggestion under `/move`, in private, in a list; at most 100 characters. Match is a label, as in
// “against Bob, 5x5”; Typed is what was typed.
var (
	msgYourTurn = i18n.Message{ID: "suggest.yours",
		Other: "Your turn {{.Match}}, as {{.Side}}: type it, or pick one below"}
	msgYourTurns = i18n.Message{ID: "suggest.several",
		One:   "Your turn in {{.N}} game: type it, or pick one below",
		Other: "Your turn in {{.N}} games: type it, or pick one below"}
	msgWillAsk = i18n.Message{ID: "suggest.which",
		Other: "{{.Typed}} · send it, and I'll ask in which game"}
	msgNotLegal = i18n.Message{ID: "suggest.illegal",
		Other: "{{.Typed}} · not a legal turn; send it to read why"}
	msgNotYet = i18n.Message{ID: "suggest.unfinished",
		Other: "{{.Typed}} · not a turn yet; type on, or pick one below"}
	msgNoTurn = i18n.Message{ID: "suggest.unread",
		Other: "{{.Typed}} · not a turn; send it to read how to write one"}
)

// maxName is how long the name of a suggestion is at most, in characters: Discord shows no more.
const maxName = 100

// Board is a match in which somebody is to move.
type Board struct {
	Position rules.Position
	Tag      string // what Tags calls the match
}

// Suggestion is an item of the list for somebody who types a turn. Its name is at most 100 characters
// long, and no two in a list are equal.
type Suggestion struct {
	Name  string
	Turn  rules.Turn // NoTurn: what is typed, as it is
	Board int        // on which of the boards Turn is
}

// Suggest returns at most n suggestions for what is typed by somebody who is to move on boards, of which
// there must be one: legal turns, the best fit first. Above them stands what is typed, unless it is a
// legal turn on the only board: clients send the first suggestion when Enter is pressed twice, and
// that must never be a turn that nobody typed. An illegal turn suggests what its ship can do instead.
// A turn that loses at once (rules 2.5) comes up only when it is typed in full or there is no other.
func Suggest(t i18n.Printer, boards []Board, typed string, n int) []Suggestion {
	s := suggester{t, boards, make([]found, len(boards)), Typed(typed)}
	for i, b := range boards {
		s.finds[i] = find(t, b.Position, s.typed)
	}
	var list []Suggestion
	if len(boards) > 1 || s.finds[0].exact == rules.NoTurn {
		list = append(list, Suggestion{})
	}
	list = append(list, s.turns(n-len(list))...)
	for i, one := range list {
		if one.Turn == rules.NoTurn {
			list[i].Name = s.itself(len(list) > 1)
		} else {
			list[i].Name = s.name(one)
		}
	}
	return list
}

// suggester is what was found on boards for what is typed.
type suggester struct {
	t      i18n.Printer
	boards []Board
	finds  []found // by board
	typed  string
}

// Typed returns the text of a turn as it is shown: on one line, without what cannot be seen.
func Typed(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
}

// turns returns at most n of the turns that were found: first those that are typed in full, then those
// that fit, from each board in turn; if there are none, those that may have been meant.
func (s suggester) turns(n int) []Suggestion {
	var list []Suggestion
	take := func(of func(found) []rules.Turn) {
		for rank := 0; rank < rules.MaxTurns && len(list) < n; rank++ {
			for i, f := range s.finds {
				if turns := of(f); rank < len(turns) && len(list) < n {
					list = append(list, Suggestion{Turn: turns[rank], Board: i})
				}
			}
		}
	}
	take(func(f found) []rules.Turn {
		if f.exact == rules.NoTurn {
			return nil
		}
		return []rules.Turn{f.exact}
	})
	take(func(f found) []rules.Turn { return f.fit })
	if len(list) == 0 {
		take(func(f found) []rules.Turn { return f.near })
	}
	return list
}

// itself names the suggestion that stands for what is typed; more says that turns follow.
func (s suggester) itself(more bool) string {
	form, args := msgNoTurn, i18n.Args{"Typed": Cut(s.typed, maxQuoted)}
	legal, illegal := false, false
	for _, f := range s.finds {
		legal = legal || f.exact != rules.NoTurn
		illegal = illegal || f.illegal
	}
	switch first := s.boards[0]; {
	case s.typed == "" && len(s.boards) > 1:
		form, args["N"] = msgYourTurns, len(s.boards)
	case s.typed == "":
		form, args["Match"], args["Side"] = msgYourTurn, first.Tag, Side(s.t, first.Position.Side())
	case legal:
		form = msgWillAsk
	case illegal:
		form = msgNotLegal
	case more:
		form = msgNotYet
	}
	return Cut(s.t.Text(form, args), maxName)
}

// name names a turn: "211-c4 · 211 sails from c2", or where there are several boards "211-c4 (against
// Bob) · 211 sails from c2".
func (s suggester) name(one Suggestion) string {
	b, name := s.boards[one.Board], one.Turn.String()
	if len(s.boards) > 1 {
		name += tagOpens + b.Tag + tagCloses
	}
	return Cut(name+wordsFollow+Words(s.t, b.Position, one.Turn), maxName)
}

// What stands between the parts of a suggestion's name.
const (
	tagOpens    = " ("
	tagCloses   = ")"
	wordsFollow = " · "
)

// ReadSuggestion returns the turn of a suggestion's name, which some clients send in place of its
// value, and what may name its match, for HasTag; "" when nothing does. Any other text it returns as it
// is.
func ReadSuggestion(name string) (turn, about string) {
	head, _, named := strings.Cut(name, wordsFollow)
	if !named {
		return name, ""
	}
	if turn, about, tagged := strings.Cut(name, tagOpens); tagged && len(turn) < len(head) {
		return turn, about
	}
	return head, ""
}

// HasTag reports whether about, which ReadSuggestion returned, begins with the tag of a match.
func HasTag(about, tag string) bool {
	return strings.HasPrefix(Folded(about), Folded(tag)+tagCloses)
}
