package metadata

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"quoin/internal/domain/media/imaging"
)

// Cover is the image embedded in a sound or video.
type Cover struct {
	MIME string
	Data []byte
}

// maxCover bounds an embedded image; larger ones are treated as absent.
const maxCover = 10 << 20

// analysis is what the format readers find out.
type analysis struct {
	format   string // container
	mime     string
	seconds  float64
	audio    Details
	video    video
	created  int64
	dated    bool // created is known
	tags     Details
	cover    *Cover
	measured bool // the dimensions of the cover are printed
}

type video struct {
	present       bool
	width, height int
	dataFormat    string
	codec         string
	bitrate       float64
}

// ReadAudio describes a sound file: its audio members, then fileformat, filesize, mime_type, length,
// length_formatted, created_timestamp, tags, and image ({mime, width, height} of an embedded cover).
// Of a format it does not know it tells the filesize only.
func ReadAudio(r io.ReadSeeker) (Details, *Cover, error) {
	src, a, err := analyze(r)
	if err != nil {
		return nil, nil, err
	}
	d := append(Details{}, a.audio...)
	d.addText("fileformat", a.format)
	a.addFile(&d, src.size)
	a.addRest(&d)
	return d, a.cover, nil
}

// ReadVideo describes a video: bitrate, filesize, mime_type, length, length_formatted, width, height,
// fileformat, dataformat, codec, audio, created_timestamp, tags and image, as far as known.
func ReadVideo(r io.ReadSeeker) (Details, *Cover, error) {
	src, a, err := analyze(r)
	if err != nil {
		return nil, nil, err
	}
	d := Details{}
	d.addNumber("bitrate", math.Trunc(a.video.bitrate))
	a.addFile(&d, src.size)
	d.addNumber("width", float64(a.video.width))
	d.addNumber("height", float64(a.video.height))
	d.addText("fileformat", a.format)
	d.addText("dataformat", a.video.dataFormat)
	d.addText("codec", a.video.codec)
	if len(a.audio) > 0 {
		d.add("audio", a.audio)
	}
	a.addRest(&d)
	return d, a.cover, nil
}

func analyze(r io.ReadSeeker) (*source, *analysis, error) {
	src, err := newSource(r)
	if err != nil {
		return nil, nil, err
	}
	a := &analysis{}
	start := readID3(src, a)
	head := src.upTo(start, 16)
	has := func(at int, s string) bool { return len(head) >= at+len(s) && string(head[at:at+len(s)]) == s }
	switch {
	case has(0, "fLaC"):
		readFLAC(src, start, a)
	case has(0, "OggS"):
		readOgg(src, start, a)
	case has(0, "RIFF") && has(8, "WAVE"):
		readWAV(src, start, a)
	case has(0, "\x1a\x45\xdf\xa3"):
		readMatroska(src, start, a)
	case has(4, "ftyp"), has(4, "moov"), has(4, "mdat"), has(4, "wide"), has(4, "free"), has(4, "skip"), has(4, "pnot"):
		readMP4(src, start, a)
	default:
		readMP3(src, start, a)
	}
	return src, a, src.err
}

// addFile adds the members about the file as a whole.
func (a *analysis) addFile(d *Details, size int64) {
	d.addNumber("filesize", float64(size))
	d.addText("mime_type", a.mime)
	if seconds := math.Round(a.seconds); a.seconds > 0 && seconds < 1<<31 {
		if seconds >= 1 { // below half a second the length prints as 0
			d.add("length", int64(seconds))
		} else {
			d.add("length", int64(0))
		}
		d.add("length_formatted", clock(int64(seconds)))
	}
}

func (a *analysis) addRest(d *Details) {
	if a.dated {
		d.add("created_timestamp", a.created)
	}
	for _, tag := range a.tags {
		if d.Get(tag.Name) == nil { // what was measured wins over what a tag claims
			*d = append(*d, tag)
		}
	}
	if a.cover == nil {
		return
	}
	image := Details{{"mime", a.cover.MIME}}
	if h, err := imaging.Probe(bytes.NewReader(a.cover.Data)); err == nil && a.measured {
		image.add("width", int64(h.Width))
		image.add("height", int64(h.Height))
	}
	d.add("image", image)
}

// clock prints seconds as m:ss or h:mm:ss.
func clock(seconds int64) string {
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

func channelMode(channels int) string {
	switch channels {
	case 1:
		return "mono"
	case 2:
		return "stereo"
	}
	return ""
}

// addRatio adds how the rate compares with that of plain samples.
func addRatio(d *Details, bitrate float64, channels, rate, bits int) {
	if bits == 0 {
		bits = 16
	}
	if plain := float64(channels) * float64(rate) * float64(bits); plain > 0 {
		d.addNumber("compression_ratio", bitrate/plain)
	}
}
