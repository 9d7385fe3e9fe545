package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// adminCommands returns the orders that a takes, in the order of the help.
func adminCommands(a *App) []command {
	return []command{
		{"counts", "print how many people, matches and jobs there are", a.adminCounts},
		{"matches", "list open matches: who plays, and where", a.adminMatches},
		{"end", "end the game MATCH, an id from matches, so that it does not count", a.adminEnd},
		{"block", "refuse everything from a \"person\" or \"server\" with an ID", a.adminBlock},
		{"unblock", "end a block", a.adminUnblock},
		{"blocked", "list who is blocked, and why", a.adminBlocked},
		{"announce", "show TEXT on boards and above answers; an empty one removes it", a.adminAnnounce},
	}
}

func orderFlags(name string) *flag.FlagSet {
	return flag.NewFlagSet("admin "+name, flag.ContinueOnError)
}

// countPeople counts the players and the matches, for which there is no metric.
const countPeople = "SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM matches)"

// adminCounts prints how many people, matches and jobs there are.
func (a *App) adminCounts(ctx context.Context, args []string, std stdio) error {
	if err := parse(orderFlags("counts"), args, std); err != nil {
		return err
	}
	all, err := counts(a.db, time.Now)(ctx)
	if err != nil {
		return err
	}
	var people, matches int
	err = a.db.Snapshot(ctx, func(c sqlstore.Conn) error {
		return c.QueryRowContext(ctx, countPeople).Scan(&people, &matches)
	})
	if err != nil {
		return err
	}
	table := newTable(std.out)
	fmt.Fprintf(table, "people\t%d\nmatches\t%d\n", people, matches)
	for _, status := range slices.Sorted(maps.Keys(all.Matches)) {
		fmt.Fprintf(table, "  %s\t%d\n", status, all.Matches[status])
	}
	for _, j := range all.Jobs {
		if j.Due > 0 {
			fmt.Fprintf(table, "jobs due: %s\t%d\n", j.Kind, j.Due)
		}
	}
	return table.Flush()
}

func newTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// selectOpen selects open matches, optionally those of one person or server.
const selectOpen = `SELECT id, status, challenger, opponent, guild, channel, changed FROM matches
	JOIN deliveries ON match = id WHERE status IN (1, 2) AND (?1 = '' OR ?1 IN (challenger, opponent))
	AND (?2 = '' OR guild = ?2) ORDER BY changed DESC`

func (a *App) adminMatches(ctx context.Context, args []string, std stdio) error {
	fs := orderFlags("matches")
	person := fs.String("person", "", "only those of the person with this `ID`")
	server := fs.String("server", "", "only those in the server with this `ID`")
	most := fs.Uint("most", 100, "list at most this `many`, those that changed last")
	if err := parse(fs, args, std); err != nil {
		return err
	}
	table := newTable(std.out)
	fmt.Fprintln(table, "match\tstatus\tchallenger\topponent\tserver\tchannel\tchanged")
	err := a.db.Snapshot(ctx, func(c sqlstore.Conn) error {
		left := *most
		for line, err := range sqlstore.Rows(ctx, c, selectOpen, scanOpen, *person, *server) {
			if err != nil || left == 0 {
				return err
			}
			left--
			fmt.Fprintln(table, line)
		}
		return nil
	})
	return errors.Join(err, table.Flush())
}

func scanOpen(from sqlstore.Scanner) (string, error) {
	var status match.Status
	var words [5]string
	var changed int64
	err := from.Scan(&words[0], &status, &words[1], &words[2], &words[3], &words[4], &changed)
	for i, word := range words {
		if word == "" {
			words[i] = "-"
		}
	}
	at := time.UnixMilli(changed).UTC().Format(time.DateTime)
	return fmt.Sprintf("%s\t%v\t%s", words[0], status, strings.Join(append(words[1:], at), "\t")), err
}

// adminEnd ends a match and prints which.
func (a *App) adminEnd(ctx context.Context, args []string, std stdio) error {
	fs := orderFlags("end")
	if err := parse(fs, args, std, "MATCH"); err != nil {
		return err
	}
	id, err := match.ParseID(strings.ToLower(fs.Arg(0)))
	if err != nil {
		return usagef("admin end: %v", err)
	}
	m, err := a.stop(ctx, id)
	switch {
	case errors.Is(err, play.ErrNotFound):
		return fmt.Errorf("admin end: there is no match %s", id)
	case errors.Is(err, match.ErrFinished):
		return fmt.Errorf("admin end: %s is over since %s", id, m.Ended.Format(time.DateTime))
	case errors.Is(err, match.ErrNotPlaying):
		return fmt.Errorf("admin end: %s is a challenge, %v", id, m.Status)
	case err != nil:
		return err
	}
	fmt.Fprintf(std.out, "%s is over, for nothing: %s and %s had played %s; both are told\n", id, m.Challenger,
		m.Opponent, counted(m.Game.Ply(), "turn"))
	return nil
}

// counted returns a number with its noun, in the plural where needed.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

func (a *App) adminBlock(ctx context.Context, args []string, std stdio) error {
	fs := orderFlags("block")
	why := fs.String("why", "", "the `reason`, shown by blocked")
	return a.change(ctx, fs, args, std, func(o *play.Orders, kind, id string) {
		if kind == "person" {
			o.People = with(o.People, match.PlayerID(id), *why)
		} else {
			o.Servers = with(o.Servers, id, *why)
		}
	})
}

// with returns m with one more value.
func with[K comparable](all map[K]string, key K, value string) map[K]string {
	if all == nil {
		all = map[K]string{}
	}
	all[key] = value
	return all
}

func (a *App) adminUnblock(ctx context.Context, args []string, std stdio) error {
	return a.change(ctx, orderFlags("unblock"), args, std, func(o *play.Orders, kind, id string) {
		if kind == "person" {
			delete(o.People, match.PlayerID(id))
		} else {
			delete(o.Servers, id)
		}
	})
}

var isID = regexp.MustCompile(`^\d{1,20}$`).MatchString

// change parses the flags of an order about a person or server and changes the standing orders.
func (a *App) change(ctx context.Context, fs *flag.FlagSet, args []string, std stdio,
	how func(o *play.Orders, kind, id string)) error {
	if err := parse(fs, args, std, "person|server", "ID"); err != nil {
		return err
	}
	kind, id := fs.Arg(0), fs.Arg(1)
	switch {
	case kind != "person" && kind != "server":
		return usagef("%s: %q is neither \"person\" nor \"server\"", fs.Name(), kind)
	case !isID(id):
		return usagef("%s: %q is not an id of Discord, such as 80351110224678912", fs.Name(), id)
	}
	defer a.worker.Wake()
	return a.desk.Order(ctx, func(o *play.Orders) { how(o, kind, id) })
}

func (a *App) adminBlocked(ctx context.Context, args []string, std stdio) error {
	if err := parse(orderFlags("blocked"), args, std); err != nil {
		return err
	}
	if err := a.desk.Read(ctx); err != nil {
		return err
	}
	o, table := a.desk.Current(), newTable(std.out)
	for _, id := range slices.Sorted(maps.Keys(o.People)) {
		fmt.Fprintf(table, "person\t%s\t%s\n", id, o.People[id])
	}
	for _, id := range slices.Sorted(maps.Keys(o.Servers)) {
		fmt.Fprintf(table, "server\t%s\t%s\n", id, o.Servers[id])
	}
	return table.Flush()
}

// maxNotice is the maximum length of an announcement in characters, so that it fits above a board.
const maxNotice = 300

func (a *App) adminAnnounce(ctx context.Context, args []string, std stdio) error {
	fs := orderFlags("announce")
	last := fs.Duration("for", 0, "for how `long`, such as 90m; 0: until the next one")
	if err := parse(fs, args, std, "TEXT"); err != nil {
		return err
	}
	notice := strings.Join(strings.Fields(fs.Arg(0)), " ")
	switch n := utf8.RuneCountInString(notice); {
	case n > maxNotice:
		return usagef("admin announce: %d characters are more than %d", n, maxNotice)
	case *last < 0:
		return usagef("admin announce: %v is over before it begins", *last)
	}
	defer a.worker.Wake()
	return a.desk.Announce(ctx, notice, *last)
}
