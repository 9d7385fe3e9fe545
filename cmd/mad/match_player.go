package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
)

// player thinks in a match.
type player interface {
	begin() error // of a game
	turn(ctx context.Context, g *rules.Game) (rules.Turn, error)
	close()
}

// thinking is how a player of either kind thinks.
type thinking struct {
	limits engine.Limits
	time   time.Duration
}

// newPlayer reads a PLAYER of the help.
func newPlayer(spec string, endings func() *engine.Endings) (player, error) {
	var how thinking
	var o engine.Options
	command := ""
	for word := range strings.SplitSeq(spec, ",") {
		name, value, _ := strings.Cut(word, "=")
		var err error
		switch name {
		case "level":
			how.limits.Level, err = strconv.Atoi(value)
		case "depth":
			how.limits.Depth, err = strconv.Atoi(value)
		case "nodes":
			how.limits.Nodes, err = strconv.ParseUint(value, 10, 64)
		case "time":
			how.time, err = time.ParseDuration(value)
		case "hash":
			o.Hash, err = strconv.Atoi(value)
		case "weights":
			var text []byte
			text, err = os.ReadFile(value)
			o.Weights = string(text)
		case "endings":
			o.Endings, err = openEndings(value)
		case "cmd":
			command = value
		default:
			return nil, usagef("match: unknown word %q in player %q", word, spec)
		}
		if err != nil {
			return nil, fmt.Errorf("match: player %q: %w", spec, err)
		}
	}
	if command != "" {
		return newProgram(command, how)
	}
	if o.Endings == nil {
		o.Endings = endings()
	}
	e, err := engine.New(o)
	if err != nil {
		return nil, fmt.Errorf("match: player %q: %w", spec, err)
	}
	return &inside{engine: e, thinking: how}, nil
}

// inside is a player of this program.
type inside struct {
	thinking
	engine *engine.Engine
}

func (p *inside) begin() error {
	p.engine.Forget()
	return nil
}

func (p *inside) turn(ctx context.Context, g *rules.Game) (rules.Turn, error) {
	if p.time > 0 {
		timed, cancel := context.WithTimeout(ctx, p.time)
		defer cancel()
		ctx = timed
	}
	r, err := p.engine.Search(ctx, g, p.limits)
	if err != nil {
		return rules.NoTurn, err
	}
	return r.Lines[0].Turn, nil
}

func (p *inside) close() {}

// program is a player that speaks the engine protocol.
type program struct {
	thinking
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func newProgram(command string, how thinking) (*program, error) {
	p := &program{thinking: how, cmd: exec.Command(command, "engine")}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	p.in, p.out = in, bufio.NewScanner(out)
	fmt.Fprintf(in, "setoption name Level value %d\n", how.limits.Level)
	return p, nil
}

// await reads to the line that begins with the word and returns its rest.
func (p *program) await(word string) (string, error) {
	for p.out.Scan() {
		if rest, ok := strings.CutPrefix(p.out.Text(), word); ok {
			return strings.TrimSpace(rest), nil
		}
	}
	return "", fmt.Errorf("%s ended without %s", p.cmd.Path, word)
}

func (p *program) begin() error {
	fmt.Fprintln(p.in, "ucinewgame\nisready")
	_, err := p.await("readyok")
	return err
}

func (p *program) turn(_ context.Context, g *rules.Game) (rules.Turn, error) {
	fmt.Fprintf(p.in, "setoption name StallLimit value %d\nposition %v", g.Limit(), g.Start())
	for i, t := range g.Turns() {
		if i == 0 {
			fmt.Fprint(p.in, " moves")
		}
		fmt.Fprintf(p.in, " %v", t)
	}
	order := "\ngo"
	if p.time > 0 {
		order += fmt.Sprintf(" movetime %d", p.time.Milliseconds())
	}
	if p.limits.Depth > 0 {
		order += fmt.Sprintf(" depth %d", p.limits.Depth)
	}
	if p.limits.Nodes > 0 {
		order += fmt.Sprintf(" nodes %d", p.limits.Nodes)
	}
	fmt.Fprintln(p.in, order)
	text, err := p.await("bestmove")
	if err != nil {
		return rules.NoTurn, err
	}
	position := g.Position()
	return position.ParseTurn(text)
}

func (p *program) close() {
	fmt.Fprintln(p.in, "quit")
	_ = p.in.Close()
	_ = p.cmd.Wait()
}
