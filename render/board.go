package render

import "madbot/rules"

// drawBoard draws p on c: the ground, the marks that lie beneath the ships, the ships, and the
// marks above them.
func (t *atlas) drawBoard(c *canvas, p *rules.Position, o Options) error {
	c.copyFrom(t.ground)
	if err := t.drawSigns(c, p, o); err != nil {
		return err
	}
	last, marked := t.lastJourney(o)
	if marked {
		t.markLast(c, last)
	}
	if o.Outcome.Over() {
		t.markEnd(c, p, o.Outcome)
	}
	t.putFleets(c, p)
	if marked {
		t.markShift(c, last, arrow.drawHeads)
	}
	if o.Outcome.Over() {
		return nil
	}
	t.markDanger(c, p)
	t.markTargets(c, p, o.Marks.Targets)
	return t.markHints(c, p, o.Marks.Hints)
}
