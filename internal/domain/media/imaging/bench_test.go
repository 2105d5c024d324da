package imaging

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/draw"
)

// allPlacements is what an upload of a large photograph makes.
func allPlacements(w, h int) []Placement {
	var out []Placement
	for _, s := range append(DefaultSizes(), Size{Name: "scaled", Width: BigThreshold, Height: BigThreshold}) {
		if p, ok := s.Place(w, h); ok {
			out = append(out, p)
		}
	}
	return out
}

var bigPhoto = sync.OnceValue(func() []byte {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, photo(4000, 3000), &jpeg.Options{Quality: 88}); err != nil {
		panic(err)
	}
	return buf.Bytes()
})

func makeAll(tb testing.TB, data []byte) map[int]SubSize {
	p, err := Decode(context.Background(), testGate(), bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	defer p.Close()
	out := map[int]SubSize{}
	err = p.SubSizes(context.Background(), allPlacements(p.Width(), p.Height()), func(s SubSize) error {
		out[s.Index] = s
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// BenchmarkSubSizes decodes one photograph of 12 megapixels and makes all its sub-sizes.
//
//	go test -run '^$' -bench SubSizes ./internal/domain/media/imaging
func BenchmarkSubSizes(b *testing.B) {
	data := bigPhoto()
	for _, procs := range []int{1, 2} {
		b.Run("quoin/procs="+strconv.Itoa(procs), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			peak := watchHeap()
			var made map[int]SubSize
			for b.Loop() {
				made = makeAll(b, data)
			}
			b.ReportMetric(float64(peak())/(1<<20), "peak-MiB")
			reportQuality(b, data, made)
		})
	}
	b.Run("catmullrom", func(b *testing.B) {
		peak := watchHeap()
		var made map[int]SubSize
		for b.Loop() {
			made = catmullRom(b, data)
		}
		b.ReportMetric(float64(peak())/(1<<20), "peak-MiB")
		reportQuality(b, data, made)
	})
	b.Run("gd", func(b *testing.B) { benchTool(b, data, gd) })
	b.Run("magick", func(b *testing.B) { benchTool(b, data, magick) })
}

// reportQuality compares every result with a Lanczos resize of the decoded source in floating point,
// both sent through the same encoder, and reports the worst.
func reportQuality(b *testing.B, data []byte, made map[int]SubSize) {
	b.StopTimer()
	b.ReportMetric(worstPSNR(b, data, made), "worst-dB")
}

func worstPSNR(tb testing.TB, data []byte, made map[int]SubSize) float64 {
	source := decodeImage(tb, data)
	worst := 99.0
	for i, pl := range allPlacements(source.Bounds().Dx(), source.Bounds().Dy()) {
		want := encodeJPEG(tb, lanczosReference(source, pl.Source, pl.Width, pl.Height), JPEGQuality)
		worst = min(worst, psnr(decodeImage(tb, want), decodeImage(tb, made[i].Data)))
	}
	return worst
}

// watchHeap samples the heap in use until the returned function is called, which reports its peak.
func watchHeap() func() uint64 {
	runtime.GC()
	stop, result := make(chan struct{}), make(chan uint64)
	go func() {
		inUse := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
		peak := uint64(0)
		for {
			select {
			case <-stop:
				result <- peak
				return
			case <-time.After(2 * time.Millisecond):
				metrics.Read(inUse)
				peak = max(peak, inUse[0].Value.Uint64()+inUse[1].Value.Uint64())
			}
		}
	}()
	return func() uint64 { close(stop); return <-result }
}

// catmullRom is the plain way: decode, resize each size from the full image, encode.
func catmullRom(b *testing.B, data []byte) map[int]SubSize {
	src, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	out := map[int]SubSize{}
	for i, pl := range allPlacements(src.Bounds().Dx(), src.Bounds().Dy()) {
		dst := image.NewRGBA(image.Rect(0, 0, pl.Width, pl.Height))
		draw.CatmullRom.Scale(dst, dst.Rect, src, pl.Source, draw.Src, nil)
		out[i] = SubSize{Index: i, Data: encodeJPEG(b, dst, JPEGQuality)}
	}
	return out
}

// tool makes the command that writes size i to dir/i.jpg for all sizes in one process; "" when it is
// not installed.
type tool func(dir string, placements []Placement) *exec.Cmd

func benchTool(b *testing.B, data []byte, t tool) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in.jpg"), data, 0o600); err != nil {
		b.Fatal(err)
	}
	placements := allPlacements(4000, 3000)
	if t(dir, placements) == nil {
		b.Skip("not installed")
	}
	for b.Loop() {
		if out, err := t(dir, placements).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
	b.StopTimer()
	made := map[int]SubSize{}
	for i := range placements {
		enc, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(i)+".jpg"))
		if err != nil {
			b.Fatal(err)
		}
		made[i] = SubSize{Index: i, Data: enc}
	}
	reportQuality(b, data, made)
}

func gd(dir string, placements []Placement) *exec.Cmd {
	php, err := exec.LookPath("php")
	if err != nil || exec.Command(php, "-r", "exit(function_exists('imagecopyresampled') ? 0 : 1);").Run() != nil {
		return nil
	}
	var script strings.Builder
	script.WriteString("ini_set('memory_limit','-1'); chdir($argv[1]); $s=imagecreatefromjpeg('in.jpg');")
	for i, pl := range placements {
		args := []int{0, 0, pl.Source.Min.X, pl.Source.Min.Y, pl.Width, pl.Height, pl.Source.Dx(), pl.Source.Dy()}
		script.WriteString("$d=imagecreatetruecolor(" + strconv.Itoa(pl.Width) + "," + strconv.Itoa(pl.Height) + "); imagecopyresampled($d,$s")
		for _, a := range args {
			script.WriteString("," + strconv.Itoa(a))
		}
		script.WriteString("); imagejpeg($d,'" + strconv.Itoa(i) + ".jpg'," + strconv.Itoa(JPEGQuality) + ");")
	}
	return exec.Command(php, "-r", script.String(), dir)
}

// magick uses ImageMagick 6 or 7; other programs of these names are told apart by their version.
func magick(dir string, placements []Placement) *exec.Cmd {
	for _, name := range []string{"magick", "convert"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if exec.Command(path, "xc:red[1x1]", "-resize", "1x1", "jpeg:"+os.DevNull).Run() != nil {
			continue
		}
		args := []string{filepath.Join(dir, "in.jpg"), "-quality", strconv.Itoa(JPEGQuality), "-filter", "Lanczos"}
		for i, pl := range placements {
			crop := strconv.Itoa(pl.Source.Dx()) + "x" + strconv.Itoa(pl.Source.Dy()) + "+" + strconv.Itoa(pl.Source.Min.X) + "+" + strconv.Itoa(pl.Source.Min.Y)
			args = append(args, "(", "+clone", "-crop", crop, "+repage", "-resize", strconv.Itoa(pl.Width)+"x"+strconv.Itoa(pl.Height)+"!",
				"-write", filepath.Join(dir, strconv.Itoa(i)+".jpg"), "+delete", ")")
		}
		return exec.Command(path, append(args, "null:")...)
	}
	return nil
}
