package metadata

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"unicode/utf16"
)

// The builders here write just enough of each format for a reader to recognise it.

func be32(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }
func be16(v uint16) []byte { return binary.BigEndian.AppendUint16(nil, v) }
func le32(v uint32) []byte { return binary.LittleEndian.AppendUint32(nil, v) }
func le16(v uint16) []byte { return binary.LittleEndian.AppendUint16(nil, v) }

func join(parts ...any) []byte {
	var out []byte
	for _, p := range parts {
		switch v := p.(type) {
		case string:
			out = append(out, v...)
		case []byte:
			out = append(out, v...)
		}
	}
	return out
}

func zeros(n int) []byte { return make([]byte, n) }

func smallPNG() []byte {
	var b bytes.Buffer
	png.Encode(&b, image.NewGray(image.Rect(0, 0, 20, 15)))
	return b.Bytes()
}

func smallJPEG() []byte {
	var b bytes.Buffer
	m := image.NewGray(image.Rect(0, 0, 16, 16))
	m.SetGray(3, 3, color.Gray{200})
	jpeg.Encode(&b, m, nil)
	return b.Bytes()
}

// withSegments puts marker segments behind the first marker of a JPEG.
func withSegments(jpg []byte, segments ...[]byte) []byte {
	out := append([]byte{}, jpg[:2]...)
	for _, s := range segments {
		out = append(out, s...)
	}
	return append(out, jpg[2:]...)
}

func segment(marker byte, body []byte) []byte {
	return join([]byte{0xff, marker}, be16(uint16(len(body)+2)), body)
}

type tiffEntry struct {
	tag, kind uint16
	count     uint32
	value     []byte
}

func ascii(tag uint16, s string) tiffEntry {
	return tiffEntry{tag, 2, uint32(len(s) + 1), append([]byte(s), 0)}
}
func short(tag, v uint16) tiffEntry { return tiffEntry{tag, 3, 1, be16(v)} }
func rational(tag uint16, n, d uint32) tiffEntry {
	return tiffEntry{tag, 5, 1, join(be32(n), be32(d))}
}

// exifSegment writes two directories of a big-endian TIFF structure.
func exifSegment(ifd0, exifIFD []tiffEntry) []byte {
	const header = 8
	second := header + 2 + 12*(len(ifd0)+1) + 4
	dataAt := second + 2 + 12*len(exifIFD) + 4
	var data []byte
	directory := func(entries []tiffEntry) []byte {
		out := be16(uint16(len(entries)))
		for _, e := range entries {
			value := append([]byte{}, e.value...)
			if len(value) > 4 {
				value = be32(uint32(dataAt + len(data)))
				data = append(data, e.value...)
			}
			out = join(out, be16(e.tag), be16(e.kind), be32(e.count), append(value, zeros(4-len(value))...))
		}
		return append(out, 0, 0, 0, 0)
	}
	first := directory(append(append([]tiffEntry{}, ifd0...), tiffEntry{0x8769, 4, 1, be32(uint32(second))}))
	rest := directory(exifIFD)
	return segment(0xe1, join("Exif\x00\x00", "MM\x00*", be32(header), first, rest, data))
}

func iptcSegment(values ...string) []byte {
	var b []byte
	for i := 0; i+1 < len(values); i += 2 {
		b = join(b, []byte{0x1c, 2, values[i][0]}, be16(uint16(len(values[i+1]))), values[i+1])
	}
	return segment(0xed, join("Photoshop 3.0\x00", "8BIM\x04\x04\x00\x00", be32(uint32(len(b))), b))
}

func xmpPacket(items ...string) string {
	var b strings.Builder
	b.WriteString(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="` + nsRDF + `"><rdf:Description xmlns:Iptc4xmpCore="` + nsIPTC + `"><Iptc4xmpCore:AltTextAccessibility><rdf:Alt>`)
	for i := 0; i+1 < len(items); i += 2 {
		b.WriteString(`<rdf:li xml:lang="` + items[i] + `">` + items[i+1] + `</rdf:li>`)
	}
	b.WriteString(`</rdf:Alt></Iptc4xmpCore:AltTextAccessibility></rdf:Description></rdf:RDF></x:xmpmeta>`)
	return b.String()
}

// mp3Frame writes an MPEG 1 layer III frame: index into the table of rates, rate, mode.
func mp3Frame(bitrate, rate, mode byte) []byte {
	b := []byte{0xff, 0xfb, bitrate<<4 | rate<<2, mode << 6}
	f, _ := parseFrame(b)
	return append(b, zeros(f.size-4)...)
}

func mixedFrames(n int) []byte {
	var out []byte
	for i := range n {
		out = append(out, mp3Frame(9+byte(i%4), 0, 1)...)
	}
	return out
}

// totalsFrame writes the silent frame in which encoders count frames and bytes.
func totalsFrame(kind string, frames, size uint32, encoder string) []byte {
	f := mp3Frame(9, 0, 1)
	copy(f[36:], join(kind, be32(3), be32(frames), be32(size), encoder))
	return f
}

func sync4(n int) []byte {
	return []byte{byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}
}

func frame23(id string, body ...any) []byte {
	b := join(body...)
	return join(id, be32(uint32(len(b))), "\x00\x00", b)
}

func frame24(id string, body ...any) []byte {
	b := join(body...)
	return join(id, sync4(len(b)), "\x00\x00", b)
}

func tag(version byte, frames ...[]byte) []byte {
	body := bytes.Join(frames, nil)
	return join("ID3", []byte{version, 0, 0}, sync4(len(body)+16), body, zeros(16))
}

func utf16le(s string) []byte {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, le16(u)...)
	}
	return out
}

func wav(format, channels uint16, rate uint32, bits uint16, seconds int) []byte {
	block := channels * bits / 8
	data := zeros(int(rate) * int(block) * seconds)
	body := join("WAVEfmt ", le32(16), le16(format), le16(channels), le32(rate), le32(rate*uint32(block)), le16(block), le16(bits), "data", le32(uint32(len(data))), data)
	return join("RIFF", le32(uint32(len(body))), body)
}

func vorbisComments(vendor string, comments ...string) []byte {
	out := join(le32(uint32(len(vendor))), vendor, le32(uint32(len(comments))))
	for _, c := range comments {
		out = join(out, le32(uint32(len(c))), c)
	}
	return out
}

func flac() []byte {
	info := join(be16(4096), be16(4096), zeros(6), binary.BigEndian.AppendUint64(nil, 44100<<44|1<<41|15<<36|44100*5), zeros(16))
	comments := vorbisComments("reference", "TITLE=x")
	cover := smallPNG()
	picture := join(be32(3), be32(9), "image/png", be32(0), zeros(16), be32(uint32(len(cover))), cover)
	block := func(kind byte, b []byte) []byte { return join([]byte{kind}, be32(uint32(len(b)))[1:], b) }
	return join("fLaC", block(0, info), block(4, comments), block(0x86, picture), "\xff\xf8", zeros(40000))
}

func oggPage(flags byte, granule uint64, sequence uint32, packets ...[]byte) []byte {
	var lacing, data []byte
	for _, p := range packets {
		for n := len(p); ; n -= 255 {
			lacing = append(lacing, byte(min(n, 255)))
			if n < 255 {
				break
			}
		}
		data = append(data, p...)
	}
	return join("OggS\x00", []byte{flags}, binary.LittleEndian.AppendUint64(nil, granule), le32(7), le32(sequence), le32(0), []byte{byte(len(lacing))}, lacing, data)
}

func oggVorbis() []byte {
	ident := join("\x01vorbis", le32(0), "\x02", le32(44100), le32(0), le32(128000), le32(0), "\xb8\x01")
	return join(oggPage(2, 0, 0, ident), oggPage(0, 0, 1, join("\x03vorbis", vorbisComments("Xiph", "TITLE=Ogg"), "\x01"), join("\x05vorbis", zeros(200))),
		oggPage(0, 44100, 2, zeros(4000)), oggPage(0, 88200, 3, zeros(4000)), oggPage(4, 44100*4, 4, zeros(3000)))
}

func oggOpus() []byte {
	return join(oggPage(2, 0, 0, join("OpusHead\x01\x02", le16(312), le32(48000), "\x00\x00\x00")),
		oggPage(0, 0, 1, join("OpusTags", vorbisComments("test", "TITLE=Opus"))), oggPage(0, 96000, 2, zeros(4000)), oggPage(4, 144000, 3, zeros(3000)))
}

func atom(kind string, body ...any) []byte {
	b := join(body...)
	return join(be32(uint32(len(b)+8)), kind, b)
}

func movieHeader(scale, duration, created uint32) []byte {
	return atom("mvhd", be32(0), be32(created), be32(created), be32(scale), be32(duration), zeros(80))
}

func mediaTrack(handler string, width, height uint32, entry []byte) []byte {
	return atom("trak", atom("tkhd", be32(7), zeros(72), be32(width<<16), be32(height<<16)),
		atom("mdia", atom("hdlr", be32(0), be32(0), handler, zeros(12)), atom("minf", atom("stbl", atom("stsd", be32(0), be32(1), entry)))))
}

func videoTrack(codec string) []byte {
	return mediaTrack("vide", 640, 360, atom(codec, zeros(6), be16(1), zeros(16), be16(640), be16(360), zeros(50)))
}

func audioTrack() []byte {
	esds := atom("esds", be32(0), "\x03\x19\x00\x01\x00", "\x04\x11\x40\x15\x00\x00\x00", be32(96000), be32(64000), "\x05\x02\x12\x10")
	return mediaTrack("soun", 0, 0, atom("mp4a", zeros(6), be16(1), zeros(8), be16(2), be16(16), zeros(4), be32(44100<<16), esds))
}

func movie(brand string, inside ...any) []byte {
	return join(atom("ftyp", brand, be32(512), brand), atom("moov", inside...), atom("mdat", zeros(60000)))
}

func coverAtoms() []byte {
	data := atom("data", be32(14), be32(0), smallPNG())
	return atom("udta", atom("meta", be32(0), atom("ilst", atom("covr", data))))
}

func ebml(id string, body ...any) []byte {
	b := join(body...)
	return join(id, []byte{0x10 | byte(len(b)>>24), byte(len(b) >> 16), byte(len(b) >> 8), byte(len(b))}, b)
}

func webm() []byte {
	info := ebml("\x15\x49\xa9\x66", ebml("\x2a\xd7\xb1", "\x0f\x42\x40"), ebml("\x44\x89", "\x45\x9c\x40\x00")) // 5000 ms
	picture := ebml("\xae", ebml("\x83", "\x01"), ebml("\x86", "V_VP9"), ebml("\xe0", ebml("\xb0", "\x02\x80"), ebml("\xba", "\x01\x68")))
	sound := ebml("\xae", ebml("\x83", "\x02"), ebml("\x86", "A_OPUS"), ebml("\xe1", ebml("\xb5", "\x47\x3b\x80\x00"), ebml("\x9f", "\x02")))
	return join(ebml("\x1a\x45\xdf\xa3", ebml("\x42\x82", "webm")), ebml("\x18\x53\x80\x67", info, ebml("\x16\x54\xae\x6b", picture, sound), zeros(100)))
}
