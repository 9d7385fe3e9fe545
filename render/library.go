package render

import (
	"sync"

	"madbot/rules"
)

// libraryLimit is how many atlases are kept; each takes about 3 MB at the usual width. Both boards
// and views in one theme, at the widths of board, strip and replay, are twelve.
const libraryLimit = 12

// atlasKey is what an atlas depends on.
type atlasKey struct {
	theme Theme
	board rules.Board
	view  View
	width int
}

// shelf is a place for one atlas, which the first to ask for it draws.
type shelf struct {
	once  sync.Once
	atlas *atlas
	err   error
	used  uint64
}

// library keeps the atlases used last. It is safe for concurrent use.
type library struct {
	mu      sync.Mutex
	shelves map[atlasKey]*shelf
	clock   uint64
}

// get returns the atlas of k, drawn by make when it is not there.
func (l *library) get(k atlasKey, draw func(atlasKey) (*atlas, error)) (*atlas, error) {
	s := l.shelf(k)
	s.once.Do(func() { s.atlas, s.err = draw(k) })
	return s.atlas, s.err
}

// shelf returns the place of k, throwing out the one not used for longest to make room.
func (l *library) shelf(k atlasKey) *shelf {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clock++
	s, ok := l.shelves[k]
	if !ok {
		if len(l.shelves) >= libraryLimit {
			l.drop()
		}
		s = &shelf{}
		l.shelves[k] = s
	}
	s.used = l.clock
	return s
}

// drop throws out the place not used for longest.
func (l *library) drop() {
	var oldest atlasKey
	least := l.clock + 1
	for k, s := range l.shelves {
		if s.used < least {
			oldest, least = k, s.used
		}
	}
	delete(l.shelves, oldest)
}
