package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"madbot/rules"
)

// externalPlayer is another program that speaks the engine protocol.
type externalPlayer struct {
	thinking
	cmd  *exec.Cmd
	in   io.WriteCloser
	pipe io.Closer // out reads from it
	out  *bufio.Scanner
}

const (
	patience = time.Minute     // how long an answer without a time limit may take
	slack    = 5 * time.Second // how much longer than its limit a turn may take
)

func newExternalPlayer(s spec) (*externalPlayer, error) {
	p := &externalPlayer{thinking: s.thinking, cmd: exec.Command(s.command, "engine")}
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
	p.in, p.pipe, p.out = in, out, bufio.NewScanner(out)
	p.configure(s)
	return p, nil
}

// configure sends the options. Options that were not given keep the program's defaults.
func (p *externalPlayer) configure(s spec) {
	fmt.Fprintf(p.in, "setoption name Level value %d\n", s.limits.Level)
	if s.options.Threads > 0 {
		fmt.Fprintf(p.in, "setoption name Threads value %d\n", s.options.Threads)
	}
	if s.options.Hash > 0 {
		fmt.Fprintf(p.in, "setoption name Hash value %d\n", s.options.Hash)
	}
}

func (t thinking) most() time.Duration {
	if t.time > 0 {
		return t.time + slack
	}
	return patience
}

// ask sends lines and waits for the line that begins with a word. It kills the program if ctx ends or the answer takes
// longer than most.
func (p *externalPlayer) ask(ctx context.Context, most time.Duration, lines, word string) (string, error) {
	timed, cancel := context.WithTimeoutCause(ctx, most,
		fmt.Errorf("%s sent no %s within %v", p.cmd.Path, word, most))
	defer cancel()
	obeyed := context.AfterFunc(timed, p.kill)
	fmt.Fprintln(p.in, lines)
	answer, err := p.await(word)
	if !obeyed() {
		return "", context.Cause(timed)
	}
	return answer, err
}

// await reads up to the line that begins with a word and returns the rest of that line.
func (p *externalPlayer) await(word string) (string, error) {
	for p.out.Scan() {
		if rest, ok := strings.CutPrefix(p.out.Text(), word); ok {
			return strings.TrimSpace(rest), nil
		}
	}
	return "", fmt.Errorf("%s ended without %s", p.cmd.Path, word)
}

func (p *externalPlayer) begin(ctx context.Context) error {
	_, err := p.ask(ctx, patience, "ucinewgame\nisready", "readyok")
	return err
}

func (p *externalPlayer) turn(ctx context.Context, g *rules.Game) (rules.Turn, error) {
	text, err := p.ask(ctx, p.most(), p.request(g), "bestmove")
	if err != nil {
		return rules.NoTurn, err
	}
	position := g.Position()
	turn, err := position.ParseTurn(text)
	if err != nil {
		return rules.NoTurn, fmt.Errorf("bestmove %s: %w", text, err)
	}
	return turn, nil
}

func (p *externalPlayer) request(g *rules.Game) string {
	var text strings.Builder
	fmt.Fprintf(&text, "setoption name StallLimit value %d\nposition %v", g.Limit(), g.Start())
	for i, t := range g.Turns() {
		if i == 0 {
			text.WriteString(" moves")
		}
		fmt.Fprintf(&text, " %v", t)
	}
	text.WriteString("\ngo")
	if p.time > 0 {
		fmt.Fprintf(&text, " movetime %d", max(p.time.Milliseconds(), 1))
	}
	if p.limits.Depth > 0 {
		fmt.Fprintf(&text, " depth %d", p.limits.Depth)
	}
	if p.limits.Nodes > 0 {
		fmt.Fprintf(&text, " nodes %d", p.limits.Nodes)
	}
	return text.String()
}

func (p *externalPlayer) close() { p.leave(slack) }

// leave tells the program to quit, and kills it if it does not do so in time.
func (p *externalPlayer) leave(most time.Duration) {
	late := time.AfterFunc(most, p.kill)
	defer late.Stop()
	fmt.Fprintln(p.in, "quit")
	_ = p.in.Close()
	_ = p.cmd.Wait()
}

// kill kills the program and unblocks reads and writes, even if a child process still holds its pipes.
func (p *externalPlayer) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.in.Close()
	_ = p.pipe.Close()
}
