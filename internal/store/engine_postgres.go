package store

import (
	"context"
	"errors"
)

func openPostgres(ctx context.Context, cfg Config) (engine, error) { return nil, errors.New("todo") }
