// Package league organizes a season of play in groups: group sizes, pairings, the table, the places that can still be
// reached, and promotion. It is pure: it takes results and returns places. People are numbers from 0, in the order of
// their group.
package league

import "slices"

// The minimum, maximum and preferred size of a group.
const (
	MinGroup   = 3
	UsualGroup = 5
	MaxGroup   = 6
)

// Divide returns the sizes of the groups for n people, best group first. They are as close to UsualGroup as possible,
// from MinGroup to MaxGroup, and differ by at most one. It returns nil for fewer than MinGroup people.
func Divide(n int) []int {
	if n < MinGroup {
		return nil
	}
	groups := max((n+UsualGroup/2)/UsualGroup, (n+MaxGroup-1)/MaxGroup)
	sizes := make([]int, groups)
	for i := range sizes {
		sizes[i] = n / groups
		if i < n%groups {
			sizes[i]++
		}
	}
	return sizes
}

// Pairing is a match to play in a group.
type Pairing struct{ Red, Blue int }

// Pairings returns each pair of n people once. The numbers of times that people play Red differ by at most one.
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

// Separate reorders people, who are divided into groups of the given sizes, so that fewer clashing pairs share a group.
// It only exchanges people of different groups, as close to each other as possible.
func Separate[P any](people []P, sizes []int, clash func(a, b P) bool) {
	var groups []int // of each place
	for i, size := range sizes {
		groups = append(groups, slices.Repeat([]int{i}, size)...)
	}
	clashes := func(who P, group, without int) (n int) {
		for i, other := range people {
			if groups[i] == group && i != without && clash(who, other) {
				n++
			}
		}
		return n
	}
	for distance := 1; distance < len(people); distance++ {
		for a := 0; a+distance < len(people); a++ {
			b := a + distance
			if groups[a] == groups[b] {
				continue
			}
			now := clashes(people[a], groups[a], a) + clashes(people[b], groups[b], b)
			if now > clashes(people[a], groups[b], b)+clashes(people[b], groups[a], a) {
				people[a], people[b] = people[b], people[a]
				distance, a = 1, -1
			}
		}
	}
}

// Promote returns next season's order of people: the groups' tables from best to last, except that the first of each
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
