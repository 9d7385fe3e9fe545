package wire

import (
	"bytes"
	"net"
	"net/http"
	"strings"
)

// Host is the address under which this request reached the server. A bot whose transport only
// rewrites the address still names discord.com; then it is the socket's own.
func Host(r *http.Request) string {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if name := strings.ToLower(r.Host); ok &&
		(name == "discord.com" || strings.HasSuffix(name, ".discord.com") ||
			strings.HasSuffix(name, ".discord.gg")) {
		return local.String()
	}
	return r.Host
}

// Absolute puts the server's address, such as "http://host", before the paths of files in JSON that
// goes to the bot.
func Absolute(data []byte, base string) []byte {
	for _, key := range []string{`"url":"`, `"proxy_url":"`} {
		data = bytes.ReplaceAll(data, []byte(key+"/cdn/"), []byte(key+base+"/cdn/"))
	}
	return data
}
