package wxrgen

import "fmt"

// length is how many bytes a text gets at least.
func (w *writer) length() int { return w.between(w.text*9/16, w.text*23/16) }

// blockContent appends block markup.
func (w *writer) blockContent(b []byte, imageID int64, imageURL string) []byte {
	size := len(b) + w.length()
	for len(b) < size {
		switch w.rng.IntN(10) {
		case 0:
			b = append(b, "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">"...)
			b = w.phrase(b, w.between(2, 6))
			b = append(b, "</h2>\n<!-- /wp:heading -->\n\n"...)
		case 1:
			b = append(b, "<!-- wp:list -->\n<ul class=\"wp-block-list\">"...)
			for range w.between(2, 5) {
				b = append(b, "<!-- wp:list-item -->\n<li>"...)
				b = w.phrase(b, w.between(3, 10))
				b = append(b, "</li>\n<!-- /wp:list-item -->\n"...)
			}
			b = append(b, "</ul>\n<!-- /wp:list -->\n\n"...)
		case 2:
			b = append(b, "<!-- wp:quote -->\n<blockquote class=\"wp-block-quote\"><!-- wp:paragraph -->\n<p>"...)
			b = w.sentences(b, 2)
			b = append(b, "</p>\n<!-- /wp:paragraph --><cite>"...)
			b = w.phrase(b, 2)
			b = append(b, "</cite></blockquote>\n<!-- /wp:quote -->\n\n"...)
		case 3:
			if imageID == 0 {
				continue
			}
			b = fmt.Appendf(b, "<!-- wp:image {\"id\":%d,\"sizeSlug\":\"large\"} -->\n<figure class=\"wp-block-image size-large\"><img src=\"%s\" alt=\"\" class=\"wp-image-%[1]d\"/></figure>\n<!-- /wp:image -->\n\n", imageID, imageURL)
		default:
			b = append(b, "<!-- wp:paragraph -->\n<p>"...)
			b = w.sentences(b, w.between(2, 6))
			b = append(b, "</p>\n<!-- /wp:paragraph -->\n\n"...)
		}
	}
	return b
}

// classicContent appends text with line breaks for paragraphs.
func (w *writer) classicContent(b []byte) []byte {
	size := len(b) + w.length()
	for len(b) < size {
		switch w.rng.IntN(8) {
		case 0:
			b = append(b, "<h3>"...)
			b = w.phrase(b, w.between(2, 6))
			b = append(b, "</h3>\n"...)
		case 1:
			b = append(b, "<blockquote>"...)
			b = w.sentences(b, 2)
			b = append(b, "</blockquote>\n\n"...)
		default:
			b = w.sentences(b, w.between(2, 5))
			b = append(b, " <em>"...)
			b = w.phrase(b, 2)
			b = append(b, "</em> "...)
			b = w.sentences(b, w.between(1, 3))
			b = append(b, "\n\n"...)
		}
		if w.chance(10) {
			b = append(b, "<!--more-->\n\n"...)
		}
		if w.chance(20) { // what a CDATA section cannot hold in one piece
			b = append(b, "<code>a[b[0]]>1</code>\n\n"...)
		}
	}
	return b
}
