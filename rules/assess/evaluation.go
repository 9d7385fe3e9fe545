package assess

import (
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/review"
)

// Evaluation is the stored result of searching a position. It holds raw scores, so a new mapping to outlooks needs no
// new search.
type Evaluation struct {
	Best        rules.Turn
	Second      rules.Turn // NoTurn if there is no other
	Score       engine.Score
	SecondScore engine.Score
	Proven      bool
	Turns       int  // turns of the side to move until the proven end; 0 if there is none
	Seen        int  // as in review.Evaluation
	Easy        bool // as in review.Evaluation
	// Fault is what was wrong with the turn played, if it lost something.
	Fault explain.Fault `json:",omitzero"`
}

func evaluation(lines []engine.Line) Evaluation {
	best := lines[0]
	e := Evaluation{Best: best.Turn, Score: best.Score, Proven: best.Proven, Turns: best.Turns}
	if len(lines) > 1 {
		e.Second, e.SecondScore = lines[1].Turn, lines[1].Score
	}
	return e
}

// Judge reviews g based on its evaluations. The error is from review.Judge.
func Judge(g *rules.Game, all []Evaluation) (review.Review, error) {
	var found []review.Evaluation
	for _, e := range all {
		found = append(found, review.Evaluation{Best: e.Best, Second: e.Second, Outlook: e.Score.Worth(),
			SecondOutlook: e.SecondScore.Worth(), Proof: e.proof(), Turns: e.Turns, Seen: e.Seen, Easy: e.Easy,
			Fault: e.Fault})
	}
	return review.Judge(g, found)
}

func (e *Evaluation) proof() review.Proof { return Proof(e.Score, e.Proven) }

// Proof returns what a score proves. An end that is only likely proves nothing.
func Proof(s engine.Score, proven bool) review.Proof {
	if !proven {
		return review.Unproven
	}
	if _, decided := s.Victory(); decided {
		if s > 0 {
			return review.Victory
		}
		return review.Defeat
	}
	switch s.Semi() {
	case 1:
		return review.SemiVictory
	case -1:
		return review.SemiDefeat
	}
	return review.Unproven
}
