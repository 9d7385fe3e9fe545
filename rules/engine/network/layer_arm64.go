package network

// layer is plainLayer, with the sums in the NEON instructions, which all processors of this kind have.
func layer(rows *[inputsN]numbers, sums *numbers, v *view, weights *numbers) int32 {
	var all numbers
	wideSums(rows, sums, &all, v)
	return all.weighed(weights)
}

// wideSums updates the sums for the ships of a view, and writes all those with the other inputs.
//
//go:noescape
func wideSums(rows *[inputsN]numbers, sums, all *numbers, v *view)
