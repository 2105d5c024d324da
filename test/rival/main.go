// Command rival serves PocketBase, the nearest product, with a collection whose
// records have the bytes of a post, for the load test to write to. It is a module
// of its own, so that PocketBase is no dependency of Quoin.
//
// It prints the address that records are posted to and the token of a user who may.
package main

import (
	"flag"
	"fmt"
	"net"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	dir := flag.String("dir", "", "data folder")
	full := flag.Bool("full", false, "have commits wait for the disk, as Quoin's do")
	flag.Parse()
	if err := run(*dir, *full); err != nil {
		fmt.Fprintln(os.Stderr, "rival:", err)
		os.Exit(1)
	}
}

func run(dir string, full bool) error {
	config := pocketbase.Config{DefaultDataDir: dir, HideStartBanner: true}
	if full {
		config.DBConnect = func(path string) (*dbx.DB, error) {
			return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)"+
				"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
		}
	}
	app := pocketbase.NewWithConfig(config)
	if err := app.Bootstrap(); err != nil {
		return fmt.Errorf("bootstrap: %w", err)
	}
	if err := app.RunAllMigrations(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	token, err := fill(app)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("find an address: %w", err)
	}
	addr := ln.Addr().String()
	if err := ln.Close(); err != nil {
		return fmt.Errorf("find an address: %w", err)
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		fmt.Println(addr, token)
		return e.Next()
	})
	return apis.Serve(app, apis.ServeConfig{HttpAddr: addr})
}

// fill makes the collection, and a user who may write to it.
func fill(app core.App) (token string, err error) {
	posts := core.NewBaseCollection("posts")
	posts.CreateRule = types.Pointer(`@request.auth.id != ""`)
	posts.Fields.Add(
		&core.TextField{Name: "title", Max: 1000},
		&core.EditorField{Name: "content"},
		&core.SelectField{Name: "status", Values: []string{"publish", "draft"}, MaxSelect: 1},
		&core.AutodateField{Name: "created", OnCreate: true},
		&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
	)
	posts.AddIndex("idx_posts_created", false, "created", "")
	if err := app.Save(posts); err != nil {
		return "", fmt.Errorf("make the collection: %w", err)
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return "", fmt.Errorf("find the users: %w", err)
	}
	user := core.NewRecord(users)
	user.SetEmail("writer@example.org")
	user.SetPassword("a password of a writer")
	if err := app.Save(user); err != nil {
		return "", fmt.Errorf("make a user: %w", err)
	}
	return user.NewAuthToken()
}
