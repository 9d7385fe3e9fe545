package gate

import (
	"context"
	"errors"

	"madbot/rules"
	"madbot/rules/match"
)

// Question is the only input of the engine. The zero value holds no game.
type Question struct{ match match.Match }

// Game returns the game to search. It belongs to the Question.
func (q *Question) Game() *rules.Game { return &q.match.Game }

// Match returns the match in which the robot is to play. Only a Question from AskRobot has more than a game.
func (q *Question) Match() *match.Match { return &q.match }

// about returns a Question about a copy of game.
func about(game *rules.Game) Question { return Question{match.Match{Game: game.Clone()}} }

// errNobody is returned by the zero Gate.
var errNobody = errors.New("gate of nobody")

// Ask returns a Question about the position of game, or the error of Check.
func (g Gate) Ask(game *rules.Game) (Question, error) {
	if g.who == "" {
		return Question{}, errNobody
	}
	if err := g.Check(game.Position()); err != nil {
		return Question{}, err
	}
	return about(game), nil
}

// AskHint returns a Question about a hint in m, or the error of CheckHint.
func (g Gate) AskHint(m *match.Match) (Question, error) {
	if g.who == "" {
		return Question{}, errNobody
	}
	if err := g.CheckHint(m); err != nil {
		return Question{}, err
	}
	return about(&m.Game), nil
}

// AskRobot returns a Question about the robot's move in m, or the error of CheckRobot.
func AskRobot(ctx context.Context, all Matches, m *match.Match) (Question, error) {
	if err := CheckRobot(ctx, all, m, m.Game.Position()); err != nil {
		return Question{}, err
	}
	return Question{m.Clone()}, nil
}

// AskVerdict returns a Question about how m, which ends now, would have continued. It needs no Gate: nobody sees the
// answer, which only decides how m counts.
func AskVerdict(m *match.Match) Question { return about(&m.Game) }
