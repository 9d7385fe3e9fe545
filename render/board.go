package render

import "madbot/rules"

// drawBoard draws p on c.
func (t *atlas) drawBoard(c *canvas, p *rules.Position, o Options) error {
	c.copyFrom(t.ground)
	t.markLast(c, o)
	t.putFleets(c, p)
	return nil
}
