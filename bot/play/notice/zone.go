package notice

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// fixed matches the name of a zone with a fixed offset from UTC.
var fixed = regexp.MustCompile(`^UTC([+-])(\d{1,2})(?::([0-5]\d))?$`)

// Zone returns the time zone with a name from the tz database, such as Europe/Paris, or with a fixed offset, such as
// UTC+5:30.
func Zone(name string) (*time.Location, error) {
	found := fixed.FindStringSubmatch(name)
	if found == nil {
		return time.LoadLocation(name)
	}
	hours, _ := strconv.Atoi(found[2])
	minutes, _ := strconv.Atoi(found[3]) // 0 if there are none
	offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if found[1] == "-" {
		offset = -offset
	}
	if offset < -12*time.Hour || offset > 14*time.Hour {
		return nil, fmt.Errorf("time zone %s: nowhere", name)
	}
	return time.FixedZone(name, int(offset/time.Second)), nil
}
