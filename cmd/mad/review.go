package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"madbot/render"
	"madbot/rules"
	"madbot/rules/assess"
	"madbot/rules/record"
	"madbot/rules/review"
)

const reviewUsage = `[-nodes N] [-endings FILE] [-picture FILE.png] [-theme NAME] FILE

Judges the game in a file, a record written by the bot or a line as for mad replay: who was ahead and when, the mistakes
of each side, and the key moments. Each moment has how much it lowered the outlook, the expected result between good
players from 0 to 1; "seen at 3" says how many turns ahead one must look to see it. For a file of several games it
prints a line each. With - the games come from standard input. The result is the same on every run and machine:

  mad review game.txt -picture outlook.png
`

const maxReviewed = 64 << 20

func runReview(std stdio, args []string) error {
	fs := flag.NewFlagSet("review", flag.ContinueOnError)
	nodes := fs.Uint64("nodes", 0, "how many `positions` to search each time; 0: as the bot does")
	file := fs.String("endings", "", "a `file` made by mad endings build")
	picture := fs.String("picture", "", "a `file` for the picture of a single game; - writes only the picture, to standard output")
	theme := fs.String("theme", render.Cosmos.String(), "the theme of the picture: cosmos, paper or contrast")
	name, err := parseOneFile(std, fs, args, reviewUsage)
	if err != nil {
		return err
	}
	options := render.Options{}
	if options.Theme, err = render.ParseTheme(*theme); err != nil {
		return usagef("review: %v", err)
	}
	games, err := readGames(std, name)
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	if *picture != "" && len(games) != 1 {
		return usagef("review: -picture is of one game, and there are %d", len(games))
	}
	c := assess.Config{First: *nodes, Second: *nodes}
	if c.Endings, err = openEndings(*file); err != nil {
		return err
	}
	if len(games) > 1 {
		return reviewTable(std, games, c)
	}
	return reviewOne(std, &games[0], c, drawing{*picture, options})
}

// drawing is the wanted picture: its file, "-" for standard output, "" for none.
type drawing struct {
	file    string
	options render.Options
}

// parseOneFile parses the flags of a sub-command before and after its one argument, a file.
func parseOneFile(std stdio, fs *flag.FlagSet, args []string, usage string) (string, error) {
	if err := parseFlags(std, fs, args, usage); err != nil {
		return "", err
	}
	name := fs.Arg(0)
	if name == "" {
		return "", usagef("%s: a file is needed; see mad help %s", fs.Name(), fs.Name())
	}
	return name, parse(std, fs, fs.Args()[1:], usage)
}

// readGames reads the games in a file, "-" for standard input.
func readGames(std stdio, name string) ([]rules.Game, error) {
	in := std.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, maxReviewed+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxReviewed:
		return nil, fmt.Errorf("%s: more than %d MiB", name, maxReviewed>>20)
	}
	games, err := parseGames(string(bytes.TrimPrefix(text, []byte(byteOrderMark))))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(games) == 0:
		return nil, fmt.Errorf("%s: there is no game in it", name)
	}
	for i, g := range games {
		if g.Ply() == 0 {
			return nil, fmt.Errorf("%s: game %d: no turn was played", name, i+1)
		}
	}
	return games, nil
}

// parseGames parses records, or lines in the format of mad replay.
func parseGames(text string) (games []rules.Game, err error) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if strings.HasPrefix(first, "[") || !strings.Contains(first, ";") {
		records, err := record.ParseAll(text)
		for _, r := range records {
			games = append(games, r.Game)
		}
		return games, err
	}
	for number, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		g, err := parseReplay(line, rules.DefaultStallLimit)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
		games = append(games, g)
	}
	return games, nil
}

func reviewTable(std stdio, games []rules.Game, c assess.Config) error {
	err := printText(std.out, tableHead)
	for i := 0; i < len(games) && err == nil; i++ {
		var r review.Review
		if r, err = judge(&games[i], c); err == nil {
			err = printText(std.out, tableLine(i+1, &games[i], &r))
		}
	}
	return err
}

// reviewOne prints a game and draws it. If the picture goes to standard output, it prints nothing else.
func reviewOne(std stdio, g *rules.Game, c assess.Config, d drawing) error {
	r, err := judge(g, c)
	if err == nil && d.file != "-" {
		err = printText(std.out, reviewText(g, &r))
	}
	if err == nil && d.file != "" {
		err = drawFile(std, d.file, func(w io.Writer) error { return drawOutlook(w, g, &r, d.options) })
	}
	return err
}

func judge(g *rules.Game, c assess.Config) (r review.Review, err error) {
	found, err := assess.Game(context.Background(), g, c)
	if err == nil {
		r, err = assess.Judge(g, found)
	}
	if err != nil {
		err = fmt.Errorf("review: %w", err)
	}
	return r, err
}

func printText(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

func drawOutlook(w io.Writer, g *rules.Game, r *review.Review, o render.Options) error {
	draw, err := renderer()
	if err != nil {
		return err
	}
	return draw.Outlook(w, render.OutlookOf(g, r), o)
}

const tableHead = "game board result turns  Red: mistakes blunders accuracy  Blue: mistakes blunders accuracy  course\n"

func tableLine(number int, g *rules.Game, r *review.Review) string {
	red, blue := r.Tally(rules.Red), r.Tally(rules.Blue)
	p := g.Position()
	return fmt.Sprintf("%4d %5v %6s %5d  %13d %8d %8s  %14d %8d %8s  %s\n", number, p.Board(), g.Outcome().Result(),
		g.Ply(), red.Mistakes, red.Blunders, accuracyText(red), blue.Mistakes, blue.Blunders, accuracyText(blue),
		storyText(g, r))
}

func accuracyText(t review.Tally) string {
	if t.Accuracy == 0 {
		return "-"
	}
	return strconv.Itoa(t.Accuracy)
}

func reviewText(g *rules.Game, r *review.Review) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s\n\n", g.Outcome().Result(), storyText(g, r))
	fmt.Fprintf(&b, "%-5s turns mistakes blunders accuracy\n", "")
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		t := r.Tally(side)
		fmt.Fprintf(&b, "%-5s %5d %8d %8d %4s\n", sideName(side), t.Turns, t.Mistakes, t.Blunders, accuracyText(t))
	}
	if moments := r.Moments(rules.NoColor); len(moments) > 0 {
		b.WriteString("\n")
		for _, t := range moments {
			b.WriteString(momentText(g, t))
		}
	}
	b.WriteString("\nturn   played                 outlook of Red  loss  class      best\n")
	for _, t := range r.Turns {
		line := fmt.Sprintf("%-6s %-22v %14.2f  %4.2f  %-10s %s", g.Dotted(t.Ply), t.Played, r.Outlooks[t.Ply+1],
			t.Loss, wordUnlessSound(t.Class), betterText(t))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func wordUnlessSound(c review.Class) string {
	if c == review.Sound {
		return ""
	}
	return c.String()
}

func betterText(t review.Turn) string {
	if t.Loss == 0 {
		return ""
	}
	return t.Best.String()
}

// momentText returns a line on a turn worth another look.
func momentText(g *rules.Game, t review.Turn) string {
	text := fmt.Sprintf("%s %v: %v", g.Dotted(t.Ply), t.Played, t.Class)
	if t.Class == review.Find {
		text += ", the only good turn"
	} else {
		text += fmt.Sprintf(", %.2f lost; %v was best", t.Loss, t.Best)
	}
	if t.Missed > 0 {
		text += fmt.Sprintf(", a victory in %d", t.Missed)
	}
	if t.Seen > 0 {
		text += fmt.Sprintf(" (seen at %d)", t.Seen)
	}
	return text + "\n"
}

func storyText(g *rules.Game, r *review.Review) string {
	s := r.Story()
	until := ""
	if s.Leader != rules.NoColor && s.From > 0 {
		until = fmt.Sprintf(" until round %d", g.Number(s.Until))
	}
	var parts []string
	switch s.Course {
	case review.Even:
		parts = append(parts, "even"+until)
	case review.OneAhead:
		if s.Leader == rules.NoColor {
			until = ", but not in the end"
		}
		parts = append(parts, sideName(s.Ahead)+" ahead"+until)
	case review.Swaying:
		parts = append(parts, "to and fro"+until)
	}
	if s.Lead != rules.NoClass {
		parts = append(parts, fmt.Sprintf("%s ahead by about a %v from round %d", sideName(s.Leader), s.Lead,
			g.Number(s.From)))
	}
	if s.Won != rules.NoColor {
		parts = append(parts, fmt.Sprintf("won by force for %s from round %d", sideName(s.Won), g.Number(s.WonFrom)))
	}
	return strings.Join(parts, "; ")
}

func sideName(c rules.Color) string {
	if c == rules.Red {
		return "Red"
	}
	return "Blue"
}
