//go:build !amd64

package network

func layer(rows *[inputsN]numbers, start *numbers, v *view, weights *numbers) int32 {
	return plainLayer(rows, start, v, weights)
}
