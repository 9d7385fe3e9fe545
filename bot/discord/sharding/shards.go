package sharding

import (
	"fmt"
	"strconv"
	"strings"

	"madbot/bot/discord/gateway"
)

// Shards says which shards a process may have. The zero value is all of them, shared with the other
// processes, as many as Discord recommends.
type Shards struct {
	First, Last int // of those that it has, by their ids
	Count       int // of all shards; 0: as Discord recommends, and First and Last do not count
}

// ParseShards reads "auto", the zero value, a range of shards such as "0-3/16", or one such as "0/1". It returns
// false for anything else.
func ParseShards(text string) (Shards, bool) {
	if text == "auto" {
		return Shards{}, true
	}
	ids, all, _ := strings.Cut(text, "/")
	first, last, many := strings.Cut(ids, "-")
	if !many {
		last = first
	}
	var s Shards
	for at, part := range map[*int]string{&s.First: first, &s.Last: last, &s.Count: all} {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return Shards{}, false
		}
		*at = int(n)
	}
	if s.First > s.Last || s.Last >= s.Count {
		return Shards{}, false
	}
	return s, true
}

// isAuto reports whether the shards are shared.
func (s Shards) isAuto() bool { return s.Count == 0 }

// leaseOf names the lease of a shard.
func leaseOf(s gateway.Shard) string { return fmt.Sprintf("%s%d/%d", shardName, s.ID, s.Count) }

// shardOf reads the name of a lease of a shard; false when it is none.
func shardOf(name string) (s gateway.Shard, ok bool) {
	n, err := fmt.Sscanf(name, shardName+"%d/%d", &s.ID, &s.Count)
	return s, n == 2 && err == nil
}
