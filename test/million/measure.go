package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cost is what a command took.
type cost struct {
	took, processor time.Duration
	own, resident   int64 // bytes at most: of its own, and with pages of files that it had read
}

func (r *run) head() {
	fmt.Fprintf(r.out, "%-12s %10s %12s %12s %14s\n", "", "took", "processor", "own memory", "with files")
}

func (r *run) row(name string, c cost, note string) {
	fmt.Fprintf(r.out, "%-12s %9.1fs %11.1fs %9d MB %11d MB  %s\n", name, c.took.Seconds(), c.processor.Seconds(), c.own>>20, c.resident>>20, note)
}

// measure runs a command to its end.
func (r *run) measure(cmd *exec.Cmd) (cost, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	stop := r.watch(cmd.Process.Pid)
	err := cmd.Wait()
	c := cost{took: time.Since(begin), own: stop()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.processor, c.resident = time.Duration(usage.Utime.Nano()+usage.Stime.Nano()), usage.Maxrss<<10
	}
	// The doctor ends with 1 when it finds something, which is no failure here.
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		return c, fmt.Errorf("%w: %.1000s", err, out.Bytes())
	}
	return c, nil
}

// watch looks again and again how much memory a process has of its own. What it returns
// stops that, and tells the most.
func (r *run) watch(pid int) (stop func() int64) {
	done, most := make(chan struct{}), make(chan int64)
	go func() {
		var biggest int64
		for {
			biggest = max(biggest, ownMemory(pid))
			select {
			case <-done:
				most <- biggest
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(done)
		n := <-most
		r.biggest = max(r.biggest, n)
		return n
	}
}

// ownMemory is what a process has in memory without pages of files: those of the database
// count once for each of its readers, and the system takes them back as it likes.
func ownMemory(pid int) (bytes int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for _, name := range []string{"RssAnon:", "RssShmem:"} {
		_, rest, _ := strings.Cut(string(text), name)
		kb, _ := strconv.ParseInt(strings.Fields(rest + " x")[0], 10, 64)
		bytes += kb << 10
	}
	return bytes
}
