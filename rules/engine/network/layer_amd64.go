package network

import "golang.org/x/sys/cpu"

// layer is plainLayer, using AVX2 instructions if the processor has them.
func layer(rows *[inputsN]numbers, sums *numbers, v *view, weights *numbers) int32 {
	if cpu.X86.HasAVX2 {
		return wideLayer(rows, sums, v, weights)
	}
	return plainLayer(rows, sums, v, weights)
}

//go:noescape
func wideLayer(rows *[inputsN]numbers, sums *numbers, v *view, weights *numbers) int32
