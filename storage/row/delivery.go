package row

import "madbot/bot/play"

// DeliveryColumns are the columns of how a match is shown.
const DeliveryColumns = `guild, channel, locale, away, closed, post_channel, post_message,
	told, sending, serial, thread`

// DeliveryValues returns what d has in DeliveryColumns.
func DeliveryValues(d play.Delivery) []any {
	return []any{d.Venue.Guild, d.Venue.Channel, d.Venue.Locale, d.Venue.Away, d.Closed,
		d.Post.Channel, d.Post.Message, d.Told, d.Sending, d.Serial, d.Thread}
}

// ScanDelivery reads a row of DeliveryColumns.
func ScanDelivery(from Scanner) (d play.Delivery, err error) {
	err = from.Scan(deliveryFields(&d)...)
	return d, err
}

// deliveryFields returns where DeliveryColumns are read to.
func deliveryFields(d *play.Delivery) []any {
	return []any{&d.Venue.Guild, &d.Venue.Channel, &d.Venue.Locale, &d.Venue.Away, &d.Closed,
		&d.Post.Channel, &d.Post.Message, &d.Told, &d.Sending, &d.Serial, &d.Thread}
}
