package live

import "html"

// keepIndex keeps what heads tell of the index of the SEO extension: which image it has of each
// entry, and the address of the page on the front.
func (r heads) keepIndex(t *tx, all map[string][]head) error {
	if err := t.exec("DELETE FROM wp_yoast_indexable"); err != nil {
		return err
	}
	featured, err := t.featured()
	if err != nil {
		return err
	}
	front, known := r.frontID(), map[string]int64{}
	for of, list := range all {
		if of == typeAttachment {
			continue
		}
		for _, h := range list {
			image, source, id := html.UnescapeString(h.says.Text("image")), "", int64(0)
			if measured, _ := h.says.Get("measured").(bool); measured {
				var ok bool
				if id, ok = known[image]; !ok {
					var err error
					if id, err = r.attachmentAt(t, image); err != nil {
						return err
					}
					known[image] = id
				}
			}
			switch {
			case id > 0 && id == featured[h.id]:
				source = "featured-image"
			case image == "" || image == r.image:
				image, id = "", 0
			default:
				source = "first-content-image"
			}
			address := ""
			if h.id == front {
				address = h.says.Text("at")
			}
			if err := t.exec("INSERT OR REPLACE INTO wp_yoast_indexable (object_id, object_type, permalink, open_graph_image, open_graph_image_id, open_graph_image_source) VALUES (?, 'post', ?, ?, ?, ?)",
				h.id, address, image, id, source); err != nil {
				return err
			}
		}
	}
	return nil
}

// featured are the images that stand for entries, by these.
func (t *tx) featured() (map[int64]int64, error) {
	rows, err := t.tx.QueryContext(t.ctx, "SELECT post_id, CAST(meta_value AS INTEGER) FROM wp_postmeta WHERE meta_key = '_thumbnail_id'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[int64]int64{}
	for rows.Next() {
		var entry, image int64
		if err := rows.Scan(&entry, &image); err != nil {
			return nil, err
		}
		all[entry] = image
	}
	return all, rows.Err()
}
