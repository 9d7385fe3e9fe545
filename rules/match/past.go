package match

import "slices"

// Past is what a match remembers beside the turns that stand. The zero value is that of a match without turns. It is
// stored as one JSON value.
type Past struct {
	Hinted []string `json:"hinted,omitempty"` // the positions whose hints count (rules 6.1), for the side to move
}

// clone returns a copy that shares nothing with p.
func (p Past) clone() Past {
	p.Hinted = slices.Clone(p.Hinted)
	return p
}
