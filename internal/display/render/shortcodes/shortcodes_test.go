package shortcodes

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/display/render"
)

// library is a site of one entry and a few files. Only what shortcodes ask
// for is answered; the rest would panic.
type library struct {
	render.Source
	theme    render.Theme
	request  render.Request
	attached []*render.Image
}

const uploads = "http://site.example/files"

var files = map[int64]*render.Image{
	11: {ID: 11, MIME: "image/jpeg", Title: "Lake", Alt: "A lake", File: "2020/lake.jpg", URL: uploads + "/2020/lake.jpg",
		Permalink: "http://site.example/lake/", Width: 600, Height: 400,
		Sizes: []render.ImageSize{{Name: "thumbnail", File: "lake-150x150.jpg", Width: 150, Height: 150, MIME: "image/jpeg"}}},
	12: {ID: 12, MIME: "image/png", Title: "Tower", Caption: `The "old" tower`, File: "2020/tower.png", URL: uploads + "/2020/tower.png",
		Permalink: "http://site.example/tower/", Width: 100, Height: 200},
	21: {ID: 21, MIME: "audio/mpeg", Title: "Song", Caption: "Café </script>", File: "2020/song.mp3", URL: uploads + "/2020/song.mp3",
		Length: 3725, Audio: map[string]string{"artist": "Ana", "year": "1999"}, FeaturedID: 11},
	22: {ID: 22, MIME: "audio/wav", File: "2020/noise.wav", URL: uploads + "/2020/noise.wav"},
	31: {ID: 31, MIME: "video/mp4", Title: "Film", File: "2020/film.mp4", URL: uploads + "/2020/film.mp4", Width: 320, Height: 240, Length: 5},
}

func (l library) Site(context.Context) *render.Site {
	return &render.Site{UploadsURL: uploads, IncludesURL: "http://site.example/own",
		ImageSizes: map[string]render.ImageBox{"thumbnail": {Width: 150, Height: 150, Crop: true}}}
}
func (l library) Theme(context.Context) *render.Theme     { return &l.theme }
func (l library) Request(context.Context) *render.Request { return &l.request }
func (l library) Posts(context.Context, []int64) map[int64]*render.Post {
	return map[int64]*render.Post{8: {ID: 8, Locked: true}}
}
func (l library) Images(context.Context, []int64) map[int64]*render.Image { return files }

func (l library) NamedImages(ctx context.Context, ids []int64) map[int64]*render.Image {
	return l.Images(ctx, ids)
}

func (l library) Attached(_ context.Context, parent int64, kind string) []*render.Image {
	var list []*render.Image
	for _, f := range l.attached {
		if parent == 7 && isKind(f, kind) {
			list = append(list, f)
		}
	}
	return list
}

func expand(l library, src string) string {
	return render.New(nil, Table()).Context(context.Background(), l, &render.Post{ID: 7, Type: "post"}).Shortcodes(src)
}

func check(t *testing.T, l library, cases map[string]string) {
	t.Helper()
	for in, want := range cases {
		if got := expand(l, in); got != want {
			t.Errorf("of %s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestCaption(t *testing.T) {
	t.Parallel()
	check(t, library{}, map[string]string{
		`[caption width="300"]<a href="#"><img src="a" /></a> A <b>lake</b>[/caption]`: `<figure style="width: 300px" class="wp-caption alignnone"><a href="#"><img src="a" /></a>` +
			`<figcaption class="wp-caption-text">A <b>lake</b></figcaption></figure>`,
		`[caption id="a_1" align="alignleft" width="3" class="c"]<img src=a>x[/caption]`: `<figure id="a_1" aria-describedby="caption-a-1" style="width: 3px" class="wp-caption alignleft c"><img src=a>` +
			`<figcaption id="caption-a-1" class="wp-caption-text">x</figcaption></figure>`,
		`[caption width=3 caption="<i>x</i><script>y"]<img src=a>[/caption]`: `<figure style="width: 3px" class="wp-caption alignnone"><img src=a><figcaption class="wp-caption-text"><i>x</i>y</figcaption></figure>`,
		`[caption width=0]<img src=a> x[/caption]`:                           `<img src=a>`,
		`[caption width=3]no image[/caption]`:                                `no image`,
		`[caption caption="x"]y[/caption]`:                                   `y`,
		`[wp_caption width=3 caption=x]y[embed]z[/embed][/wp_caption]`:       `<figure style="width: 3px" class="wp-caption alignnone">y<figcaption class="wp-caption-text">x</figcaption></figure>`,
	})
}

func TestCaptionIDsAreUnique(t *testing.T) {
	t.Parallel()
	out := expand(library{}, strings.Repeat(`[caption id="a" caption_id="b" width=3 caption=x][/caption]`, 2))
	for _, id := range [...]string{`id="a" `, `id="b" `, `id="a-2" `, `id="b-2" `} {
		if strings.Count(out, " "+id) != 1 {
			t.Errorf("%s is not there once: %s", id, out)
		}
	}
}

func TestGallery(t *testing.T) {
	t.Parallel()
	const lake = `<a href='http://site.example/lake/'><img width="150" height="150" src="http://site.example/files/2020/lake-150x150.jpg" class="attachment-thumbnail size-thumbnail" alt="A lake"`
	out := expand(library{}, `[gallery ids="12,11,12,99"][gallery ids=11 link=file columns=0 itemtag=bogus]`)
	for _, want := range [...]string{
		`<div id='gallery-1' class='gallery galleryid-7 gallery-columns-3 gallery-size-thumbnail'><figure class='gallery-item'>` + "\n\t\t\t<div class='gallery-icon portrait'>",
		"<figcaption class='wp-caption-text gallery-caption' id='gallery-1-12'>\n\t\t\t\tThe &#8220;old&#8221; tower\n",
		`aria-describedby="gallery-1-12"`, lake, "\n\t\t</div>\n<div id='gallery-2' class='gallery galleryid-7 gallery-columns-0",
		"<dl class='gallery-item'>\n\t\t\t<div class='gallery-icon landscape'>\n\t\t\t\t<a href='http://site.example/files/2020/lake.jpg'>",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in %q", want, out)
		}
	}
	if tower, lakeAt := strings.Index(out, "tower.png"), strings.Index(out, "lake-150"); tower < 0 || tower > lakeAt {
		t.Errorf("the order of ids is not kept: %s", out)
	}
}

func TestGalleryOfAnEntry(t *testing.T) {
	t.Parallel()
	l := library{attached: []*render.Image{files[11], files[12], files[21]}}
	for in, want := range map[string]string{
		"[gallery link=none]":              "lake tower",
		"[gallery link=none order=desc]":   "tower lake",
		"[gallery link=none exclude=11]":   "tower",
		"[gallery link=none id=8]":         "",
		"[gallery link=none id=9]":         "",
		"[gallery link=none ids=21]":       "",
		"[gallery orderby=title ids=12,x]": "tower",
	} {
		out := expand(l, in)
		var got []string
		for _, img := range strings.Split(out, "<img ")[min(1, strings.Count(out, "<img ")):] {
			name := "lake"
			if strings.Contains(img, "tower.png") {
				name = "tower"
			}
			if out != "" {
				got = append(got, name)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s shows %q, want %q", in, s, want)
		}
	}
}

func TestOldThemesGetTheOldGallery(t *testing.T) {
	t.Parallel()
	l := library{theme: render.Theme{Supports: map[string]bool{"html5": false}}}
	out := expand(l, `[gallery ids="11,12" columns=2][caption width=10 id=c caption=x]<img >[/caption]`)
	for _, want := range [...]string{
		"#gallery-1 .gallery-item {\n\t\t\t\tfloat: left;", "width: 50%;", "<dl class='gallery-item'>", "<dt class='gallery-icon ",
		"<dd class='wp-caption-text", `</dl><br style="clear: both" />`, `<div id="c" style="width: 20px" class="wp-caption alignnone"><img aria-describedby="caption-c" >`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in %q", want, out)
		}
	}
}

func TestAudio(t *testing.T) {
	t.Parallel()
	check(t, library{}, map[string]string{
		`[audio src="http://a.example/x.mp3" loop=1 autoplay=off muted=FALSE preload=auto]`: `<audio class="wp-audio-shortcode" id="audio-7-1" loop autoplay preload="auto" style="width: 100%;" controls="controls">` +
			`<source type="audio/mpeg" src="http://a.example/x.mp3?_=1" /><a href="http://a.example/x.mp3">http://a.example/x.mp3</a></audio>`,
		`[audio ogg="/x.ogg" mp3="/x.mp3"][/audio]`: `<audio class="wp-audio-shortcode" id="audio-7-1" preload="none" style="width: 100%;" controls="controls">` +
			`<source type="audio/mpeg" src="/x.mp3?_=1" /><source type="audio/ogg" src="/x.ogg?_=1" /><a href="/x.mp3">/x.mp3</a></audio>`,
		`[audio src="/x.exe"]`:          `<a class="wp-embedded-audio" href="/x.exe">/x.exe</a>`,
		`[audio src="javascript:x&y"]`:  `<a class="wp-embedded-audio" href="">javascript:x&amp;y</a>`,
		`[audio]`:                       ``,
		`[audio mp3="/x.ogg" preload=]`: ``,
	})
	check(t, library{attached: []*render.Image{files[31], files[21]}}, map[string]string{
		`[audio preload=x style="" class=""]`: `<audio class="" id="audio-7-1" style="" controls="controls"><source type="audio/mpeg" src="http://site.example/files/2020/song.mp3?_=1" />` +
			`<a href="http://site.example/files/2020/song.mp3">http://site.example/files/2020/song.mp3</a></audio>`,
	})
}

func TestVideo(t *testing.T) {
	t.Parallel()
	check(t, library{}, map[string]string{
		"[video src=/x.mp4 width=320 height=200 poster=/p.jpg]<b>no</b>\n\tvideo [/video]": `<div style="width: 320px;" class="wp-video"><video class="wp-video-shortcode" id="video-7-1" width="320" height="200" poster="/p.jpg" preload="metadata" controls="controls">` +
			`<source type="video/mp4" src="/x.mp4?_=1" /><b>no</b>video<a href="/x.mp4">/x.mp4</a></video></div>`,
		`[video src="http://youtu.be/x?feature=y#t"]`: `<div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-7-1" width="640" height="360" preload="metadata" controls="controls">` +
			`<source type="video/youtube" src="https://youtu.be/x?_=1#t" /><a href="https://youtu.be/x#t">https://youtu.be/x#t</a></video></div>`,
		`[video src="http://vimeo.com/1?x" loop=1 width=0]`: `<div style="" class="wp-video"><video class="wp-video-shortcode" id="video-7-1" height="360" loop preload="metadata" controls="controls">` +
			`<source type="video/vimeo" src="https://vimeo.com/1?loop=1&#038;_=1" /><a href="https://vimeo.com/1?loop=1">https://vimeo.com/1?loop=1</a></video></div>`,
		`[video src=/x.txt]`: `<a class="wp-embedded-video" href="/x.txt">/x.txt</a>`,
		`[video]`:            ``,
	})
	check(t, library{theme: render.Theme{ContentWidth: 320}}, map[string]string{
		`[video mp4=/x.mp4]`: `<div style="width: 320px;" class="wp-video"><video class="wp-video-shortcode" id="video-7-1" width="320" height="180" preload="metadata" controls="controls">` +
			`<source type="video/mp4" src="/x.mp4?_=1" /><a href="/x.mp4">/x.mp4</a></video></div>`,
	})
}

func TestPlaylist(t *testing.T) {
	t.Parallel()
	check(t, library{}, map[string]string{
		`[playlist ids="21,22" tracklist=false style="a'b"]`: `<div class="wp-playlist wp-audio-playlist wp-playlist-a&#039;b">
			<div class="wp-playlist-current-item"></div>
		<audio controls="controls" preload="none" width="640"
			></audio>
	<div class="wp-playlist-next"></div>
	<div class="wp-playlist-prev"></div>
	<noscript>
	<ol>
		<li><a href='http://site.example/files/2020/song.mp3'>Song</a></li><li><a href='http://site.example/files/2020/noise.wav'>noise</a></li>	</ol>
	</noscript>
	<script type="application/json" class="wp-playlist-script">{"type":"audio","tracklist":false,"tracknumbers":true,"images":true,"artists":true,"tracks":[` +
			`{"src":"http://site.example/files/2020/song.mp3","type":"audio/mpeg","title":"Song","caption":"Caf\u00e9 \u003C/script\u003E","description":"","meta":{"artist":"Ana","year":"1999","length_formatted":"1:02:05"},` +
			`"image":{"src":"http://site.example/files/2020/lake.jpg","width":600,"height":400},"thumb":{"src":"http://site.example/files/2020/lake-150x150.jpg","width":150,"height":150}},` +
			`{"src":"http://site.example/files/2020/noise.wav","type":"audio/wav","title":"","caption":"","description":"","meta":[],` +
			`"image":{"src":"http://site.example/own/images/media/audio.svg","width":48,"height":64},"thumb":{"src":"http://site.example/own/images/media/audio.svg","width":48,"height":64}}]}</script>
</div>
	`,
		`[playlist ids="11"]`:   ``,
		`[playlist]`:            ``,
		`[embed]/x.mp3[/embed]`: ``,
		`[playlist id="8"]`:     ``,
	})
	video := expand(library{}, `[playlist type="video" ids="31" images="0"]`)
	for _, want := range [...]string{`width="640"` + "\n\t\t" + ` height="480"`, `"dimensions":{"original":{"width":320,"height":240},"resized":{"width":640,"height":480}}}]}`} {
		if !strings.Contains(video, want) {
			t.Errorf("%q is missing in %q", want, video)
		}
	}
}

func TestFeedsGetLinks(t *testing.T) {
	t.Parallel()
	check(t, library{request: render.Request{Feed: true}}, map[string]string{
		`[playlist ids="21"]`: "\n<a href='http://site.example/files/2020/song.mp3'>Song</a>\n",
	})
	if out := expand(library{request: render.Request{Feed: true}}, `[gallery ids="11,12"]`); strings.Count(out, "\n") != 3 || strings.Contains(out, "<div") {
		t.Errorf("a gallery in a feed: %q", out)
	}
}

func FuzzShortcodes(f *testing.F) {
	for _, s := range [...]string{`[gallery ids="11,12" columns=-1]`, `[caption width=3 id=x]<img a>b[/caption]`, `[audio src="/x.mp3?_=2#a"]`,
		`[video src="https://vimeo.com/" width=99999999999]`, `[playlist ids="31" type=video]`, `[video src="http://youtu.be/#?"]`} {
		f.Add(s)
	}
	l := library{attached: []*render.Image{files[11], files[21], files[31]}}
	f.Fuzz(func(t *testing.T, src string) {
		out := expand(l, src)
		if low := strings.ToLower(out); strings.Contains(low, `="javascript:`) && !strings.Contains(strings.ToLower(src), `javascript:`) {
			t.Errorf("%q gives %q", src, out)
		}
		if !strings.Contains(src, "[") && out != src {
			t.Errorf("%q without shortcodes became %q", src, out)
		}
	})
}
