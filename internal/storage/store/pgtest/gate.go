package pgtest

import (
	"net"
	"sync"
	"testing"
)

// A Gate is the way from one program to a server, which a test can close.
type Gate struct {
	Address string          // where the program goes
	over    <-chan struct{} // closed when the test ends

	mu      sync.Mutex
	network string // of the server
	server  string
	shut    bool // connections are refused
	holds   int
	held    chan struct{} // closed when bytes go on; nil while they do
	open    map[net.Conn]bool
}

// NewGate is a gate that leads nowhere yet. It is there until the test ends.
func NewGate(t testing.TB) *Gate {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &Gate{Address: ln.Addr().String(), over: t.Context().Done(), open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		ln.Close()
		g.Cut()
	})
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go g.pass(c)
		}
	}()
	return g
}

// LeadTo says where the gate leads from now on. Connections so far stay.
func (g *Gate) LeadTo(network, server string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.network, g.server = network, server
}

// Refuse has new connections end at once, or no more.
func (g *Gate) Refuse(yes bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = yes
}

// Hold lets no byte through in either direction until GoOn, which is called as often;
// connections are accepted.
func (g *Gate) Hold() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.holds++; g.held == nil {
		g.held = make(chan struct{})
	}
}

// GoOn ends Hold.
func (g *Gate) GoOn() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.holds--; g.holds <= 0 && g.held != nil {
		close(g.held)
		g.holds, g.held = 0, nil
	}
}

// Cut resets all connections.
func (g *Gate) Cut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for c := range g.open {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
	}
}

// keep notes an open connection, or doesn't where none may be.
func (g *Gate) keep(c net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut || g.server == "" {
		return false
	}
	g.open[c] = true
	return true
}

func (g *Gate) forget(c net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, c)
	_ = c.Close()
}

func (g *Gate) wait() {
	g.mu.Lock()
	held := g.held
	g.mu.Unlock()
	if held == nil {
		return
	}
	select {
	case <-held:
	case <-g.over:
	}
}

func (g *Gate) pass(client net.Conn) {
	if !g.keep(client) {
		_ = client.Close()
		return
	}
	defer g.forget(client)
	g.wait()
	g.mu.Lock()
	network, address := g.network, g.server
	g.mu.Unlock()
	server, err := net.Dial(network, address)
	if err != nil {
		return
	}
	if !g.keep(server) {
		_ = server.Close()
		return
	}
	defer g.forget(server)
	go g.copy(server, client)
	g.copy(client, server)
}

// copy copies until one side ends, which ends both.
func (g *Gate) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			g.wait()
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
