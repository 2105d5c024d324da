package render

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
)

// maxSourceWidth is the widest file offered beside the one in the markup.
const maxSourceWidth = 2048

var editMark = regexp.MustCompile(`-e[0-9]{13}`)

// editHash is the mark an edited image carries in its name, or "".
func editHash(file string) string { return editMark.FindString(baseName(file)) }

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// folder is the path of an image's files below the uploads, with a slash at
// the end unless it is empty.
func (img *Image) folder() string { return img.File[:strings.LastIndexByte(img.File, '/')+1] }

// SizeOf is the size of the file an address names among those of the image.
func (img *Image) SizeOf(address string) (width, height int, ok bool) {
	if img.File != "" && strings.HasPrefix(img.MIME, "image/") && strings.Contains(address, baseName(img.File)) {
		return img.Width, img.Height, true
	}
	name := baseName(address)
	for _, s := range img.Sizes {
		if s.File == name {
			return s.Width, s.Height, true
		}
	}
	return 0, 0, false
}

// SourceSet lists the files of an image that show the same image as the one
// at address, for the srcset attribute. It is empty when there is no choice.
func (s *Site) SourceSet(img *Image, address string, width, height int) string {
	if len(img.Sizes) == 0 || len(img.File) < 4 || width < 1 {
		return ""
	}
	files := img.Sizes
	animated := false
	for _, size := range img.Sizes {
		animated = animated || size.Name == "thumbnail" && size.MIME == "image/gif"
	}
	if !animated {
		files = append(files[:len(files):len(files)], ImageSize{File: baseName(img.File), Width: img.Width, Height: img.Height})
	} else if strings.Contains(address, img.File) {
		return ""
	}
	edit := editHash(address)
	type source struct{ url, width string }
	var sources []source
	matched := false
	for _, f := range files {
		own := !matched && strings.Contains(address, img.folder()+f.File)
		matched = matched || own
		if edit != "" && !strings.Contains(f.File, edit) || f.Width > maxSourceWidth && !own ||
			!sameShape(width, height, f.Width, f.Height) {
			continue
		}
		found := source{s.UploadsURL + "/" + img.folder() + f.File, strconv.Itoa(f.Width)}
		at := -1
		for i := range sources {
			if sources[i].width == found.width {
				at = i
			}
		}
		switch {
		case own:
			if at >= 0 {
				sources = append(sources[:at], sources[at+1:]...)
			}
			sources = append([]source{found}, sources...)
		case at >= 0:
			sources[at] = found
		default:
			sources = append(sources, found)
		}
	}
	if !matched || len(sources) < 2 {
		return ""
	}
	list := make([]string, len(sources))
	for i, source := range sources {
		list[i] = strings.ReplaceAll(source.url, " ", "%20") + " " + source.width + "w"
	}
	return strings.Join(list, ", ")
}

// Sizes is the sizes attribute of an image shown at a width.
func Sizes(width int) string {
	w := strconv.Itoa(width) + "px"
	return "(max-width: " + w + ") 100vw, " + w
}

// sameShape tells whether two sizes have the same ratio, give or take a pixel.
func sameShape(aw, ah, bw, bh int) bool {
	if aw <= bw {
		aw, ah, bw, bh = bw, bh, aw, ah
	}
	w, h := Constrain(aw, ah, bw, 0)
	return near(w, bw) && near(h, bh)
}

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// Constrain scales a size down to fit a box; 0 leaves a side free.
func Constrain(w, h, maxW, maxH int) (int, int) {
	if maxW <= 0 && maxH <= 0 || w <= 0 || h <= 0 {
		return w, h
	}
	rw, rh := 1.0, 1.0
	cutW, cutH := maxW > 0 && w > maxW, maxH > 0 && h > maxH
	if cutW {
		rw = float64(maxW) / float64(w)
	}
	if cutH {
		rh = float64(maxH) / float64(h)
	}
	ratio := max(rw, rh)
	scaled := func(v int) int { return int(math.Floor(float64(v)*ratio + 0.5)) }
	if maxW > 0 && scaled(w) > maxW || maxH > 0 && scaled(h) > maxH {
		ratio = min(rw, rh)
	}
	nw, nh := max(1, scaled(w)), max(1, scaled(h))
	if cutW && nw == maxW-1 {
		nw = maxW
	}
	if cutH && nh == maxH-1 {
		nh = maxH
	}
	return nw, nh
}

// Pick is the file of a named size: the sub-size, or the whole image shown
// within the size's box.
func (c *Context) Pick(img *Image, size string) (url string, width, height int) {
	if size != "full" && size != "" {
		for _, s := range img.Sizes {
			if s.Name == size {
				w, h := c.Site.constrain(s.Width, s.Height, size, c.Theme)
				return c.Site.UploadsURL + "/" + img.folder() + s.File, w, h
			}
		}
	}
	w, h := c.Site.constrain(img.Width, img.Height, size, c.Theme)
	return img.URL, w, h
}

// constrain limits a size to the box of the named size and the content's width.
func (s *Site) constrain(w, h int, size string, theme *Theme) (int, int) {
	box, ok := s.ImageSizes[size]
	if !ok {
		return w, h
	}
	if size == "large" && theme.ContentWidth > 0 {
		box.Width = min(box.Width, theme.ContentWidth)
	}
	return Constrain(w, h, box.Width, box.Height)
}

// ImageTag writes the img element of an attachment in a named size, "" when
// it has no file. own attributes replace the usual ones of the same name; a
// value of "\x00" leaves an attribute out.
func (c *Context) ImageTag(img *Image, size string, own ...Attr) string {
	if img == nil {
		return ""
	}
	url, w, h := c.Pick(img, size)
	if url == "" {
		return ""
	}
	attrs := []Attr{{"src", url}, {"class", "attachment-" + size + " size-" + size}, {"alt", strings.TrimSpace(img.Alt)}}
	set := func(name, value string) {
		for i := range attrs {
			if attrs[i].Name == name {
				attrs[i].Value = value
				return
			}
		}
		attrs = append(attrs, Attr{name, value})
	}
	for _, a := range own {
		if a.Name != "sizes" { // which belongs to srcset
			set(a.Name, a.Value)
		}
	}
	if !c.inContent {
		hints := c.HintsFor(true, w, h, find(own, "loading"), find(own, "fetchpriority"), "")
		for _, a := range [...]Attr{{"decoding", hints.Decoding}, {"loading", hints.Loading}, {"fetchpriority", hints.Priority}} {
			if a.Value != "" && find(own, a.Name) == "" {
				set(a.Name, a.Value)
			}
		}
	}
	if find(own, "srcset") == "" {
		if srcset := c.Site.SourceSet(img, url, w, h); srcset != "" {
			set("srcset", srcset)
			sizes := cmp.Or(find(own, "sizes"), Sizes(w))
			if find(attrs, "loading") == "lazy" && !strings.HasPrefix(sizes, "auto") {
				sizes = "auto, " + sizes
			}
			set("sizes", sizes)
		}
	}
	var b strings.Builder
	b.WriteString("<img ")
	if w > 0 && h > 0 {
		b.WriteString(`width="` + strconv.Itoa(w) + `" height="` + strconv.Itoa(h) + `" `)
	}
	for i, a := range attrs {
		if a.Value == "\x00" {
			continue
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(a.Name + `="` + escape.Attr(a.Value) + `"`)
	}
	b.WriteString(" />")
	return b.String()
}
