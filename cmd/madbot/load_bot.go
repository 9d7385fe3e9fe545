package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/sandbox"
)

// loadBot is one process of the bot under test.
type loadBot struct {
	config string
	addr   string // where it accepts interactions; empty: over the gateway
	health string // where it answers health checks
	child  *exec.Cmd
}

// loadBots are the processes. Requests go to a random one, as with a load balancer.
type loadBots []*loadBot

func (all loadBots) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to := &url.URL{Scheme: "http", Host: all[rand.IntN(len(all))].addr}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	proxy.ServeHTTP(w, r)
}

// start starts the processes, one after the other, and returns when all are ready.
func (all loadBots) start(ctx context.Context, std stdio) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	for _, b := range all {
		b.child = exec.Command(program, "run", "-config", b.config)
		b.child.Env = append(os.Environ(), tokenVariable+"="+sandbox.DefaultToken)
		b.child.Stderr = std.err
		if err := b.child.Start(); err != nil {
			return err
		}
		_, err := backoff.Retry(ctx, func() (bool, error) {
			return true, askHealth(ctx, "http://"+b.health+readyPath)
		}, backoff.WithBackOff(backoff.NewConstantBackOff(50*time.Millisecond)), backoff.WithMaxElapsedTime(botPatience))
		if err != nil {
			return err
		}
	}
	return nil
}

// memory returns the resident memory of the processes in bytes; 0 where the system does not report it.
func (all loadBots) memory() (sum int) {
	for _, b := range all {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.child.Process.Pid))
		if found := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status); err == nil && found != nil {
			kilobytes, _ := strconv.Atoi(string(found[1])) // the pattern matches digits only
			sum += kilobytes << 10
		}
	}
	return sum
}

// end stops the processes and returns the CPU time that they used.
func (all loadBots) end() (worked time.Duration, err error) {
	for _, b := range all {
		if b.child == nil || b.child.Process == nil {
			continue
		}
		err = errors.Join(err, b.child.Process.Signal(syscall.SIGTERM), b.child.Wait())
		if b.child.ProcessState != nil {
			worked += b.child.ProcessState.UserTime() + b.child.ProcessState.SystemTime()
		}
	}
	return worked, err
}

type loadReport struct {
	answers       []time.Duration // the time to each first answer, sorted
	turns, failed int
	took, worked  time.Duration
	memory, size  int // in bytes; 0: unknown
}

func (r loadReport) print(w io.Writer, p loadPlan) {
	table := newTable(w)
	defer table.Flush()
	fmt.Fprintf(table, "people, servers, processes\t%d, %d, %d\n", p.people, p.servers, p.processes)
	fmt.Fprintf(table, "interactions a second\t%.1f, of which turns %.1f\n", float64(len(r.answers))/r.took.Seconds(),
		float64(r.turns)/r.took.Seconds())
	fmt.Fprintf(table, "first answer\tp50 %v, p99 %v\n", r.percentile(50), r.percentile(99))
	fmt.Fprintf(table, "without an answer\t%d\n", r.failed)
	fmt.Fprintf(table, "processor for each\t%v\n", (r.worked / time.Duration(max(1, len(r.answers)))).Round(10*time.Microsecond))
	if r.memory > 0 {
		fmt.Fprintf(table, "memory\t%.0f MiB\n", float64(r.memory)/(1<<20))
	}
	fmt.Fprintf(table, "database\t%.1f MiB\n", float64(r.size)/(1<<20))
}

// percentile returns the time within which p percent of the answers came.
func (r loadReport) percentile(p int) time.Duration {
	if len(r.answers) == 0 {
		return 0
	}
	return r.answers[max(0, (len(r.answers)*p+99)/100-1)].Round(10 * time.Microsecond)
}
