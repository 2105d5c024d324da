package doctor

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	mrand "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSorter sorts with so little memory that most goes to files.
func TestSorter(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 7, 5000} {
		dir := t.TempDir()
		s := sorter{folder: dir, most: 2000}
		var want []string
		for range n {
			line := fmt.Sprint("2024/", mrand.IntN(3000), "\x00", mrand.IntN(10))
			want = append(want, line)
			if err := s.add(line); err != nil {
				t.Fatal(err)
			}
		}
		next, err := s.sorted()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for {
			line, ok, err := next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			got = append(got, line)
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%d lines: %d came back", n, len(got))
		}
		if n == 5000 && len(s.files) < 10 {
			t.Errorf("only %d files", len(s.files))
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%d files are left", len(left))
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	broken, mends := true, 0
	var begun []string
	failing := errors.New("no")
	checks := []Check{
		{Name: "fine", Look: func(context.Context) ([]Finding, error) { return nil, nil }},
		{Name: "broken", Look: func(context.Context) ([]Finding, error) {
			if !broken {
				return nil, nil
			}
			return []Finding{{Level: Error, Text: "1 thing"}}, nil
		}, Mend: func(context.Context) error {
			mends++
			broken = false
			return nil
		}},
		{Name: "stays", Look: func(context.Context) ([]Finding, error) { return []Finding{{Level: Warning, Text: "odd"}}, nil },
			Mend: func(context.Context) error { return nil }},
		{Name: "blind", Look: func(context.Context) ([]Finding, error) { return nil, failing }},
		{Name: "clumsy", Look: func(context.Context) ([]Finding, error) { return []Finding{{Level: Error, Text: "bad"}}, nil },
			Mend: func(context.Context) error { return failing }},
	}
	run := func(mend bool) (out []string) {
		err := Run(t.Context(), checks, mend, func(check string, mends bool) {
			if mends {
				begun = append(begun, check)
			}
		}, func(f Finding) { out = append(out, fmt.Sprint(f.Check, " ", f.Level, " ", f.Text, " ", f.Mended)) })
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := []string{"fine ok nothing is wrong false", "broken error 1 thing false", "stays warning odd false", "blind error can't be looked at: no false", "clumsy error bad false"}
	if got := run(false); !slices.Equal(got, want) || mends != 0 {
		t.Errorf("%q", got)
	}
	want = []string{"fine ok nothing is wrong false", "broken ok 1 thing true", "stays warning odd false", "blind error can't be looked at: no false",
		"clumsy error bad false", "clumsy error can't be looked at: mend it: no false"}
	if got := run(true); !slices.Equal(got, want) || mends != 1 {
		t.Errorf("%q", got)
	}
	if want := []string{"broken", "stays", "clumsy"}; !slices.Equal(begun, want) {
		t.Errorf("mending was begun of %q", begun)
	}
}

// TestCertificates looks at certificates of all ages, as the server keeps them.
func TestCertificates(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	make := func(name string, from, to time.Duration) string {
		t.Helper()
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.Add(from), NotAfter: now.Add(to), DNSNames: []string{"example.org"}}
		der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
		if err != nil {
			t.Fatal(err)
		}
		secret, err := x509.MarshalECPrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		text := append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	make("good.org", -day, 60*day)
	make("late.org", -80*day, 10*day)
	make("over.org+rsa", -90*day, -day)
	make("early.org", day, 90*day)
	make("token+token", -90*day, -day)
	if err := os.WriteFile(filepath.Join(dir, "acme_account+key"), []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := make("z.pem+", -day, 60*day)
	list, err := Certificates(dir, other, "example.com", func() time.Time { return now }).Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range list {
		got = append(got, string(f.Level)+" "+f.Text)
	}
	want := "error early.org begins 2026-05-02 00:00:00 only\nok good.org ends 2026-06-30\nwarning late.org ends 2026-05-11\nerror over.org+rsa ended 2026-04-30 00:00:00\nerror z.pem+ isn't for example.com"
	if strings.Join(got, "\n") != want {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestTemporary(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		dir  string
		want []Level
	}{{dir, nil}, {filepath.Join(dir, "none"), []Level{Error}}} {
		list, err := Temporary(c.dir, dir).Look(t.Context())
		var got []Level
		for _, f := range list {
			got = append(got, f.Level)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v %v", c.dir, list, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v %v", left, err)
	}
}

func TestSpace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		free, database int64
		want           Level
	}{{50 << 20, 0, Error}, {500 << 20, 0, Warning}, {5 << 30, 0, OK}, {5 << 30, 3 << 30, Warning}} {
		if got := judgeSpace(test.free, 100<<30, test.database).Level; got != test.want {
			t.Errorf("%d free with a database of %d: %s", test.free, test.database, got)
		}
	}
	if free, total, err := space(t.TempDir()); err != nil || free <= 0 || total < free {
		t.Errorf("%d of %d: %v", free, total, err)
	}
}
