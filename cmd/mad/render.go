package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	"madbot/render"
	"madbot/rules"
)

const showUsage = `POSITION

Draws the board as text, with Red at the bottom. A ship is the letter of its side and its three
digits; ships in exile are next to their owner's home row. The position can be in quotes or not, or
after -position:

  mad show 6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -
`

func runShow(std stdio, args []string) error {
	fs := flag.NewFlagSet("show", flag.ContinueOnError)
	p, err := parseOnPosition(std, fs, args, showUsage)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, p.Diagram())
	return err
}

const renderUsage = `POSITION -o FILE.png [-theme NAME] [-view red|blue] [-width PIXELS]

Draws the board as a PNG picture. With -o - the picture goes to standard output. The position can
be in quotes or not, or after -position:

  mad render 6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 - -o board.png
`

func runRender(std stdio, args []string) error {
	fs := flag.NewFlagSet("render", flag.ContinueOnError)
	file := fs.String("o", "", "the `file` to write")
	theme := fs.String("theme", render.Cosmos.String(), "cosmos, paper or contrast")
	view := fs.String("view", render.RedView.String(), "the side at the bottom, red or blue")
	width := fs.Int("width", 0, "the width in `pixels`; 0 for the default of the board")
	p, err := parseOnPosition(std, fs, args, renderUsage)
	if err != nil {
		return err
	}
	if *file == "" {
		return usagef("render: -o is needed; see mad help render")
	}
	if *width != 0 && (*width < render.MinWidth || *width > render.MaxWidth) {
		return usagef("render: -width %d is not from %d to %d", *width, render.MinWidth, render.MaxWidth)
	}
	o := render.Options{Width: *width, Limit: rules.DefaultStallLimit}
	if o.Theme, err = render.ParseTheme(*theme); err != nil {
		return usagef("render: %v", err)
	}
	if o.View, err = render.ParseView(*view); err != nil {
		return usagef("render: %v", err)
	}
	o.Outcome = p.Outcome(o.Limit)
	return writePicture(std, *file, p, o)
}

// renderer returns the only Renderer of the process.
var renderer = sync.OnceValues(render.New)

// writePicture draws p and writes it to a file, or to standard output for "-". It writes nothing if drawing fails.
func writePicture(std stdio, file string, p rules.Position, o render.Options) error {
	r, err := renderer()
	if err != nil {
		return err
	}
	return drawFile(std, file, func(w io.Writer) error { return r.Board(w, p, o) })
}

// drawFile writes the output of draw to a file, or to standard output for "-", unless draw fails.
func drawFile(std stdio, file string, draw func(io.Writer) error) error {
	var picture bytes.Buffer
	if err := draw(&picture); err != nil {
		return err
	}
	if file == "-" {
		_, err := std.out.Write(picture.Bytes())
		return err
	}
	if err := os.WriteFile(file, picture.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}
