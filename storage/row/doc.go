// Package row is the columns that all stores share: a match, its delivery, an event, a player and a
// job, to and from values. Times are Unix milliseconds in UTC; the numbers of statuses, sides,
// reasons and events are those of the packages rules and match, which keep them stable.
package row
