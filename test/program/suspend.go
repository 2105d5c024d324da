//go:build unix

package program

import "syscall"

// Suspend stops the server without ending it, as a machine that is paused does; Resume
// lets it go on.
func (p *Process) Suspend() error { return p.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume ends Suspend.
func (p *Process) Resume() error { return p.cmd.Process.Signal(syscall.SIGCONT) }
