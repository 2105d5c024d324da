package app

import (
	"quoin/internal/theme"
	"quoin/internal/theme/quoin"
)

func builtinTheme() (*theme.Theme, error) { return quoin.Load() }
