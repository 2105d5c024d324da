package metadata

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

func media(t *testing.T, film bool, data []byte) string {
	t.Helper()
	read := ReadAudio
	if film {
		read = ReadVideo
	}
	d, _, err := read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestMedia: the members and their order are those the reference stores for the same bytes.
func TestMedia(t *testing.T) {
	t.Parallel()
	mp3 := bytes.Repeat(mp3Frame(9, 0, 1), 80)
	const mp3Members = `{"dataformat":"mp3","channels":2,"sample_rate":44100,"bitrate":128000,"channelmode":"joint stereo","bitrate_mode":"cbr","lossless":false,"encoder_options":"CBR128","compression_ratio":0.09070294784580499,"fileformat":"mp3","filesize":SIZE,"mime_type":"audio/mpeg","length":2,"length_formatted":"0:02"`
	const aac = `{"dataformat":"mp4","bitrate":64000,"codec":"ISO/IEC 14496-3 AAC","sample_rate":44100,"channels":2,"bits_per_sample":16,"lossless":false,"channelmode":"stereo","compression_ratio":0.045351473922902494`
	for name, c := range map[string]struct {
		data []byte
		film bool
		want string
	}{
		"mp3":      {mp3, false, mp3Members + `}`},
		"mp3 mono": {bytes.Repeat(mp3Frame(14, 1, 3), 50), false, `{"dataformat":"mp3","channels":1,"sample_rate":48000,"bitrate":320000,"channelmode":"mono","bitrate_mode":"cbr","lossless":false,"encoder_options":"CBR320","compression_ratio":0.4166666666666667,"fileformat":"mp3","filesize":48000,"mime_type":"audio/mpeg","length":1,"length_formatted":"0:01"}`},
		"mp3 vbr":  {mixedFrames(200), false, `{"dataformat":"mp3","channels":2,"sample_rate":44100,"bitrate":176000,"bitrate_mode":"vbr","channelmode":"joint stereo","lossless":false,"encoder_options":"VBR","compression_ratio":0.12471655328798185,"fileformat":"mp3","filesize":114800,"mime_type":"audio/mpeg","length":5,"length_formatted":"0:05"}`},
		"mp3 totals": {join(totalsFrame("Xing", 200, 115217, "LAME3.99r"), mixedFrames(200)), false,
			`{"dataformat":"mp3","channels":2,"sample_rate":44100,"bitrate":176426.03125,"channelmode":"joint stereo","bitrate_mode":"vbr","codec":"LAME","encoder":"LAME3.99r","lossless":false,"encoder_options":"VBR","compression_ratio":0.12501844618055555,"fileformat":"mp3","filesize":115217,"mime_type":"audio/mpeg","length":5,"length_formatted":"0:05"}`},
		"id3v1": {join(mp3, "TAG", "V1 title", zeros(22), "V1 artist", strings.Repeat(" ", 21), "V1 album", zeros(22), "1999", "comment", zeros(21), "\x00\x07\x11"), false,
			mp3Members + `,"title":"V1 title","artist":"V1 artist","album":"V1 album","year":"1999","comment":"comment","track_number":"7","genre":"Rock"}`},
		"id3v2.3": {join(tag(3, frame23("TIT2", "\x00Title \xdc"), frame23("TPE1", "\x01", utf16le("Artist")), frame23("TCON", "\x00(17)"), frame23("TRCK", "\x003/12"),
			frame23("TLEN", "\x002000"), frame23("COMM", "\x00eng\x00a comment"), frame23("TXXX", "\x00MyKey\x00my value"), frame23("WCOP", "http://x.example/"),
			frame23("PRIV", "ignored"), frame23("APIC", "\x00image/png\x00\x03\x00", smallPNG())), mp3), false,
			mp3Members + `,"title":"Title Ü","artist":"Artist","genre":"Rock","track_number":"3","comment":"a comment","text":"my value","copyright":"http://x.example/","totaltracks":"12","image":{"mime":"image/png","width":20,"height":15}}`},
		"id3v2.4": {join(tag(4, frame24("TIT2", "\x03Tïtle"), frame24("TPE1", "\x03A\x00B"), frame24("TDRC", "\x032011-02-03"), frame24("TCON", "\x03Jazz\x0017")), mp3), false,
			mp3Members + `,"title":"Tïtle","artist":"A","recording_time":"2011-02-03","genre":"Jazz","year":"2011"}`},
		"wav":       {wav(1, 1, 11025, 8, 1), false, `{"dataformat":"wav","bitrate_mode":"cbr","wformattag":1,"codec":"Pulse Code Modulation (PCM)","channels":1,"sample_rate":11025,"bitrate":88200,"bits_per_sample":8,"lossless":true,"channelmode":"mono","compression_ratio":1,"fileformat":"wav","filesize":11069,"mime_type":"audio/wav","length":1,"length_formatted":"0:01"}`},
		"wav float": {wav(3, 2, 48000, 32, 1), false, `{"dataformat":"wav","bitrate_mode":"cbr","wformattag":3,"codec":"IEEE Float","channels":2,"sample_rate":48000,"bitrate":3072000,"bits_per_sample":32,"lossless":false,"channelmode":"stereo","compression_ratio":1,"fileformat":"wav","filesize":384044,"mime_type":"audio/wav","length":1,"length_formatted":"0:01"}`},
		"flac":      {flac(), false, ``},
		"vorbis":    {oggVorbis(), false, ``},
		"opus":      {oggOpus(), false, ``},
		"mp4": {movie("isom", movieHeader(1000, 5000, 3600000000), videoTrack("avc1"), audioTrack(), coverAtoms()), true,
			`{"bitrate":32000,"filesize":SIZE,"mime_type":"video/mp4","length":5,"length_formatted":"0:05","width":640,"height":360,"fileformat":"mp4","dataformat":"quicktime","codec":"H.264/MPEG-4 AVC","audio":` + aac + `},"created_timestamp":1517155200,"image":{"mime":"image/png"}}`},
		"mp4 silent": {movie("isom", movieHeader(600, 3000, 0), videoTrack("hvc1")), true,
			`{"bitrate":96000,"filesize":SIZE,"mime_type":"video/quicktime","length":5,"length_formatted":"0:05","width":640,"height":360,"fileformat":"mp4","dataformat":"quicktime","codec":"H.265/HEVC","created_timestamp":-2082844800}`},
		"mov hour": {movie("qt  ", movieHeader(600, 3661*600, 2082844801), videoTrack("mp4v")), true,
			`{"bitrate":131,"filesize":SIZE,"mime_type":"video/quicktime","length":3661,"length_formatted":"1:01:01","width":640,"height":360,"fileformat":"quicktime","dataformat":"mpeg4","created_timestamp":1}`},
		"m4a": {movie("M4A ", movieHeader(1000, 5000, 3600000000), audioTrack()), false,
			aac + `,"fileformat":"mp4","filesize":SIZE,"mime_type":"audio/mp4","length":5,"length_formatted":"0:05","created_timestamp":1517155200}`},
		"webm": {webm(), true,
			`{"filesize":SIZE,"mime_type":"video/webm","length":5,"length_formatted":"0:05","width":640,"height":360,"fileformat":"webm","dataformat":"vp9","audio":{"dataformat":"opus","sample_rate":48000,"channels":2,"channelmode":"stereo"}}`},
		"unknown": {[]byte("no sound at all"), false, `{"filesize":15}`},
		"empty":   {nil, false, `{}`},
	} {
		got := media(t, c.film, c.data)
		if want := strings.Replace(c.want, "SIZE", number64(len(c.data)), 1); want != "" && got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func number64(n int) string { b, _ := json.Marshal(n); return string(b) }

func TestCompressedSound(t *testing.T) {
	t.Parallel()
	d, cover, err := ReadAudio(bytes.NewReader(flac()))
	if err != nil || cover == nil || !bytes.Equal(cover.Data, smallPNG()) {
		t.Fatalf("%v %v", cover, err)
	}
	size := float64(len(flac()))
	if d.Get("bitrate") != size*8/5 || d.Get("encoder") != "reference" || d.Get("length") != int64(5) || d.Get("lossless") != true {
		t.Errorf("%v", d)
	}
	d, _, _ = ReadAudio(bytes.NewReader(oggVorbis()))
	// Two pages of 4043 bytes and, behind the comments, 208 of the headers.
	if d.Get("bitrate") != float64((2*4043+208)*8)/4 && d.Get("bitrate") != int64((2*4043+208)*8/4) || d.Get("length") != int64(4) || d.Get("mime_type") != "application/ogg" || d.Get("encoder") != "Xiph" {
		t.Errorf("%v", d)
	}
	d, _, _ = ReadAudio(bytes.NewReader(oggOpus()))
	if d.Get("bitrate") != 4043.0*8/3 || d.Get("length") != int64(3) || d.Get("dataformat") != "opus" {
		t.Errorf("%v", d)
	}
}

// TestBrokenReader: the reader's own error comes through, it is not taken for damage.
func TestBrokenReader(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk gone")
	for name, read := range map[string]func(io.ReadSeeker) error{
		"audio": func(r io.ReadSeeker) error { _, _, err := ReadAudio(r); return err },
		"video": func(r io.ReadSeeker) error { _, _, err := ReadVideo(r); return err },
		"image": func(r io.ReadSeeker) error { _, _, err := ReadImage(r, ""); return err },
	} {
		if err := read(&brokenReader{bytes.NewReader(flac()), broken}); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type brokenReader struct {
	*bytes.Reader
	err error
}

func (b *brokenReader) Read([]byte) (int, error) { return 0, b.err }

// TestHostile: sizes that lie and structures that nest or repeat cost little.
func TestHostile(t *testing.T) {
	nested := []byte("x")
	for range 2000 {
		nested = atom("moov", nested)
	}
	mkv := []byte{}
	for range 2000 {
		mkv = ebml("\x18\x53\x80\x67", mkv)
	}
	same := bytes.Repeat(frame23("TIT2", "\x00x"), 400_000)
	for name, data := range map[string][]byte{
		"nested atoms":     join(atom("ftyp", "isom", be32(0)), nested),
		"empty atoms":      join(atom("ftyp", "isom", be32(0)), bytes.Repeat(atom("free"), 300_000)),
		"atom of 2^63":     join(atom("ftyp", "isom", be32(0)), be32(1), "moov", "\x7f\xff\xff\xff\xff\xff\xff\xff"),
		"atom of 2^64":     join(atom("ftyp", "isom", be32(0)), be32(1), "moov", "\xff\xff\xff\xff\xff\xff\xff\xff"),
		"nested elements":  join(ebml("\x1a\x45\xdf\xa3"), mkv),
		"repeated frames":  join("ID3\x03\x00\x00", sync4(len(same)), same),
		"id3 of 256 MiB":   []byte("ID3\x03\x00\x00\x7f\x7f\x7f\x7fTIT2\x7f\xff\xff\xff\x00\x00x"),
		"flac picture":     join("fLaC\x06\x00\x00\x20", be32(3), be32(1<<31), zeros(24)),
		"wav chunks":       join("RIFF\x00\x00\x00\x00WAVE", bytes.Repeat(join("junk", le32(0)), 300_000)),
		"ogg comments":     join(oggPage(2, 0, 0, join("\x01vorbis", zeros(23))), oggPage(0, 0, 1, join("\x03vorbis", le32(0), le32(1<<32-1), zeros(2000)))),
		"sync words":       bytes.Repeat([]byte{0xff}, 4<<20),
		"frames of 1 byte": bytes.Repeat([]byte{0xff, 0xfb, 0x90}, 1<<20),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		media(t, false, data)
		media(t, true, data)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 80<<20 {
			t.Errorf("%s: allocated %d MiB", name, used>>20)
		}
		t.Logf("%s: %v", name, time.Since(start))
	}
}

// FuzzMedia: any bytes give well-formed details, whose length is never negative.
func FuzzMedia(f *testing.F) {
	for _, seed := range [][]byte{
		mixedFrames(4), join(totalsFrame("Info", 4, 100, ""), mixedFrames(4)), join(tag(3, frame23("TIT2", "\x01", utf16le("x")), frame23("APIC", "\x00image/png\x00\x03\x00", smallPNG())), mixedFrames(3)),
		join(tag(4, frame24("COMM", "\x03engx\x00y")), mixedFrames(3)), join(tag(2, join("TT2\x00\x00\x02", "\x00x"))), wav(1, 2, 8000, 16, 1)[:600], flac()[:2000], oggVorbis(), oggOpus(),
		movie("isom", movieHeader(1000, 5000, 1), videoTrack("avc1"), audioTrack(), coverAtoms())[:3000], webm(),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func(io.ReadSeeker) (Details, *Cover, error){ReadAudio, ReadVideo} {
			d, cover, err := read(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal(d)
			if err != nil || !json.Valid(b) {
				t.Fatalf("%s %v", b, err)
			}
			if length, ok := d.Get("length").(int64); ok && length < 0 {
				t.Fatalf("%s", b)
			}
			if cover != nil && len(cover.Data) > len(data)*2 {
				t.Fatalf("cover of %d bytes", len(cover.Data))
			}
		}
	})
}
