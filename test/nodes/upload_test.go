package nodes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"sync"
	"testing"
)

// TestUploadsBesideEachOther has many upload files of one name through two nodes:
// each gets a name, a slug and an entry of its own.
func TestUploadsBesideEachOther(t *testing.T) {
	t.Parallel()
	c := start(t, server.Database(t), 2)
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	const uploads = 24
	var mu sync.Mutex
	ids, slugs, urls := map[int64]bool{}, map[string]bool{}, map[string]bool{}
	var writing sync.WaitGroup
	for i := range uploads {
		writing.Go(func() {
			req, err := http.NewRequest("POST", c.nodes[i%2].Base+"/api/core/v2/media", bytes.NewReader(file.Bytes()))
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Authorization", c.authorization)
			req.Header.Set("Content-Type", "image/png")
			req.Header.Set("Content-Disposition", `attachment; filename="Same Name.png"`)
			res, err := c.client.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			data, err := readAll(res)
			var made struct {
				ID        int64
				Slug      string
				SourceURL string `json:"source_url"`
			}
			if err != nil || res.StatusCode != 201 || json.Unmarshal(data, &made) != nil || made.SourceURL == "" {
				t.Errorf("%d %.300s %v", res.StatusCode, data, err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			ids[made.ID], slugs[made.Slug], urls[made.SourceURL] = true, true, true
		})
	}
	writing.Wait()
	if len(ids) != uploads || len(slugs) != uploads || len(urls) != uploads {
		t.Errorf("%d ids, %d slugs, %d addresses of %d uploads", len(ids), len(slugs), len(urls), uploads)
	}
	for i, node := range c.nodes {
		res, err := c.client.Get(fmt.Sprint(node.Base, "/api/core/v2/media?per_page=1"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readAll(res); err != nil || res.Header.Get("X-WP-Total") != fmt.Sprint(uploads) {
			t.Errorf("node %d counts %s files: %v", i, res.Header.Get("X-WP-Total"), err)
		}
	}
	if out, err := c.site.Command("doctor").CombinedOutput(); err != nil {
		t.Errorf("doctor: %v %s", err, out)
	}
}
