package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
)

// TestLostMachine has the machine of the server vanish: connections stay, new ones are taken
// by whatever answers for it, and nothing is ever said. Who reads and who commits at that
// moment isn't left waiting, and once the standby is promoted all goes on there, whichever of
// the two stands first in the address.
func TestLostMachine(t *testing.T) {
	t.Parallel()
	for i, name := range []string{"first", "second"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own := &pgtest.Server{Durable: true}
			t.Cleanup(own.Stop)
			address := own.Database(t)
			standby := own.Spare(t)
			var gates [2]*pgtest.Gate
			for k := range gates {
				gates[k] = pgtest.NewGate(t)
			}
			lost, other := gates[i], gates[1-i]
			lost.LeadTo("unix", own.Socket())
			other.LeadTo("unix", standby.Socket())
			database, _, _ := strings.Cut(strings.TrimPrefix(address, "postgres://postgres@/"), "?")
			db := open(t, store.Config{URL: fmt.Sprintf("postgres://postgres@%s,%s/%s?sslmode=disable&target_session_attrs=read-write", gates[0].Address, gates[1].Address, database)})
			if err := db.SetOption(t.Context(), "before", 1); err != nil {
				t.Fatal(err)
			}
			read, write := make(chan error, 1), make(chan error, 1)
			begun, vanished := make(chan struct{}), make(chan struct{})
			go func() {
				write <- db.InTx(scope.Concurrent(t.Context(), "lost"), func(ctx context.Context) error {
					_, err := store.Exec(db, ctx, "INSERT INTO cached (key, value, until) VALUES ('lost', '', 0)")
					close(begun)
					<-vanished
					return err
				})
			}()
			<-begun
			lost.Hold()
			close(vanished)
			go func() {
				read <- store.Each(db, t.Context(), "SELECT key FROM cached", nil, func(func(...any) error) error { return nil })
			}()
			if err := <-read; !errors.Is(err, fault.ErrUnavailable) {
				t.Errorf("a read: %v", err)
			}
			if err := <-write; !errors.Is(err, fault.ErrUncertain) {
				t.Errorf("a commit: %v", err)
			}
			standby.Promote(t)
			for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
				if err := db.SetOption(t.Context(), "after", 1); err == nil {
					break
				} else if time.Now().After(end) || !errors.Is(err, fault.ErrUnavailable) && !errors.Is(err, fault.ErrUncertain) {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestCancelledWait has an operator cancel the wait of a commit for a standby that stands
// still. The server calls that a success; the standby hasn't it.
func TestCancelledWait(t *testing.T) {
	t.Parallel()
	own := &pgtest.Server{Durable: true}
	t.Cleanup(own.Stop)
	address := own.Database(t)
	db := open(t, store.Config{URL: address})
	standby := own.Spare(t)
	own.Synchronous(t, true)
	defer func() { own.Synchronous(t, false) }()
	thaw := standby.Freeze(t)
	defer thaw()
	ended := make(chan error, 1)
	go func() { ended <- insertAtOnce(t.Context(), db, "alone") }()
	for n := 0; n == 0; {
		n = own.CancelWaits(t, address)
	}
	if err := <-ended; !errors.Is(err, fault.ErrUncertain) {
		t.Errorf("a commit that only one server has: %v", err)
	}
	thaw()
	if err := insertAtOnce(t.Context(), db, "both"); err != nil {
		t.Errorf("the next one on the connection: %v", err)
	}
}

// TestFrozenServer asks a server that stands still: who reads is told that the database is
// away, not that something is wrong with the site.
func TestFrozenServer(t *testing.T) {
	t.Parallel()
	own := &pgtest.Server{}
	t.Cleanup(own.Stop)
	db := open(t, store.Config{URL: own.Database(t)})
	// A request looks at the changes first, and waits for that as long as a look may take.
	read := func() error {
		_, err := db.Options(scope.New(t.Context()))
		return err
	}
	if err := read(); err != nil {
		t.Fatal(err)
	}
	own.Freeze(t)
	if err := read(); !errors.Is(err, fault.ErrUnavailable) {
		t.Errorf("a read: %v", err)
	}
}
