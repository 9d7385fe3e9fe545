package render

import (
	"image"
	"math"
)

type vec struct{ x, y float64 }

func (v vec) add(w vec) vec           { return vec{v.x + w.x, v.y + w.y} }
func (v vec) sub(w vec) vec           { return vec{v.x - w.x, v.y - w.y} }
func (v vec) times(k float64) vec     { return vec{v.x * k, v.y * k} }
func (v vec) length() float64         { return math.Hypot(v.x, v.y) }
func (v vec) left() vec               { return vec{v.y, -v.x} }
func (v vec) to(w vec, k float64) vec { return v.add(w.sub(v).times(k)) }

// unit returns v with length 1, or the zero vec unchanged.
func (v vec) unit() vec {
	if n := v.length(); n > 0 {
		return v.times(1 / n)
	}
	return vec{}
}

type box struct{ x, y, w, h float64 }

func (b box) center() vec { return vec{b.x + b.w/2, b.y + b.h/2} }

// about returns the box of w by h centred on v.
func about(v vec, w, h float64) box { return box{v.x - w/2, v.y - h/2, w, h} }

func (b box) meets(o box) bool {
	return b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h
}

// inset returns b made smaller by d at each edge.
func (b box) inset(d float64) box { return box{b.x + d, b.y + d, b.w - 2*d, b.h - 2*d} }

func (b box) round() box {
	x, y := math.Round(b.x), math.Round(b.y)
	return box{x, y, math.Round(b.x+b.w) - x, math.Round(b.y+b.h) - y}
}

func (b box) bounds() image.Rectangle {
	return image.Rect(int(math.Floor(b.x)), int(math.Floor(b.y)),
		int(math.Ceil(b.x+b.w)), int(math.Ceil(b.y+b.h)))
}

type path []vec

// curve returns a path from a to b that bends to the left by the fraction bend of its length.
func curve(a, b vec, bend float64) path {
	const parts = 16
	middle := a.to(b, 0.5).add(b.sub(a).left().times(bend))
	w := make(path, 0, parts+1)
	for i := range parts + 1 {
		k := float64(i) / parts
		w = append(w, a.to(middle, k).to(middle.to(b, k), k))
	}
	return w
}

// bezier returns the path from a to d that leaves a towards b and reaches d from c.
func bezier(a, b, c, d vec) path {
	const parts = 16
	w := make(path, 0, parts+1)
	for i := range parts + 1 {
		k := float64(i) / parts
		ab, bc, cd := a.to(b, k), b.to(c, k), c.to(d, k)
		w = append(w, ab.to(bc, k).to(bc.to(cd, k), k))
	}
	return w
}

func (w path) length() float64 {
	var sum float64
	for i := 1; i < len(w); i++ {
		sum += w[i].sub(w[i-1]).length()
	}
	return sum
}

// at returns the point at distance d along w, or its first or last point beyond the ends.
func (w path) at(d float64) vec {
	for i := 1; i < len(w); i++ {
		n := w[i].sub(w[i-1]).length()
		if d <= n && n > 0 {
			return w[i-1].to(w[i], max(d, 0)/n)
		}
		d -= n
	}
	return w[len(w)-1]
}

func (w path) passes(v vec, near float64) bool {
	for d := 0.0; d <= w.length(); d += near / 2 {
		if w.at(d).sub(v).length() < near {
			return true
		}
	}
	return false
}

// cut returns the part of w between two distances along it.
func (w path) cut(from, to float64) path {
	out := path{w.at(from)}
	var d float64
	for i := 1; i < len(w); i++ {
		d += w[i].sub(w[i-1]).length()
		if d > from && d < to {
			out = append(out, w[i])
		}
	}
	return append(out, w.at(to))
}

// offset returns w moved to its left by d.
func (w path) offset(d float64) path {
	out := make(path, len(w))
	for i, v := range w {
		from, to := max(i-1, 0), min(i+1, len(w)-1)
		side, on := v.sub(w[from]).unit().left(), w[to].sub(v).unit().left()
		if side != on {
			side = side.add(on) // an end has one side, a corner two
		}
		out[i] = v.add(side.times(d))
	}
	return out
}

// bounds returns the pixels within d of w.
func (w path) bounds(d float64) image.Rectangle {
	lo, hi := w[0], w[0]
	for _, v := range w {
		lo = vec{min(lo.x, v.x), min(lo.y, v.y)}
		hi = vec{max(hi.x, v.x), max(hi.y, v.y)}
	}
	return box{lo.x - d, lo.y - d, hi.x - lo.x + 2*d, hi.y - lo.y + 2*d}.bounds()
}
