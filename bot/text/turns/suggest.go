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

// maxName is the maximum length of a suggestion's name, in characters, a limit of Discord.
const maxName = 100

// Board is a match in which the person is to move.
type Board struct {
	Position rules.Position
	Tag      string // the match's label from Tags
}

// Suggestion is an item of the list for a person who types a turn. Its name has at most 100 characters, and differs
// from all others in the list.
type Suggestion struct {
	Name  string
	Turn  rules.Turn // NoTurn: the typed text, unchanged
	Board int        // index of the board that Turn is for
}

// Suggest returns at most n suggestions for typed text; the person must be to move on at least one board. They are
// legal turns, the best match first. The typed text itself comes before them, unless it is a legal turn on the only
// board: clients send the first suggestion if Enter is pressed twice, and that must never be a turn that the person did
// not type. For an illegal turn the suggestions are what its ship can do instead. A turn that loses at once (rules 2.5)
// is suggested only if it is typed in full or is the only one.
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
			list[i].Name = s.typedName(len(list) > 1)
		} else {
			list[i].Name = s.name(one)
		}
	}
	return list
}

type suggester struct {
	t      i18n.Printer
	boards []Board
	finds  []found // by board
	typed  string
}

// Typed returns the displayed form of a typed turn: on one line, without invisible characters.
func Typed(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
}

// turns returns at most n found turns: first turns that are typed in full, then turns that match, from each board in
// turn. If there are none, it returns turns that may have been meant.
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

// typedName returns the name of the suggestion for the typed text. Set more if turns follow it.
func (s suggester) typedName(more bool) string {
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

// name returns the name of a turn: "211-c4 · 211 sails from c2", or "211-c4 (against Bob) · 211 sails from c2" if there
// are several boards.
func (s suggester) name(one Suggestion) string {
	b, name := s.boards[one.Board], one.Turn.String()
	if len(s.boards) > 1 {
		name += tagOpens + b.Tag + tagCloses
	}
	return Cut(name+wordsFollow+Words(s.t, b.Position, one.Turn), maxName)
}

// Separators between the parts of a suggestion's name.
const (
	tagOpens    = " ("
	tagCloses   = ")"
	wordsFollow = " · "
)

// ReadSuggestion parses a suggestion's name, which some clients send instead of its value. It returns the turn, and the
// text after it, to pass to HasTag, or "". It returns other text unchanged.
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

// HasTag reports whether about, a result of ReadSuggestion, begins with the tag of a match.
func HasTag(about, tag string) bool {
	return strings.HasPrefix(Folded(about), Folded(tag)+tagCloses)
}
