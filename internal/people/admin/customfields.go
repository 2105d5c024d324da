package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

// What the nonces of custom fields are for. The second ends in the id of the entry.
const (
	nonceShowCustom = "toggle-custom-fields"
	nonceCustom     = "custom-fields_"
)

const (
	maxCustom    = 4 << 20 // bytes of a form with custom fields
	maxCustomKey = 191     // bytes of the name of one
)

// customValue is one custom field: a text under a name that nothing declares. Fields that are declared
// have panels of their own.
type customValue struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// customChange is what becomes of one: without Was it is added, without Now removed.
type customChange struct {
	Was *customValue `json:"was"`
	Now *customValue `json:"now"`
}

// describeCustom tells the editor of the custom fields of an entry: the person's switch, and the fields
// where it is on.
func (v editing) describeCustom(e *content.Entry, settings, data map[string]any) {
	if !v.Types.Get(e.Type).Has("custom-fields") {
		return
	}
	on := v.user.Meta.Text(user.MetaCustomFields) != ""
	settings["enableCustomFields"] = on
	custom := map[string]any{"on": on, "toggle": v.Auth.Nonce(v.ctx, v.session, nonceShowCustom)}
	if on {
		id := strconv.FormatInt(e.ID, 10)
		custom["fields"] = v.customOf(e)
		custom["url"] = v.base + postPath + "?post=" + id + "&action=edit&meta-box-loader=1"
		custom["nonce"] = v.Auth.Nonce(v.ctx, v.session, nonceCustom+id)
	}
	data["custom"] = custom
}

// customOf are the custom fields of an entry, by their names.
func (v editing) customOf(e *content.Entry) []customValue {
	all := []customValue{}
	for key, values := range e.Meta {
		if !v.custom(e.Type, key) {
			continue
		}
		for _, value := range values {
			if text, ok := value.(string); ok {
				all = append(all, customValue{key, text})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b customValue) int { return cmp.Compare(a.Key, b.Key) })
	return all
}

// custom tells whether people may name a field so: not as what the program keeps, nor as what is declared.
func (v editing) custom(typ, key string) bool {
	return key != "" && len(key) <= maxCustomKey && !strings.HasPrefix(key, "_") && !strings.ContainsRune(key, 0) &&
		key != content.MetaFootnotes && !v.Declares(typ, key)
}

// takePost does what the forms of the editor send beside the API.
func (v editing) takePost() {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxCustom)
	if err := v.r.ParseMultipartForm(maxCustom); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		v.say(http.StatusBadRequest, "The form can't be read.")
		return
	}
	switch {
	case v.query("meta-box-loader") != "":
		fields, err := v.changeCustom()
		v.told(map[string]any{"fields": fields}, err)
	case v.r.PostForm.Get("action") == nonceShowCustom:
		v.showCustom()
	default:
		v.say(http.StatusBadRequest, "There is no action of that name.")
	}
}

// showCustom turns the person's switch, and leads back to where they were.
func (v editing) showCustom() {
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceShowCustom, v.r.PostForm.Get("toggle-custom-fields-nonce")) {
		v.say(http.StatusForbidden, "The page is too old. Load it again.")
		return
	}
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		before, err := v.Users.UserByID(ctx, v.user.ID)
		if err != nil {
			return err
		}
		values := []any{"1"}
		if before.Meta.Text(user.MetaCustomFields) != "" {
			values = nil
		}
		_, err = v.Accounts.Update(ctx, before, user.Change{Meta: content.Meta{user.MetaCustomFields: values}})
		return err
	})
	if err != nil {
		v.fail(err)
		return
	}
	to := listPath
	if from, err := url.Parse(v.r.PostForm.Get("_wp_http_referer")); err == nil {
		// Only editors have the switch, whatever the form says.
		if _, file, ok := strings.Cut(from.Path, adminPath); ok && (file == filePath || file == "post-new.php") {
			to = file + "?" + from.Query().Encode()
		}
	}
	http.Redirect(v.w, v.r, v.base+adminPath+to, http.StatusFound) // #nosec G710 -- base is the site's own address
}

// changeCustom stores changes of the custom fields of an entry, and tells which it has then.
func (v editing) changeCustom() (now []customValue, err error) {
	id, _ := strconv.ParseInt(v.query("post"), 10, 64)
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceCustom+strconv.FormatInt(id, 10), v.r.PostForm.Get("custom_fields_nonce")) {
		return nil, fault.Forbidden("too_old", "The page is too old. Load it again.")
	}
	var changes []customChange
	if sent := v.r.PostForm.Get("custom_fields"); sent != "" && json.Unmarshal([]byte(sent), &changes) != nil {
		return nil, fault.BadRequest("unreadable", "The form can't be read.")
	}
	err = v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		e, err := v.Entries.Store.EntryByID(ctx, id)
		switch {
		case err != nil:
			return err
		case !v.Entries.CanEdit(ctx, v.actor, e) || !v.Types.Get(e.Type).Has("custom-fields"):
			return fault.Forbidden("not_yours", "You are not allowed to edit this item.")
		}
		meta, err := v.changedCustom(e, changes)
		if err == nil && len(meta) > 0 {
			e, err = v.Entries.SetMeta(ctx, e, meta)
		}
		if err == nil {
			now = v.customOf(e)
		}
		return err
	})
	return now, err
}

// changedCustom are the values that changes leave under each name that they touch. What somebody else has
// changed meanwhile isn't there to be changed, and stays.
func (v editing) changedCustom(e *content.Entry, changes []customChange) (content.Meta, error) {
	meta := content.Meta{}
	of := func(key string) []any {
		if values, ok := meta[key]; ok {
			return values
		}
		return slices.Clone(e.Meta[key])
	}
	for _, c := range changes {
		for _, field := range []*customValue{c.Was, c.Now} {
			if field == nil {
				continue
			}
			if field.Key = strings.TrimSpace(field.Key); !v.custom(e.Type, field.Key) || strings.ContainsRune(field.Value, 0) {
				return nil, fault.BadRequest("not_custom", "A custom field can't have this name.")
			}
		}
		if c.Was != nil {
			values := of(c.Was.Key)
			i := slices.Index(values, any(c.Was.Value))
			if i < 0 {
				continue
			}
			if c.Now != nil && c.Now.Key == c.Was.Key {
				values[i], meta[c.Was.Key] = c.Now.Value, values
				continue
			}
			meta[c.Was.Key] = slices.Delete(values, i, i+1)
		}
		if c.Now != nil {
			meta[c.Now.Key] = append(of(c.Now.Key), c.Now.Value)
		}
	}
	return meta, nil
}
