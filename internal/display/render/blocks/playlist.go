package blocks

import (
	"encoding/json"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
)

// playlist is a list of sounds with one player.
func playlist(c *render.Context, b block.Block, inner string) string {
	id := c.UniqueID("playlist-")
	var tracks []string
	track := blocktype.Get("core/playlist-track")
	for _, in := range b.Inner {
		if in.Name == "core/playlist-track" && track.Prepare(in.Attrs).Bool("id") {
			tracks = append(tracks, "track-"+strconv.Itoa(len(tracks)))
		}
	}
	if len(tracks) == 0 {
		return ""
	}
	waveform := b.Attrs.Text("waveformStyle")
	if !b.Attrs.Has("waveformStyle") {
		waveform = "bars"
	}
	state, err := json.Marshal(struct {
		ID       string   `json:"playlistId"`
		Current  string   `json:"currentId"`
		Playing  bool     `json:"isPlaying"`
		Tracks   []string `json:"tracks"`
		Waveform string   `json:"waveformStyle"`
		Artwork  bool     `json:"showPlayButtonArtwork"`
		Pause    string   `json:"labelPauseTrack"`
		Play     string   `json:"labelSelectTrack"`
	}{id, tracks[0], false, tracks, waveform, b.Attrs.Bool("showPlayButtonArtwork"), c.T("Pause"), c.T("Play")})
	p := htmltag.New(inner)
	if err != nil || !p.NextTag("FIGURE") {
		return inner
	}
	p.Replace(p.End(), p.End(), player(b))
	p.SetAttr("data-wp-interactive", b.Name)
	p.SetAttr("data-wp-context", string(state))
	for _, t := range tracks {
		if !p.NextClass("wp-block-playlist-track__button") {
			break
		}
		p.SetAttr("data-wp-context", `{"trackId":"`+t+`"}`)
	}
	return p.String()
}

func player(b block.Block) string {
	var w strings.Builder
	w.WriteString(`<div class="wp-block-playlist__waveform-player"`)
	for _, a := range [...][2]string{
		{"waveformColor", "color"}, {"waveformGradient", "gradient"},
		{"waveformBackgroundColor", "background-color"}, {"waveformBackgroundGradient", "background-gradient"},
	} {
		if v := b.Attrs.Text(a[0]); v != "" && v != "0" {
			w.WriteString(` data-waveform-player-` + a[1] + `="` + escape.Attr(v) + `"`)
		}
	}
	w.WriteString("\n\t\tdata-wp-watch=\"callbacks.initWaveformPlayer\"\n\t\tdata-label-play=\"Play\"\n\t\tdata-label-pause=\"Pause\"\n\t\t" +
		"data-label-seek=\"Seek\"\n\t\tdata-label-seek-value=\"%1$s of %2$s\"\n\t></div>")
	return w.String()
}

func playlistTrack(c *render.Context, b block.Block, _ string) string {
	if !b.Attrs.Bool("id") {
		return ""
	}
	var w strings.Builder
	title := b.Attrs.Text("title")
	if title == "" {
		title = c.T("Unknown title")
	}
	w.WriteString("<li " + c.Wrapper() + `><button data-wp-on--click="actions.changeTrack" data-wp-bind--aria-current="state.isCurrentTrack" class="wp-block-playlist-track__button"`)
	if c.Request.Front {
		// What the player of the page needs; answers of the API have none of it.
		w.WriteString(` data-src="` + escape.URL(b.Attrs.Text("src")) + `" data-name="` + escape.Attr(title) + `"`)
		if img := b.Attrs.Text("image"); img != "" {
			w.WriteString(` data-image="` + escape.URL(img) + `" data-image-alt="` + escape.Attr(b.Attrs.Text("imageAlt")) + `"`)
		}
	}
	w.WriteString(">")
	show := c.Get("showImages")
	if img := b.Attrs.Text("image"); img != "" && (show == nil || block.Truth(show)) {
		w.WriteString(`<img class="wp-block-playlist-track__image" src="` + escape.URL(img) + `" alt="` + escape.Attr(b.Attrs.Text("imageAlt")) + `" />`)
	}
	w.WriteString(`<span class="wp-block-playlist-track__content"><span class="wp-block-playlist-track__title">` + escape.HTML(title) + `</span>`)
	if artist := b.Attrs.Text("artist"); artist != "" {
		w.WriteString(`<span class="wp-block-playlist-track__artist">` + escape.HTML(artist) + `</span>`)
	}
	w.WriteString(`</span>`)
	if length := b.Attrs.Text("length"); length != "" {
		w.WriteString(`<span class="wp-block-playlist-track__length"><span class="screen-reader-text">` + c.T("Duration:") + ` </span>` + escape.HTML(length) + `</span>`)
	}
	// The label follows the state of the player, which the browser knows.
	w.WriteString(`<span class="screen-reader-text" data-wp-text="state.trackButtonActionLabel"></span></button></li>`)
	return w.String()
}
