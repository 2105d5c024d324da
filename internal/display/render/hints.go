package render

// Hints are the loading attributes of an image or frame.
type Hints struct{ Decoding, Loading, Priority string }

// minPriorityPixels is the least size of an image worth a high priority, and
// earlyImages how many images count as on the first screen.
const (
	minPriorityPixels  = 50000
	imagesBeforeBlocks = 3
)

// HintsFor decides how the browser should load an image or frame. width and
// height are 0 when unknown; loading and priority are what the tag says
// already.
func (c *Context) HintsFor(image bool, width, height int, loading, priority, slotOffset string) Hints {
	var h Hints
	if image {
		h.Decoding = "async"
	}
	if width <= 0 || height <= 0 {
		return h
	}
	beforeBlocks, known, counts := false, false, false
	if loading != "" {
		beforeBlocks, known = loading != "lazy", true
	}
	switch priority {
	case "high":
		h.Priority = "high"
		if !known || beforeBlocks {
			beforeBlocks, known = true, true
		}
	case "low":
		beforeBlocks, known = false, true
		h.Priority = "low"
	case "auto":
		h.Priority = "auto"
	}
	large := width*height >= minPriorityPixels
	if !known {
		switch {
		case slotOffset == "header":
			beforeBlocks, counts = true, large
		case c.Request.Front && c.Request.inMainLoop(c.Post):
			beforeBlocks, counts = c.run.images < imagesBeforeBlocks, true
		}
	}
	switch {
	case beforeBlocks:
		if image && (priority == "" || priority == "auto") && large && !c.run.priority {
			if priority == "" {
				h.Priority = "high"
			}
			c.run.priority = true
		}
		if priority == "high" {
			c.run.priority = true
		}
	case priority != "low":
		h.Loading = "lazy"
	}
	if counts && priority != "auto" {
		c.run.images++
	}
	return h
}

// inMainLoop tells whether an entry belongs to the page's own query.
func (r *Request) inMainLoop(shown *Post) bool {
	if shown == nil {
		return false
	}
	if r.PostID == shown.ID {
		return true
	}
	for _, p := range r.Posts {
		if p.ID == shown.ID {
			return true
		}
	}
	return false
}
