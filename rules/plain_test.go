package rules_test

import (
	"fmt"
	"slices"
	"strings"
)

// A second implementation of the rules, for comparison: a grid, texts, and the rules sentence by sentence. It shares
// nothing with the package, not even types.

// plainPiece is a ship, or a free square if its kind is "".
type plainPiece struct {
	side byte // 'r' or 'b'
	kind string
}

func (p plainPiece) sails() byte   { return p.kind[0] }
func (p plainPiece) cannons() byte { return p.kind[1] }
func (p plainPiece) shields() byte { return p.kind[2] }

// plainPlace is a square, counted from 0.
type plainPlace struct{ row, column int }

func (p plainPlace) String() string { return fmt.Sprintf("%c%d", 'a'+p.column, p.row+1) }

// plainKinds are the eight ships in the order of the notation (rules 6.1).
var plainKinds = []string{"111", "112", "121", "122", "211", "212", "221", "222"}

// plainGame is a position and its limit.
type plainGame struct {
	rows, columns int
	grid          [6][5]plainPiece
	side          byte
	positioning   string // the sides whose positioning turn is still to come
	quiet         int
	last          byte // 'r', 'b' or '-'
	limit         int  // 0 means none
}

// plainStart returns the start position (rules 1.4).
func plainStart(size string, positioning bool, limit int) plainGame {
	g := plainGame{side: 'r', last: '-', limit: limit}
	rows := map[string][]string{
		"6x4": {"221 111 222 212", "121 122 211 112"},
		"5x5": {"221 111 211 222 212", "121 --- 122 --- 112"},
	}[size]
	fmt.Sscanf(size, "%dx%d", &g.rows, &g.columns)
	for i, row := range rows {
		for column, kind := range strings.Fields(row) {
			if kind != "---" {
				g.grid[i][column] = plainPiece{'r', kind}
				g.grid[g.rows-1-i][column] = plainPiece{'b', kind}
			}
		}
	}
	if positioning {
		g.positioning = "rb"
	}
	return g
}

func (g *plainGame) size() string { return fmt.Sprintf("%dx%d", g.rows, g.columns) }

func (g *plainGame) inside(p plainPlace) bool {
	return p.row >= 0 && p.row < g.rows && p.column >= 0 && p.column < g.columns
}

func (g *plainGame) at(p plainPlace) plainPiece { return g.grid[p.row][p.column] }

// find returns where a ship is, and false if it is in exile.
func (g *plainGame) find(side byte, kind string) (plainPlace, bool) {
	for row := range g.rows {
		for column := range g.columns {
			if g.grid[row][column] == (plainPiece{side, kind}) {
				return plainPlace{row, column}, true
			}
		}
	}
	return plainPlace{}, false
}

func (g *plainGame) enemy() byte {
	if g.side == 'r' {
		return 'b'
	}
	return 'r'
}

// winner returns who has won by rules 5.1: 'r', 'b', or '-' while both corvettes are on the board.
func (g *plainGame) winner() byte {
	if _, ok := g.find('r', "111"); !ok {
		return 'b'
	}
	if _, ok := g.find('b', "111"); !ok {
		return 'r'
	}
	return '-'
}

// result returns the result by rules 5.1, 5.2, 5.4 and 6.5.
func (g *plainGame) result() string {
	switch {
	case g.winner() == 'r':
		return "1-0"
	case g.winner() == 'b':
		return "0-1"
	case g.limit == 0 || g.quiet < g.limit:
		return "*"
	case g.last == 'r':
		return "½-0"
	}
	return "0-½"
}

// notation returns the text of the position (rules 6.1).
func (g *plainGame) notation() string {
	fleet := func(side byte) string {
		text := ""
		for _, kind := range plainKinds {
			if place, ok := g.find(side, kind); ok {
				text += place.String()
			} else {
				text += "--"
			}
		}
		return text
	}
	positioning := g.positioning
	if positioning == "" {
		positioning = "-"
	}
	return fmt.Sprintf("%s %s %s %c %s %d %c",
		g.size(), fleet('r'), fleet('b'), g.side, positioning, g.quiet, g.last)
}

// turns returns the canonical texts of all legal turns, sorted (rules 2 to 4).
func (g *plainGame) turns() []string {
	if g.winner() != '-' {
		return nil
	}
	var list []string
	for _, s := range plainShifts() {
		if g.shiftLegal(s) {
			list = append(list, s)
		}
	}
	if strings.IndexByte(g.positioning, g.side) >= 0 {
		list = append(list, "pass")
	} else {
		for _, kind := range plainKinds {
			list = append(list, g.movements(kind)...)
		}
	}
	slices.Sort(list)
	return list
}

// plainShifts returns the texts of all swaps and rotations (rules 2.4, 2.6).
func plainShifts() []string {
	var list []string
	for i, a := range plainKinds {
		for _, b := range plainKinds[i+1:] {
			if a[0]+b[0] == '1'+'2' && a[1]+b[1] == '1'+'2' && a[2]+b[2] == '1'+'2' {
				list = append(list, a+"="+b)
			}
		}
	}
	for _, twos := range []int{1, 2} { // the frigates have one digit 2, the destroyers two
		var group []string
		for _, kind := range plainKinds {
			if strings.Count(kind, "2") == twos {
				group = append(group, kind)
			}
		}
		list = append(list, group[0]+">"+group[1]+">"+group[2], group[0]+">"+group[2]+">"+group[1])
	}
	return list
}

// shiftLegal reports whether at most one ship of the swap or rotation is in exile.
func (g *plainGame) shiftLegal(text string) bool {
	exiled := 0
	for _, kind := range strings.FieldsFunc(text, func(r rune) bool { return r == '=' || r == '>' }) {
		if _, ok := g.find(g.side, kind); !ok {
			exiled++
		}
	}
	return exiled <= 1
}

// movements returns the movements of a ship, with and without bonus (rules 2.2, 3).
func (g *plainGame) movements(kind string) []string {
	from, ok := g.find(g.side, kind)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	ship := g.at(from)
	for _, one := range g.neighbours(from) {
		if g.mayArrive(ship, one) {
			seen[g.movementText(kind, one)] = true
			for _, bonus := range g.bonuses(kind, one) {
				seen[bonus] = true
			}
		}
		if ship.sails() < '2' || g.at(one).kind != "" {
			continue
		}
		for _, two := range g.neighbours(one) {
			if two != from && g.mayArrive(ship, two) {
				seen[g.movementText(kind, two)] = true
			}
		}
	}
	var list []string
	for text := range seen {
		list = append(list, text)
	}
	return list
}

func (g *plainGame) neighbours(p plainPlace) []plainPlace {
	var list []plainPlace
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if q := (plainPlace{p.row + d[0], p.column + d[1]}); g.inside(q) {
			list = append(list, q)
		}
	}
	return list
}

func (g *plainGame) mayArrive(ship plainPiece, p plainPlace) bool {
	there := g.at(p)
	return there.kind == "" || there.side != ship.side && there.shields() <= ship.cannons()
}

func (g *plainGame) movementText(kind string, to plainPlace) string {
	if g.at(to).kind != "" {
		return kind + "x" + to.String()
	}
	return kind + "-" + to.String()
}

// bonuses returns the turns that add a bonus to a given movement of one square.
func (g *plainGame) bonuses(kind string, to plainPlace) []string {
	lastRow := g.rows - 1
	if g.side == 'b' {
		lastRow = 0
	}
	if to.row != lastRow || g.at(to).kind == "111" {
		return nil
	}
	movement := g.movementText(kind, to)
	after := *g
	after.apply(movement)
	var list []string
	for _, s := range plainShifts() {
		if strings.Contains(s, kind) && after.shiftLegal(s) {
			list = append(list, movement+"+"+s)
		}
	}
	return list
}

// play plays a legal turn (rules 2 to 5.2).
func (g *plainGame) play(text string) {
	expelled := false
	for _, part := range strings.Split(text, "+") {
		if g.apply(part) {
			expelled = true
		}
	}
	g.quiet++
	if expelled {
		g.quiet = 0
		g.last = g.side
	}
	g.positioning = strings.ReplaceAll(g.positioning, string(g.side), "")
	g.side = g.enemy()
}

// apply plays a movement, swap or rotation and reports whether it expels a ship.
func (g *plainGame) apply(part string) bool {
	switch {
	case part == "pass":
		return false
	case strings.Contains(part, "="):
		g.cycle(strings.Split(part, "="))
		return false
	case strings.Contains(part, ">"):
		g.cycle(strings.Split(part, ">"))
		return false
	}
	from, _ := g.find(g.side, part[:3])
	to := plainPlace{row: int(part[5] - '1'), column: int(part[4] - 'a')}
	expels := g.at(to).kind != ""
	g.grid[to.row][to.column] = g.at(from)
	g.grid[from.row][from.column] = plainPiece{}
	return expels
}

// cycle moves each ship to the place of the next, which may be exile.
func (g *plainGame) cycle(kinds []string) {
	before := *g
	for i, kind := range kinds {
		if place, ok := before.find(g.side, kinds[(i+1)%len(kinds)]); ok {
			g.grid[place.row][place.column] = plainPiece{g.side, kind}
		}
	}
}
