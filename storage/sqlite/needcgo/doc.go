// Package needcgo fails to compile without cgo, and says what to install. SQLite's driver would compile without, and
// fail at run time.
package needcgo
