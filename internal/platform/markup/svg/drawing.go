package svg

import "fmt"

// drawing counts what a viewer draws. A use element repeats another element
// with everything inside, uses included, so that a small file can stand for
// more shapes than any viewer has time for.
type drawing struct {
	nodes []node
	stack []int
	byID  map[string]int
}

// node is one element: the nodes after it up to last are inside it.
type node struct {
	last   int
	target string
}

func newDrawing() *drawing { return &drawing{byID: map[string]int{}} }

func (d *drawing) open(id, target string) {
	n := len(d.nodes)
	d.nodes = append(d.nodes, node{last: n, target: target})
	d.stack = append(d.stack, n)
	if _, taken := d.byID[id]; id != "" && !taken {
		d.byID[id] = n
	}
}

func (d *drawing) close() {
	top := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	d.nodes[top].last = len(d.nodes) - 1
}

// check refuses drawings of more than MaxDrawn elements and elements that use
// themselves.
func (d *drawing) check() error {
	c := counter{drawing: d, cost: make([]int, len(d.nodes)), busy: make([]bool, len(d.nodes))}
	if len(d.nodes) > 0 {
		c.count(0, 0)
	}
	if c.over {
		return fmt.Errorf("%w: draws more than %d elements", ErrTooLarge, MaxDrawn)
	}
	return nil
}

type counter struct {
	*drawing
	cost []int // of a use target, once known
	busy []bool
	over bool
}

// count is the number of elements that node n stands for. Nested uses go no
// deeper than MaxDepth.
func (c *counter) count(n, depth int) int {
	if c.cost[n] > 0 || c.over {
		return c.cost[n]
	}
	if c.busy[n] || depth > MaxDepth {
		c.over = true
		return 0
	}
	c.busy[n] = true
	total := 0
	for i := n; i <= c.nodes[n].last && !c.over; i++ {
		total++
		if target, ok := c.byID[c.nodes[i].target]; ok && c.nodes[i].target != "" {
			total += c.count(target, depth+1)
		}
		if total > MaxDrawn {
			c.over = true
		}
	}
	c.busy[n] = false
	c.cost[n] = total
	return total
}
