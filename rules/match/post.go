package match

// Post is the message that shows a match in a channel.
type Post struct {
	Match   ID
	Channel string
	Message string // empty: no message
}
