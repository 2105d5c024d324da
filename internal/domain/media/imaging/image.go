package imaging

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// model says what the planes of an image hold.
type model uint8

const (
	modelGray model = iota // Y
	modelYUV               // Y, Cb, Cr
	modelRGB               // R, G, B
	modelRGBA              // R, G, B premultiplied, A
)

// plane is one channel. Its samples may be coarser than the image's pixels (sx, sy of them a
// sample), and its first sample may begin before the image's edge (px, py <= 0): that is what a
// flip or an odd crop leaves of subsampled chroma.
type plane struct {
	pix    []byte
	w, h   int
	stride int
	sx, sy int
	px, py int
}

func newPlane(w, h int) plane {
	return plane{pix: make([]byte, w*h), w: w, h: h, stride: w, sx: 1, sy: 1}
}

func (p plane) row(y int) []byte { return p.pix[y*p.stride : y*p.stride+p.w] }

// Image is a decoded image: upright or not, whole or cut, ready to be resized and encoded. It is
// not safe for concurrent use. Operations return new images and leave their receiver as it was.
type Image struct {
	format        Format
	model         model
	studio        bool // luma and chroma of modelYUV span 16..235 and 16..240, as in WebP
	width, height int
	planes        []plane
	profile       []byte // ICC colour profile, nil if none or not known
	indexed       bool   // the source had a colour table
	lossless      bool   // the source was a lossless WebP

	gate  *Gate
	close func()
}

// Width returns the number of pixels in a row.
func (p *Image) Width() int { return p.width }

// Height returns the number of rows.
func (p *Image) Height() int { return p.height }

// Format returns the format the image was decoded from, which is the one Encode writes.
func (p *Image) Format() Format { return p.format }

// Close gives the memory reserved for a decoded image back to its Gate. Images derived from it
// share that reservation: close the decoded one when all of them are done with. Closing twice is
// harmless.
func (p *Image) Close() {
	if p.close != nil {
		p.close()
		p.close = nil
	}
}

// derive returns an image like p with other planes.
func (p *Image) derive(width, height int, planes []plane) *Image {
	q := *p
	q.width, q.height, q.planes, q.close = width, height, planes, nil
	return &q
}

// inParallel cuts n rows into strips and runs them on up to workers goroutines. When one
// panics the caller does: in a goroutine of its own nobody could recover, and the program
// would end.
func inParallel(n, align, workers int, strip func(from, to int)) {
	if workers < 2 || n < 4*align {
		strip(0, n)
		return
	}
	step := (n/(workers*2)/align + 1) * align
	var wg sync.WaitGroup
	next := make(chan int, n/step+1)
	for from := 0; from < n; from += step {
		next <- from
	}
	close(next)
	panicked := make(chan error, workers)
	for range workers {
		wg.Go(func() {
			defer func() {
				if err := panicError(recover()); err != nil {
					panicked <- err
				}
			}()
			for from := range next {
				strip(from, min(from+step, n))
			}
		})
	}
	wg.Wait()
	select {
	case err := <-panicked:
		panic(err)
	default:
	}
}

// panicError is what recover returned as an error with its stack, nil for nil.
func panicError(v any) error {
	if v == nil {
		return nil
	}
	return fmt.Errorf("panic: %v\n%s", v, debug.Stack())
}
