// Package shardingtest has what tests with processes of a bot need.
package shardingtest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

// Alone is a sharding.Leases in memory, for processes that are all in one test. It is safe for concurrent use.
type Alone struct {
	mu     sync.Mutex
	leases map[string]held // by name
}

// held is a lease, or what its last holder left.
type held struct {
	owner string // "": nobody
	until time.Time
	kept  string // by the last holder, or the one before this one
}

// New returns an Alone in which all is free.
func New() *Alone { return &Alone{leases: map[string]held{}} }

// Lease implements sharding.Leases.
func (a *Alone) Lease(ctx context.Context, name, owner string, now, until time.Time) (string, bool, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.leases[name]
	if l.owner != "" && l.owner != owner && l.until.After(now) {
		return "", false, ctx.Err()
	}
	if ctx.Err() != nil {
		return "", false, ctx.Err()
	}
	if l.owner != "" && l.owner != owner {
		l.kept = ""
	}
	a.leases[name] = held{owner, until, l.kept}
	return l.kept, true, nil
}

// Release implements sharding.Leases.
func (a *Alone) Release(ctx context.Context, name, owner, kept string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case ctx.Err() != nil || a.leases[name].owner != owner:
	case kept == "":
		delete(a.leases, name)
	default:
		a.leases[name] = held{kept: kept}
	}
	return ctx.Err()
}

// Leased implements sharding.Leases.
func (a *Alone) Leased(ctx context.Context, prefix string, now time.Time) ([]string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var names []string
	for name, l := range a.leases {
		if strings.HasPrefix(name, prefix) && l.owner != "" && l.until.After(now) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, ctx.Err()
}
