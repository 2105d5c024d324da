package backup

import (
	"bytes"
	"io"
)

// rowsTold is after how many rows progress is told.
const rowsTold = 1000

// rowCount counts the rows of a table, which are lines, as they are written or read.
type rowCount struct {
	w    io.Writer     // to write
	r    io.ReadCloser // or to read
	done *Progress
	tell func(Progress)
}

// Write implements io.Writer.
func (c *rowCount) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.count(b[:n])
	return n, err
}

// Read implements io.Reader.
func (c *rowCount) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.count(b[:n])
	return n, err
}

// Close implements io.Closer.
func (c *rowCount) Close() error { return c.r.Close() }

func (c *rowCount) count(b []byte) {
	before := c.done.Rows / rowsTold
	if c.done.Rows += int64(bytes.Count(b, []byte{'\n'})); c.done.Rows/rowsTold > before {
		c.tell(*c.done)
	}
}
