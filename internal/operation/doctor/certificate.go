package doctor

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// renewed is how long before its end a certificate has been renewed, unless
// something keeps it from that.
const renewed = 14 * 24 * time.Hour

// Certificates looks at the dates of the certificates that the server got by
// itself, in a folder, and of one in a file; "" for none. host is that of the
// site, which the one in the file must be for.
func Certificates(folder, file, host string, now func() time.Time) Check {
	return Check{Name: "certificates", Look: func(context.Context) (list []Finding, err error) {
		seen := 0
		look := func(path string, host string) error {
			c, err := readCertificate(path)
			if err != nil || c == nil {
				return err
			}
			seen++
			list = append(list, judgeCertificate(c, filepath.Base(path), host, now()))
			return nil
		}
		files, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, f := range files {
			// Beside certificates there are keys and tokens, with a plus.
			if name := f.Name(); f.Type().IsRegular() && (!strings.Contains(name, "+") || strings.HasSuffix(name, "+rsa")) {
				if err := look(filepath.Join(folder, name), ""); err != nil {
					return list, err
				}
			}
		}
		if file != "" {
			if err := look(file, host); err != nil {
				return list, err
			}
		}
		if seen == 0 {
			return []Finding{Found(OK, "the server has none")}, nil
		}
		return list, nil
	}}
}

// readCertificate is the first certificate in a file, nil if it has none.
func readCertificate(path string) (*x509.Certificate, error) {
	data, err := os.ReadFile(path) // #nosec G304 -- the operator names the file
	if err != nil {
		return nil, err
	}
	for {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			return nil, nil
		}
		if block.Type == "CERTIFICATE" {
			return x509.ParseCertificate(block.Bytes)
		}
	}
}

func judgeCertificate(c *x509.Certificate, name, host string, now time.Time) Finding {
	f := Found(OK, "%s ends %s", name, c.NotAfter.UTC().Format(time.DateOnly))
	switch {
	case now.Before(c.NotBefore):
		f = Found(Error, "%s begins %s only", name, c.NotBefore.UTC().Format(time.DateTime)).With("the clock of this machine may be wrong")
	case now.After(c.NotAfter):
		f = Found(Error, "%s ended %s", name, c.NotAfter.UTC().Format(time.DateTime)).
			With("look into the server's log for why it isn't renewed; the site must be reached from outside on port 80 or 443")
	case c.NotAfter.Sub(now) < renewed:
		f.Level, f.Advice = Warning, "it should have been renewed; look into the server's log"
	case host != "" && c.VerifyHostname(host) != nil:
		f = Found(Error, "%s isn't for %s", name, host)
	}
	return f
}
