package render

import (
	"madbot/render/raster"
	"madbot/rules"
)

// drawBoard draws p on c: the ground, the marks that lie beneath the ships, the ships, and the
// marks above them.
func (t *atlas) drawBoard(c *raster.Canvas, p *rules.Position, o Options) error {
	c.CopyFrom(t.ground)
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
	danger := threatened(p, o)
	t.markDanger(c, p, danger)
	t.putFleets(c, p)
	if marked && len(last.shift) > 0 {
		t.markShift(c, last, arrow.drawHeads)
		t.putPlates(c, p)
	}
	if o.Outcome.Over() {
		return nil
	}
	t.markTargets(c, p, o.Marks)
	t.warn(c, p, danger)
	return t.markHints(c, p, o.Marks.Hints)
}
