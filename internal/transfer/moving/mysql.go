package moving

import (
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// DSN says where a database is.
type DSN struct {
	config *mysql.Config
	prefix string
	// Site is that of Which.
	Site string
	// HasPassword tells that the text had a password in it.
	HasPassword bool
}

// ParseDSN reads mysql://user:password@host:port/name?prefix=wp_&socket=/path&tls=true.
func ParseDSN(text string) (*DSN, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "mysql" && u.Scheme != "mariadb" {
		return nil, errors.New("want mysql://USER@HOST:PORT/NAME")
	}
	name := strings.Trim(u.Path, "/")
	if name == "" || strings.Contains(name, "/") {
		return nil, errors.New("want the name of one database behind the host, as in mysql://USER@HOST/NAME")
	}
	c := mysql.NewConfig()
	c.User, c.DBName, c.Net = u.User.Username(), name, "tcp"
	c.Passwd, _ = u.User.Password()
	host, port := u.Hostname(), u.Port()
	if host == "" {
		host = "localhost"
	}
	if port == "" {
		port = "3306"
	}
	c.Addr = net.JoinHostPort(host, port)
	c.Timeout, c.ReadTimeout = 20*time.Second, 10*time.Minute
	c.Params = map[string]string{"sql_mode": "''"}
	if err := c.Apply(mysql.Charset("utf8mb4", "")); err != nil {
		return nil, err
	}
	d := &DSN{config: c, HasPassword: c.Passwd != ""}
	for key, values := range u.Query() {
		switch value := values[0]; key {
		case "prefix":
			d.prefix = value
		case "socket":
			c.Net, c.Addr = "unix", value
		case "tls":
			if value != "false" {
				c.TLS = &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
			}
		default:
			return nil, fmt.Errorf("%q isn't known, only prefix, socket and tls are", key)
		}
	}
	return d, nil
}

// SetPassword gives the password of the account.
func (d *DSN) SetPassword(password string) { d.config.Passwd = password }

// Open connects to the server and finds the site. Whoever gets a Source closes it.
// Transactions of the connection are read only.
func (d *DSN) Open(ctx context.Context) (*Source, error) {
	c := d.config.Clone()
	// Only reads are sent; should one not be one, the server refuses it.
	c.Params["transaction_read_only"] = "1"
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, fmt.Errorf("the database can't be reached: %w", err)
	}
	db := sql.OpenDB(connector)
	if err := db.PingContext(ctx); err != nil && strings.Contains(err.Error(), "transaction_read_only") {
		// MariaDB before 11.1 calls it otherwise.
		err = db.Close()
		if err != nil {
			return nil, err
		}
		delete(c.Params, "transaction_read_only")
		c.Params["tx_read_only"] = "1"
		if connector, err = mysql.NewConnector(c); err != nil {
			return nil, fmt.Errorf("the database can't be reached: %w", err)
		}
		db = sql.OpenDB(connector)
	}
	db.SetMaxOpenConns(4)
	s, err := openTables(ctx, db, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'", Which{Prefix: d.prefix, Site: d.Site})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the database %s on %s: %w", c.DBName, c.Addr, err), db.Close())
	}
	return s, nil
}
