package render

import (
	"iter"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/scan"
)

var (
	imageClass     = regexp.MustCompile(`(?i)wp-image-([0-9]+)`)
	imageSource    = regexp.MustCompile(`src="([^"]+)"`)
	imageWidth     = regexp.MustCompile(` width=["']([0-9]+)["']`)
	imageHeight    = regexp.MustCompile(` height=["']([0-9]+)["']`)
	quotedWidth    = regexp.MustCompile(` width="([0-9]+)"`)
	quotedHeight   = regexp.MustCompile(` height="([0-9]+)"`)
	imageLoading   = regexp.MustCompile(` loading=["']([A-Za-z]+)["']`)
	imagePriority  = regexp.MustCompile(` fetchpriority=["']([A-Za-z]+)["']`)
	imageDecoding  = regexp.MustCompile(` decoding=["']([A-Za-z]+)["']`)
	styleWidth     = regexp.MustCompile(`style="width:\s*(\d+)px;"`)
	imageTagEnd    = regexp.MustCompile(`^<img ([^>]+?)[/ ]*>$`)
	lazyImage      = regexp.MustCompile(`(?i)\sloading\s*=\s*(?:"lazy"|'lazy'|lazy[\s/>])`)
	sizedImage     = regexp.MustCompile(`(?i)\swidth\s*=\s*["']?0*[1-9]`)
	sizesAttribute = regexp.MustCompile(` sizes="([^"]*)"`)
)

// contentTags completes images with dimensions, sources and hints for the
// browser, and frames with hints.
func (t *text) contentTags() {
	if !t.excerpt || t.blocks {
		t.html = t.c.ContentTags(t.html, "content")
	}
}

// excerptTags does the same for the images of an excerpt that is shown.
func (t *text) excerptTags() { t.html = t.c.ContentTags(t.html, "content") }

// ContentTags completes the images and frames of a text. place is "content",
// or "header" for what is always on the first screen.
func (c *Context) ContentTags(html, slotOffset string) string {
	var ids []int64
	for start, end := range mediaTags(html) {
		if id := attachmentOf(html[start:end]); id > 0 {
			ids = append(ids, id)
		}
	}
	var images map[int64]*Image
	if len(ids) > 0 {
		images = c.Source.Images(c, ids)
	}
	complete := mediaCompletion{c, slotOffset}
	done := map[string]string{}
	edits := scan.NewEdits(html)
	for start, end := range mediaTags(html) {
		tag := html[start:end]
		out, ok := done[tag]
		if !ok {
			if strings.HasPrefix(tag, "<iframe") {
				out = complete.frame(tag)
			} else {
				out = complete.image(tag, images[attachmentOf(tag)])
			}
			done[tag] = out
		}
		edits.Replace(start, end, out)
	}
	return edits.String()
}

// mediaTags are the offsets of the tags of images and frames that have attributes.
func mediaTags(html string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for i := 0; ; i++ {
			j := strings.IndexByte(html[i:], '<')
			if j < 0 {
				return
			}
			i += j
			rest := html[i+1:]
			name := "img"
			if !strings.HasPrefix(rest, name) {
				if name = "iframe"; !strings.HasPrefix(rest, name) {
					continue
				}
			}
			inside := i + 1 + len(name) + 1
			if inside >= len(html) || !scan.IsSpace(html[inside-1]) {
				continue
			}
			end := strings.IndexByte(html[inside:], '>')
			if end < 0 {
				return // nor does any other tag end
			}
			if end == 0 {
				continue
			}
			if !yield(i, inside+end+1) {
				return
			}
			i = inside + end
		}
	}
}

func attachmentOf(tag string) int64 {
	m := imageClass.FindStringSubmatch(tag)
	if m == nil {
		return 0
	}
	id, _ := strconv.ParseInt(m[1], 10, 64)
	return id
}

// mediaCompletion completes the tags of images and frames at one place.
type mediaCompletion struct {
	c          *Context
	slotOffset string
}

func (m mediaCompletion) image(tag string, img *Image) string {
	if img != nil {
		if !strings.Contains(tag, " width=") && !strings.Contains(tag, " height=") {
			tag = addDimensions(tag, img)
		}
		if !strings.Contains(tag, " srcset=") {
			tag = m.sources(tag, img)
		}
	}
	return autoSizes(m.hints(tag))
}

// sourceOf is the address of an image tag without its query.
func sourceOf(tag string) string {
	m := imageSource.FindStringSubmatch(tag)
	if m == nil {
		return ""
	}
	src, _, _ := strings.Cut(m[1], "?")
	return src
}

func addDimensions(tag string, img *Image) string {
	src := sourceOf(tag)
	if src == "" {
		return tag
	}
	w, h, ok := img.SizeOf(src)
	if !ok || w == 0 || h == 0 {
		return tag
	}
	if m := styleWidth.FindStringSubmatch(tag); m != nil {
		if shown, _ := strconv.Atoi(m[1]); shown > 0 {
			w, h = shown, (h*shown*2+w)/(2*w)
		}
	}
	return strings.Replace(tag, "<img", `<img width="`+strconv.Itoa(w)+`" height="`+strconv.Itoa(h)+`"`, 1)
}

func (m mediaCompletion) sources(tag string, img *Image) string {
	src := sourceOf(tag)
	if src == "" || len(img.Sizes) == 0 {
		return tag
	}
	if hash := editHash(img.File); hash != "" && !strings.Contains(baseName(src), hash) {
		return tag
	}
	w, h := intOf(quotedWidth, tag), intOf(quotedHeight, tag)
	if w == 0 || h == 0 {
		var ok bool
		if w, h, ok = img.SizeOf(src); !ok {
			return tag
		}
	}
	srcset := m.c.Site.SourceSet(img, src, w, h)
	if srcset == "" {
		return tag
	}
	attr := ` srcset="` + escape.Attr(srcset) + `"`
	if !strings.Contains(tag, " sizes=") {
		attr += ` sizes="` + escape.Attr(Sizes(w)) + `"`
	}
	if parts := imageTagEnd.FindStringSubmatch(tag); parts != nil {
		return "<img " + parts[1] + attr + " />"
	}
	return tag
}

func intOf(re *regexp.Regexp, tag string) int {
	if m := re.FindStringSubmatch(tag); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

func wordOf(re *regexp.Regexp, tag string) string {
	if m := re.FindStringSubmatch(tag); m != nil {
		return m[1]
	}
	return ""
}

func (m mediaCompletion) hints(tag string) string {
	loading, priority, decoding := wordOf(imageLoading, tag), wordOf(imagePriority, tag), wordOf(imageDecoding, tag)
	h := m.c.HintsFor(true, intOf(imageWidth, tag), intOf(imageHeight, tag), loading, priority, m.slotOffset)
	if !strings.Contains(tag, ` src="`) {
		return tag
	}
	add := func(name, value string) {
		tag = strings.Replace(tag, "<img", "<img "+name+`="`+value+`"`, 1)
	}
	if decoding == "" {
		add("decoding", h.Decoding)
	}
	if !strings.Contains(tag, ` width="`) || !strings.Contains(tag, ` height="`) {
		return tag
	}
	if loading == "" && h.Loading != "" {
		add("loading", h.Loading)
	}
	if priority == "" && h.Priority != "" {
		add("fetchpriority", h.Priority)
	}
	return tag
}

// autoSizes lets the browser choose by the layout width of lazy images.
func autoSizes(tag string) string {
	if !lazyImage.MatchString(tag) || !sizedImage.MatchString(tag) {
		return tag
	}
	m := sizesAttribute.FindStringSubmatchIndex(tag)
	if m == nil {
		return tag
	}
	first, _, _ := strings.Cut(tag[m[2]:m[3]], ",")
	if strings.EqualFold(strings.TrimSpace(first), "auto") {
		return tag
	}
	return tag[:m[2]] + "auto, " + tag[m[2]:]
}

func (m mediaCompletion) frame(tag string) string {
	if strings.Contains(tag, " loading=") {
		return tag
	}
	width, height := 0, 0
	if strings.Contains(tag, ` width="`) {
		width = 100
	}
	if strings.Contains(tag, ` height="`) {
		height = 100
	}
	h := m.c.HintsFor(false, width, height, "", "", m.slotOffset)
	if h.Loading == "" || width == 0 || height == 0 || !strings.Contains(tag, ` src="`) {
		return tag
	}
	return strings.Replace(tag, "<iframe", `<iframe loading="`+h.Loading+`"`, 1)
}
