package network

// layer is plainLayer in the SSE2 instructions, which all processors of this kind have.
//
//go:noescape
func layer(rows *[inputsN]numbers, start *numbers, v *view, weights *numbers) int32
