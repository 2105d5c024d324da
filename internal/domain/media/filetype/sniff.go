package filetype

import (
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"quoin/internal/domain/media/imaging"
)

// imageType names the image whose header the bytes begin with, if it is one that has an extension to
// correct to.
func imageType(head []byte) string {
	switch f := imaging.Sniff(head); f {
	case "", imaging.ICO:
		return ""
	default:
		return f.MIME()
	}
}

// imageExtension is the extension a wrongly named image gets.
// Compat (TestCheck): every HEIF variant becomes heic.
func imageExtension(mime string) string {
	switch mime {
	case "image/jpeg":
		return "jpg"
	case "image/tiff":
		return "tif"
	}
	return strings.TrimPrefix(mime, "image/")
}

// sniff names the type of a file's first bytes as this package's rules spell it.
func sniff(head []byte) string {
	found, _, _ := strings.Cut(mimetype.Detect(head).String(), ";")
	switch found {
	case "text/rtf", "application/rtf":
		return "text/rtf"
	case "application/x-subrip", "text/tab-separated-values":
		return "text/plain"
	}
	return found
}

// ole is the container of old office documents; which one it is stands too deep inside to tell always.
const ole = "application/x-ole-storage"

// agree reports whether content of type found may go by the name of type expected.
func agree(expected, found string) bool {
	major, _, _ := strings.Cut(expected, "/")
	switch {
	case expected == found:
		return true
	case found == "application/octet-stream", found == "application/zip":
		return major == "application" || major == "video" || major == "audio"
	case found == ole:
		return strings.HasPrefix(expected, "application/vnd.ms-") || expected == "application/msword"
	case strings.HasPrefix(found, "video/"), strings.HasPrefix(found, "audio/"), found == "application/ogg":
		return sameMedium(major, found)
	case found == "text/plain":
		return oneOf(expected, "text/csv", "text/richtext", "text/vtt")
	case found == "text/csv":
		return oneOf(expected, "text/plain")
	case found == "text/rtf":
		return oneOf(expected, "text/plain", "application/rtf")
	}
	return false
}

// sameMedium: containers hold sound and images alike, and detectors guess at the subtype.
func sameMedium(major, found string) bool {
	if found == "application/ogg" {
		return major == "audio" || major == "video"
	}
	return strings.HasPrefix(found, major+"/")
}

func oneOf(s string, list ...string) bool {
	for _, v := range list {
		if s == v {
			return true
		}
	}
	return false
}
