package render

import (
	"sync"

	"madbot/rules"
)

// cacheLimit is how many sets of sprites are kept; each takes about 3 MB at the usual width. Both
// boards and views in one theme, at the widths of board, strip and replay, are twelve.
const cacheLimit = 12

// cacheKey is what sprites depend on.
type cacheKey struct {
	theme Theme
	board rules.Board
	view  View
	width int
}

// cacheEntry is a place for sprites, which the first to ask for them draws.
type cacheEntry struct {
	once    sync.Once
	sprites *sprites
	err     error
	lastUse uint64
}

// cache keeps the sprites used last. It is safe for concurrent use.
type cache struct {
	mu      sync.Mutex
	entries map[cacheKey]*cacheEntry
	uses    uint64
}

// get returns the sprites of k, drawn by draw when they are not there.
func (c *cache) get(k cacheKey, draw func(cacheKey) (*sprites, error)) (*sprites, error) {
	e := c.entry(k)
	e.once.Do(func() { e.sprites, e.err = draw(k) })
	return e.sprites, e.err
}

// entry returns the place of k and, when there is none, makes room for it.
func (c *cache) entry(k cacheKey) *cacheEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.uses++
	e, ok := c.entries[k]
	if !ok {
		if len(c.entries) >= cacheLimit {
			c.evict()
		}
		e = &cacheEntry{}
		c.entries[k] = e
	}
	e.lastUse = c.uses
	return e
}

// evict drops the entry not used for longest.
func (c *cache) evict() {
	var oldest cacheKey
	least := c.uses + 1
	for k, e := range c.entries {
		if e.lastUse < least {
			oldest, least = k, e.lastUse
		}
	}
	delete(c.entries, oldest)
}
