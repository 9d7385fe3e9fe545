package zones

import (
	"regexp"
	"strings"

	"madbot/bot/play/notice"
)

// offset matches an offset from UTC as people write it: “GMT+2”, “utc -03:30”, “+5.30”.
var offset = regexp.MustCompile(`^(?:utc|gmt|z)? ?([-+−–]) ?(\d{1,2})(?:[:.h]?([0-5]\d))?h?$`)

// atOffset returns the name of the zone with a typed offset from UTC, or "" if there is none. It returns false if typed
// is no offset.
func atOffset(typed string) (name string, ok bool) {
	found := offset.FindStringSubmatch(strings.ToLower(strings.Join(strings.Fields(typed), " ")))
	if found == nil {
		return "", false
	}
	sign, hours, minutes := found[1], strings.TrimLeft(found[2], "0"), found[3]
	if sign != "+" {
		sign = "-"
	}
	switch {
	case hours == "" && strings.Trim(minutes, "0") == "":
		return "UTC", true
	case hours == "":
		hours = "0"
	}
	name = "UTC" + sign + hours
	if strings.Trim(minutes, "0") != "" {
		name += ":" + minutes
	}
	if _, err := notice.Zone(name); err != nil {
		return "", true
	}
	return name, true
}
