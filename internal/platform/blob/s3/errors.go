package s3

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/minio/minio-go/v7"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
)

// explain turns an answer of the service into the sentinel it means or into words an administrator
// can act on. Other errors (network, context, the caller's reader) pass unchanged.
func explain(err error) error {
	if err == nil {
		return nil
	}
	// The address of a call says nothing to who gave that of the bucket.
	var call *url.Error
	if gone := away(err); errors.As(err, &call) {
		err = call.Err
		if gone {
			return fmt.Errorf("%w: %w", fault.ErrNoStorage, err)
		}
	}
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Code {
	case minio.NoSuchKey, "NotFound":
		return blob.ErrNotFound
	case "NoSuchBucket":
		return fmt.Errorf("the bucket does not exist: %w", err)
	case "PreconditionFailed", "ConditionalRequestConflict":
		return blob.ErrExists
	case "InvalidAccessKeyId", "SignatureDoesNotMatch":
		return fmt.Errorf("the service does not accept the access key or secret key: %w", err)
	case "AccessDenied":
		return fmt.Errorf("the access key may not do this: %w", err)
	case "SlowDown", "ServiceUnavailable", "InternalError":
		return fmt.Errorf("%w: it failed %d times: %w", fault.ErrNoStorage, attempts, err)
	}
	// Answers to HEAD have no body and thus no code; a 404 with another code is about something else.
	switch {
	case answer.StatusCode == http.StatusNotFound && answer.Code == "":
		return blob.ErrNotFound
	case answer.StatusCode == http.StatusForbidden:
		return fmt.Errorf("the service refuses the access key: %w", err)
	case answer.StatusCode == http.StatusInsufficientStorage:
		return fmt.Errorf("%w: %w", fault.ErrFull, err)
	case answer.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w: %w", fault.ErrNoStorage, err)
	}
	return err
}
