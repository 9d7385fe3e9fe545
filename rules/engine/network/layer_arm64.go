package network

// layer is plainLayer, using NEON instructions for the sums; all arm64 processors have them.
func layer(rows *[inputsN]numbers, sums *numbers, v *view, weights *numbers) int32 {
	var all numbers
	wideSums(rows, sums, &all, v)
	return all.weighed(weights)
}

// wideSums updates the sums for the ships of a view, and writes to all the sums with the other inputs added.
//
//go:noescape
func wideSums(rows *[inputsN]numbers, sums, all *numbers, v *view)
