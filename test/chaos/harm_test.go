package chaos

import (
	"os/exec"
	"time"

	"quoin/internal/storage/store/pgtest"
)

// patience is how long anything may take to work again. A machine under load is no fault.
const patience = 2 * time.Minute

// withCommand is a command that can be started, like one that may have been.
func withCommand(cmd *exec.Cmd) *exec.Cmd {
	again := exec.Command(cmd.Path, cmd.Args[1:]...)
	again.Env, again.Dir = cmd.Env, cmd.Dir
	return again
}

// do does harm, and sets right what it takes an operator to set right.
func (c *chaos) do(h harm) {
	c.Helper()
	n := c.node[h.node]
	switch h.kind {
	case nodeKilled:
		p := n.ends()
		if err := p.Kill(); err != nil {
			c.Error(err)
		}
		c.checkLog(h.node, p)
		c.serve(h.node)
	case nodeStopped:
		p := n.ends()
		if err := p.Stop(); err != nil {
			c.Errorf("node %d: %v", h.node, err)
		}
		c.checkLog(h.node, p)
		c.serve(h.node)
	case nodeSuspended:
		p := n.now()
		c.must(p.Suspend())
		time.Sleep(h.last)
		c.must(p.Resume())
	case nodeDiskFull:
		empty := pgtest.Fill(c.T, n.data)
		time.Sleep(h.last)
		empty()
	case linkCut:
		for _, g := range n.gates {
			g.Refuse(true)
			g.Cut()
		}
		time.Sleep(h.last)
		for _, g := range n.gates {
			g.Refuse(false)
		}
	case linkHeld:
		for _, g := range n.gates {
			g.Hold()
		}
		time.Sleep(h.last)
		for _, g := range n.gates {
			g.GoOn()
		}
	case storageCut:
		n.storage.Refuse(true)
		n.storage.Cut()
		time.Sleep(h.last)
		n.storage.Refuse(false)
	case storageHeld:
		n.storage.Hold()
		time.Sleep(h.last)
		n.storage.GoOn()
	case storageKilled:
		c.media.Kill()
		time.Sleep(h.last)
		c.media.Start(c.T)
	default:
		c.topology.Lock()
		defer c.topology.Unlock()
		c.harmDatabase(h)
	}
}

// harmDatabase is do for what befalls the servers; nobody else changes them meanwhile.
func (c *chaos) harmDatabase(h harm) {
	c.Helper()
	server, standby := c.servers[c.primary], c.servers[1-c.primary]
	switch h.kind {
	case backendsEnded:
		for end := time.Now().Add(h.last); time.Now().Before(end); time.Sleep(300 * time.Millisecond) {
			pgtest.Exec(c.T, c.address(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		}
	case databaseKilled:
		server.Kill(c.T)
		server.Restart(c.T)
	case databaseStopped:
		server.Halt(c.T)
		server.Restart(c.T)
	case databaseStands:
		thaw := server.Freeze(c.T)
		time.Sleep(h.last)
		thaw()
	case standbyStands:
		thaw := standby.Freeze(c.T)
		time.Sleep(h.last)
		thaw()
	case databaseFull:
		empty := server.Fill(c.T)
		time.Sleep(h.last)
		empty()
		// One that couldn't write its log has ended.
		if server.Runs() != nil {
			server.Kill(c.T)
			server.Restart(c.T)
		}
	case waitsCancelled:
		thaw := standby.Freeze(c.T)
		for end := time.Now().Add(h.last); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			server.CancelWaits(c.T, c.address())
		}
		server.Kill(c.T)
		thaw()
		c.takeOver()
		c.replace()
	case failOver:
		server.Kill(c.T)
		c.takeOver()
		c.replace()
	case machineLost:
		// Its connections stay and say nothing, and new ones aren't answered.
		for _, n := range c.node {
			n.gates[c.primary].Hold()
		}
		server.Freeze(c.T)
		c.takeOver()
		c.writing.goesOn("while the old machine says nothing")
		server.Kill(c.T)
		for _, n := range c.node {
			n.gates[1-c.primary].Cut()
			n.gates[1-c.primary].GoOn()
		}
		c.replace()
	default:
		c.Fatalf("nobody knows how to do %q", h.kind)
	}
}

// takeOver has the standby write.
func (c *chaos) takeOver() {
	c.Helper()
	c.servers[1-c.primary].Promote(c.T)
	c.primary = 1 - c.primary
	c.servers[c.primary].Synchronous(c.T, false)
}

// replace makes a standby in place of the server that was killed.
func (c *chaos) replace() {
	c.Helper()
	old := 1 - c.primary
	c.servers[old].Forget(c.T)
	c.servers[old] = c.servers[c.primary].Spare(c.T)
	for _, n := range c.node {
		n.gates[old].LeadTo("unix", c.servers[old].Socket())
	}
	c.servers[c.primary].Synchronous(c.T, true)
}

func (c *chaos) must(err error) {
	c.Helper()
	if err != nil {
		c.Error(err)
	}
}
