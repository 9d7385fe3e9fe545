package wire

import (
	"bytes"
	"net"
	"net/http"
	"strings"
)

// Host returns the address at which the request reached the server. A bot that only redirects its connections still
// sends Host discord.com; then it is the address of the socket.
func Host(r *http.Request) string {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if name := strings.ToLower(r.Host); ok &&
		(name == "discord.com" || strings.HasSuffix(name, ".discord.com") ||
			strings.HasSuffix(name, ".discord.gg")) {
		return local.String()
	}
	return r.Host
}

// Absolute prefixes the paths of files in JSON for the bot with the server's address, such as "http://host".
func Absolute(data []byte, base string) []byte {
	for _, key := range []string{`"url":"`, `"proxy_url":"`} {
		data = bytes.ReplaceAll(data, []byte(key+"/cdn/"), []byte(key+base+"/cdn/"))
	}
	return data
}
