package dispatch

import (
	"context"

	"github.com/bwmarrin/discordgo"
)

// change makes the public message whose control was used what p has for it. Where that fails, it is posted, unless
// something else is.
func (r *response) change(ctx context.Context, p *payload) {
	if p.card == nil {
		return
	}
	sending, cancel := sendContext(ctx)
	defer cancel()
	var err error
	switch r.deferred {
	case deferredUpdate:
		err = r.out.EditResponse(sending, r.in, *p.card)
	default:
		if err = r.answer(sending, discordgo.InteractionResponseUpdateMessage, *p.card); err == nil {
			r.deferred = deferredUpdate
		}
	}
	if err == nil {
		return
	}
	r.log.Warn("card not changed", "err", err)
	if p.post == nil {
		p.post = p.card
	}
}
