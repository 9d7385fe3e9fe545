package main

import (
	"fmt"
	"strings"

	"madbot/rules"
	"madbot/rules/review"
)

const tableHead = "game board result turns  Red: mistakes blunders care  Blue: mistakes blunders care  course\n"

// tableLine is what is printed of a game among others.
func tableLine(number int, g *rules.Game, r *review.Review) string {
	red, blue := r.Tally(rules.Red), r.Tally(rules.Blue)
	p := g.Position()
	return fmt.Sprintf("%4d %5v %6s %5d  %13d %8d %4s  %14d %8d %4s  %s\n", number, p.Board(), g.Outcome().Result(),
		g.Ply(), red.Mistakes, red.Blunders, careText(red), blue.Mistakes, blue.Blunders, careText(blue), storyText(g, r))
}

func careText(t review.Tally) string {
	if t.Care == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", t.Care)
}

// reviewText is what is printed of one game.
func reviewText(g *rules.Game, r *review.Review) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s\n\n", g.Outcome().Result(), storyText(g, r))
	fmt.Fprintf(&b, "%-5s turns mistakes blunders care\n", "")
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		t := r.Tally(side)
		fmt.Fprintf(&b, "%-5s %5d %8d %8d %4s\n", sideName(side), t.Turns, t.Mistakes, t.Blunders, careText(t))
	}
	if moments := r.Moments(rules.NoColor); len(moments) > 0 {
		b.WriteString("\n")
		for _, t := range moments {
			b.WriteString(momentText(g, t))
		}
	}
	b.WriteString("\nturn   played                 outlook of Red  loss  class      best\n")
	for _, t := range r.Turns {
		line := fmt.Sprintf("%-6s %-22v %14.2f  %4.2f  %-10s %s", turnNumber(g, t.Ply), t.Played, r.Outlooks[t.Ply+1],
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

// betterText is the best turn if another was played.
func betterText(t review.Turn) string {
	if t.Loss == 0 {
		return ""
	}
	return t.Best.String()
}

// momentText is a line on a turn worth another look.
func momentText(g *rules.Game, t review.Turn) string {
	text := fmt.Sprintf("%s %v: %v", turnNumber(g, t.Ply), t.Played, t.Class)
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

// storyText is the course of a game in one sentence.
func storyText(g *rules.Game, r *review.Review) string {
	s := r.Story()
	until := ""
	if s.Leader != rules.NoColor && s.From > 0 {
		until = fmt.Sprintf(" until turn %d", numberOf(g, s.From-1))
	}
	var parts []string
	switch s.Course {
	case review.Even:
		parts = append(parts, "even"+until)
	case review.OtherAhead:
		parts = append(parts, sideName(s.Leader.Other())+" ahead"+until)
	case review.Swaying:
		parts = append(parts, "to and fro"+until)
	}
	if s.Lead != rules.NoClass {
		parts = append(parts, fmt.Sprintf("%s ahead by about a %v from turn %d", sideName(s.Leader), s.Lead,
			numberOf(g, s.From)))
	}
	if s.Won != rules.NoColor {
		parts = append(parts, fmt.Sprintf("won by force for %s from turn %d", sideName(s.Won), numberOf(g, s.WonFrom)))
	}
	return strings.Join(parts, "; ")
}

func sideName(c rules.Color) string {
	if c == rules.Red {
		return "Red"
	}
	return "Blue"
}

// turnNumber is the number of the turn after ply others, as records have it: "7." of Red, "7..." of Blue.
func turnNumber(g *rules.Game, ply int) string {
	start := g.Start()
	if (start.Side() == rules.Red) == (ply%2 == 0) {
		return fmt.Sprintf("%d.", numberOf(g, ply))
	}
	return fmt.Sprintf("%d...", numberOf(g, ply))
}

// numberOf is that number alone.
func numberOf(g *rules.Game, ply int) int {
	start := g.Start()
	if start.Side() == rules.Blue {
		ply++
	}
	return ply/2 + 1
}
