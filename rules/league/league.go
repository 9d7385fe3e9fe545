// Package league is a season of play in groups: who is in which group, who meets whom, the table, what places can
// still be reached, and who goes up. Pure: results in, places out. People are numbers, from 0 in the order of their
// group.
package league

import "slices"

// Few and Many are how few and how many people a group has; Usual is what is aimed at.
const (
	Few   = 3
	Usual = 5
	Many  = 6
)

// Divide returns the sizes of the groups of n people, best group first: as near to Usual as can be, none larger than
// Many, none smaller than Few, and no two that differ by more than one. It is nil for fewer than Few people.
func Divide(n int) []int {
	if n < Few {
		return nil
	}
	groups := max((n+Usual/2)/Usual, (n+Many-1)/Many)
	sizes := make([]int, groups)
	for i := range sizes {
		sizes[i] = n / groups
		if i < n%groups {
			sizes[i]++
		}
	}
	return sizes
}

// Pairing is a match of a group.
type Pairing struct{ Red, Blue int }

// Pairings returns each pair of n people once; how often one is Red differs by at most one between any two.
func Pairings(n int) []Pairing {
	var all []Pairing
	for step := 1; 2*step <= n; step++ {
		for red := range n {
			if 2*step == n && red >= step {
				break
			}
			all = append(all, Pairing{Red: red, Blue: (red + step) % n})
		}
	}
	return all
}

// Promote returns the order of next season's people: that of the groups' tables, best first, but that the best of each
// group changes places with the last of the group above.
func Promote(tables [][]string) []string {
	next := slices.Clone(tables)
	for i := 1; i < len(next); i++ {
		above, below := slices.Clone(next[i-1]), slices.Clone(next[i])
		above[len(above)-1], below[0] = below[0], above[len(above)-1]
		next[i-1], next[i] = above, below
	}
	return slices.Concat(next...)
}
