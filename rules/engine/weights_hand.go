package engine

// tuned is a placeholder until tuned.
var tuned = handmade()

func handmade() (w weights) {
	material := [8]int{0, 85, 95, 115, 115, 135, 150, 240}
	material = [8]int{0, 90, 95, 130, 110, 150, 170, 260}
	for b := range w {
		r := &w[b]
		for s := 0; s < shipsN; s++ {
			for i := 0; i < foldsN; i++ {
				adv := 0
				if s > 0 {
					adv = 3 * (i / 3)
				}
				r[atPlace+s*foldsN+i] = makeWeight(material[s]+adv, material[s]*3/2+adv)
			}
			r[atExile+3*s+1] = makeWeight(35, 35)
			r[atExile+3*s+2] = makeWeight(15, 15)
			for d := 0; d < 9; d++ {
				v := 0
				if s > 0 {
					v = 6 * (5 - d)
				}
				r[atHunt+9*s+d] = makeWeight(v, v)
			}
			for m := 0; m < mobileN; m++ {
				r[atMobile+mobileN*s+m] = makeWeight(3*m, 4*m)
			}
			v := material[s]
			r[atThreat+4*s+0] = makeWeight(-v/8, -v/8)
			r[atThreat+4*s+1] = makeWeight(-v/10, -v/10)
			r[atThreat+4*s+2] = makeWeight(-v*2/3, -v*2/3)
			r[atThreat+4*s+3] = makeWeight(-v/4, -v/4)
		}
		for i := 0; i < 5; i++ {
			r[atEscape+i] = makeWeight(12*i, 15*i)
		}
		for i := 0; i < 6; i++ {
			r[atRing+i] = makeWeight(-14*i, -18*i)
		}
		r[atTempo] = makeWeight(20, 20)
	}
	return w
}
