package seo

import "quoin/internal/platform/fault"

func badRequest(code, message string) *fault.Error { return fault.BadRequest(code, message) }
