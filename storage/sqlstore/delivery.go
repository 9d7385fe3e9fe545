package sqlstore

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/rules/match"
)

const deliveryColumns = `guild, channel, locale, away, forum, closed, post_channel, post_message,
	told, sending, edits, serial, thread, shares`

const selectDelivery = "SELECT " + deliveryColumns + " FROM deliveries WHERE match = ?1"

var saveDelivery = upsert("deliveries", "match", "match, "+deliveryColumns)

func deliveryFields(d *play.Delivery) []any {
	return []any{&d.Venue.Guild, &d.Venue.Channel, &d.Venue.Locale, &d.Venue.Away, &d.Venue.Forum,
		&d.Closed, &d.Post.Channel, &d.Post.Message, &d.Told, &d.Sending, &d.Edits, &d.Serial, &d.Thread, document{&d.Shares}}
}

// Delivery implements play.Matches.
func (t Tx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	d, err := One(ctx, t.on(matchName(id)), selectDelivery, func(from Scanner) (d play.Delivery, err error) {
		err = from.Scan(deliveryFields(&d)...)
		return d, err
	}, id)
	if err != nil {
		return play.Delivery{}, fmt.Errorf("load delivery of match %s: %w", id, found(err))
	}
	return d, nil
}

// SaveDelivery implements play.Matches.
func (t Tx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	err := t.leavePlace(ctx, id, func(was place) bool {
		return was.guild != d.Venue.Guild || was.channel != d.Venue.Channel
	}, channelName(d.Venue.Channel))
	if err != nil {
		return err
	}
	return exec(ctx, t.on(matchName(id)), append([]any{id}, deliveryFields(&d)...), saveDelivery)
}
