package s3

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err   error
		is    error
		words string
	}{
		"nothing":      {nil, nil, ""},
		"context":      {fmt.Errorf("get: %w", context.Canceled), context.Canceled, ""},
		"no key":       {minio.ErrorResponse{Code: minio.NoSuchKey, StatusCode: 404}, blob.ErrNotFound, ""},
		"bare 404":     {minio.ErrorResponse{StatusCode: 404}, blob.ErrNotFound, ""},
		"no bucket":    {minio.ErrorResponse{Code: "NoSuchBucket", StatusCode: 404}, nil, "bucket does not exist"},
		"taken":        {minio.ErrorResponse{Code: "PreconditionFailed", StatusCode: 412}, blob.ErrExists, ""},
		"unknown key":  {minio.ErrorResponse{Code: "InvalidAccessKeyId", StatusCode: 403}, nil, "access key"},
		"wrong secret": {minio.ErrorResponse{Code: "SignatureDoesNotMatch", StatusCode: 403}, nil, "secret key"},
		"bare 403":     {minio.ErrorResponse{StatusCode: 403}, nil, "access key"},
		"full":         {minio.ErrorResponse{Code: "XMinioStorageFull", StatusCode: 507}, fault.ErrFull, ""},
		"busy":         {fmt.Errorf("put: %w", minio.ErrorResponse{Code: "SlowDown", StatusCode: 503}), nil, "failed 5 times"},
	} {
		got := explain(c.err)
		if c.is != nil && !errors.Is(got, c.is) || (got == nil) != (c.err == nil) {
			t.Errorf("%s: %v", name, got)
		}
		if c.words != "" && (!strings.Contains(got.Error(), c.words) || errors.Is(got, blob.ErrNotFound)) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
