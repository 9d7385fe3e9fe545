package sandbox

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"
)

// limits writes rate limit headers such as Discord's. The sandbox itself never runs out: that is
// what Fault is for.
func (s *Server) limits(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if h.Get("X-RateLimit-Limit") != "" {
		return
	}
	name := fnv.New64a()
	fmt.Fprint(name, r.Pattern, r.PathValue("channel"), r.PathValue("guild"), r.PathValue("token"))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", name.Sum64()))
	h.Set("X-RateLimit-Limit", "5")
	h.Set("X-RateLimit-Remaining", "4")
	h.Set("X-RateLimit-Reset-After", "1.000")
	reset := float64(s.now().Add(time.Second).UnixMilli()) / 1000
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(reset, 'f', 3, 64))
}

// editLimit is the rule for messages older than an hour: three edits in six seconds a channel
// (error 30046). Discord does not publish the figures; these are what others measured. mu must be
// held.
func (s *Server) editLimit(p *post) *apiError {
	now := s.now()
	if now.Sub(p.Timestamp) <= time.Hour {
		return nil
	}
	edits := s.oldEdits[p.ChannelID]
	for len(edits) > 0 && now.Sub(edits[0]) > 6*time.Second {
		edits = edits[1:]
	}
	if len(edits) >= 3 {
		s.oldEdits[p.ChannelID] = edits
		return errOldEdits()
	}
	s.oldEdits[p.ChannelID] = append(edits, now)
	return nil
}
