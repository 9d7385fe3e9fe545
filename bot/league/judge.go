package league

import (
	"context"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Outlook is the engine's evaluation of an open match, for the side to move.
type Outlook struct {
	Worth play.Worth // 0.5 if nothing is known
	Proof play.Proof
}

// clear is the minimum outlook with which a side that is ahead gets a victory.
const clear play.Worth = 0.75

// RecordJudgement gives a match that is open at the end of its season a result by its outlook for the side to move in
// seen. The match itself continues.
func RecordJudgement(ctx context.Context, tx play.Tx, seen *play.Match, o Outlook) error {
	pair, err := tx.PairOf(ctx, seen.ID)
	if err != nil || pair.Judged || pair.League.Result != league.Open {
		return err
	}
	m, err := tx.Match(ctx, seen.ID)
	if err != nil || m.Moment() != seen.Moment() {
		return err // it is looked at again
	}
	if pair.League.Result = season.ResultOf(m.Game.Outcome()); m.Status == match.Playing {
		pair.League.Result, pair.Judged = judge(m.Game.Position(), o), true
	}
	return season.Save(ctx, tx, pair)
}

// judge returns the result of a match in position p: what is proven, otherwise a victory of a side that is clearly
// ahead, otherwise a semi-victory of the side that is not to move. So nobody gains by waiting for the end.
func judge(p rules.Position, o Outlook) league.Result {
	mover := p.Side()
	switch {
	case o.Proof == play.SemiWinProven:
		return semi(mover)
	case o.Proof == play.SemiLossProven:
		return semi(mover.Other())
	case o.Proof == play.WinProven, o.Proof != play.LossProven && o.Worth >= clear:
		return victory(mover)
	case o.Proof == play.LossProven, o.Worth <= 1-clear:
		return victory(mover.Other())
	}
	return semi(mover.Other())
}

func victory(winner rules.Color) league.Result {
	return [...]league.Result{rules.Red: league.RedVictory, rules.Blue: league.BlueVictory}[winner]
}

func semi(winner rules.Color) league.Result {
	return [...]league.Result{rules.Red: league.RedSemi, rules.Blue: league.BlueSemi}[winner]
}
