package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"perimeter/internal/errs"
	"perimeter/internal/media"
)

// bucket stores objects in an S3-compatible store.
type bucket struct {
	name   string
	client *s3.Client
	sign   *s3.PresignClient
	origin string
}

// openS3 opens the bucket of a URL such as
// s3://bucket?endpoint=https://s3.example.com&region=us-east-1&path_style=true.
func openS3(u *url.URL, accessKeyID, secretAccessKey string) (*bucket, error) {
	if u.Host == "" || u.User != nil || (u.Path != "" && u.Path != "/") {
		return nil, errors.New("the storage URL must only name a bucket, such as s3://bucket?region=us-east-1; set the keys as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	if accessKeyID == "" || secretAccessKey == "" {
		return nil, errors.New("the storage URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	options := s3.Options{
		Region:      "us-east-1",
		Credentials: credentials.NewStaticCredentialsProvider(accessKeyID, secretAccessKey, ""),
		// Many S3-compatible stores do not support the newer checksums.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
		// A person waits for every call, so an unreachable store must fail fast.
		Retryer: retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts = 3
			o.MaxBackoff = time.Second
		}),
		HTTPClient: &http.Client{Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: 15 * time.Second,
			IdleConnTimeout:       time.Minute,
			MaxIdleConnsPerHost:   64,
			ForceAttemptHTTP2:     true,
			Proxy:                 http.ProxyFromEnvironment,
		}},
	}
	for name, values := range u.Query() {
		value := values[0]
		switch name {
		case "endpoint":
			e, err := url.Parse(value)
			if err != nil || (e.Scheme != "http" && e.Scheme != "https") || e.Host == "" {
				return nil, fmt.Errorf("the storage URL's endpoint %q must begin with http:// or https://", value)
			}
			options.BaseEndpoint = aws.String(value)
		case "region":
			options.Region = value
		case "path_style":
			pathStyle, err := strconv.ParseBool(value)
			if err != nil {
				return nil, fmt.Errorf("the storage URL's path_style is %q; it must be true or false", value)
			}
			options.UsePathStyle = pathStyle
		default:
			return nil, fmt.Errorf("the storage URL has %q; only endpoint, region and path_style are supported", name)
		}
	}
	client := s3.New(options)
	b := &bucket{name: u.Host, client: client, sign: s3.NewPresignClient(client)}

	// Only the SDK knows the host name of a bucket.
	sample, err := b.UploadURL(context.Background(), "check/origin", media.UploadTerms{ExpiresIn: time.Minute})
	if err != nil {
		return nil, fmt.Errorf("cannot find the host of the storage URL: %w", err)
	}
	uploadURL, err := url.Parse(sample)
	if err != nil {
		return nil, fmt.Errorf("cannot find the host of the storage URL: %w", err)
	}
	b.origin = uploadURL.Scheme + "://" + uploadURL.Host
	return b, nil
}

func (b *bucket) Put(ctx context.Context, key string, data []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket:        &b.name,
		Key:           &key,
		Body:          bytes.NewReader(data),
		ContentLength: aws.Int64(int64(len(data))),
		ContentType:   aws.String(media.TypeOf(key)),
	})
	if err != nil {
		return storeError("write", key, err)
	}
	return nil
}

func (b *bucket) Open(ctx context.Context, key string) (*media.StoredFile, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	object, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: &key})
	if err != nil {
		return nil, storeError("open", key, err)
	}
	info := media.FileInfo{
		Key:        key,
		Type:       media.TypeOf(key),
		Size:       aws.ToInt64(object.ContentLength),
		ModifiedAt: aws.ToTime(object.LastModified),
		ETag:       aws.ToString(object.ETag),
	}
	return &media.StoredFile{
		ReadSeekCloser: &s3Reader{ctx: ctx, bucket: b, info: info, body: object.Body},
		FileInfo:       info,
	}, nil
}

func (b *bucket) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: &key})
	if err = storeError("remove", key, err); errs.KindOf(err) == errs.NotFound {
		return nil // some stores return this error for a missing file
	}
	return err
}

func (b *bucket) List(ctx context.Context, prefix string) iter.Seq2[media.FileInfo, error] {
	return func(yield func(media.FileInfo, error) bool) {
		pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &prefix})
		for pages.HasMorePages() {
			page, err := pages.NextPage(ctx)
			if err != nil {
				yield(media.FileInfo{}, storeError("list", prefix, err))
				return
			}
			for _, object := range page.Contents {
				key := aws.ToString(object.Key)
				if checkKey(key) != nil {
					continue // a folder marker or a file that is not ours
				}
				info := media.FileInfo{
					Key:        key,
					Type:       media.TypeOf(key),
					Size:       aws.ToInt64(object.Size),
					ModifiedAt: aws.ToTime(object.LastModified),
				}
				if !yield(info, nil) {
					return
				}
			}
		}
	}
}

func (b *bucket) UploadURL(ctx context.Context, key string, terms media.UploadTerms) (string, error) {
	if err := checkKey(key); err != nil {
		return "", err
	}
	input := &s3.PutObjectInput{Bucket: &b.name, Key: &key}
	// These become signed headers: the store refuses uploads with other values.
	if terms.Type != "" {
		input.ContentType = &terms.Type
	}
	if terms.Size > 0 {
		input.ContentLength = &terms.Size
	}
	request, err := b.sign.PresignPutObject(ctx, input, s3.WithPresignExpires(terms.ExpiresIn))
	if err != nil {
		return "", fmt.Errorf("sign %s: %w", key, err)
	}
	return request.URL, nil
}

func (b *bucket) UploadOrigin() string { return b.origin }

func (b *bucket) Check(ctx context.Context) error { return checkRoundTrip(ctx, b) }

// storeError translates errors of the store.
func storeError(action, key string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	var api smithy.APIError
	if errors.As(err, &api) {
		switch api.ErrorCode() {
		case "NoSuchKey", "NotFound":
			return notFoundError(key, err)
		case "QuotaExceeded", "XMinioStorageFull":
			return fullError(action, key, err)
		}
	}
	var response *smithyhttp.ResponseError
	if errors.As(err, &response) && response.HTTPStatusCode() == http.StatusInsufficientStorage {
		return fullError(action, key, err)
	}
	return unavailableError(action, key, err)
}

// s3Reader reads an object. After a seek it opens the object again at the new
// offset.
type s3Reader struct {
	ctx    context.Context // Read takes no context
	bucket *bucket
	info   media.FileInfo
	body   io.ReadCloser // nil when closed
	at     int64         // offset of body in the object
	next   int64         // offset of the next Read
}

func (r *s3Reader) Read(p []byte) (int, error) {
	if r.next >= r.info.Size {
		return 0, io.EOF
	}
	if r.body == nil || r.at != r.next {
		if err := r.reopen(); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p)
	r.at += int64(n)
	r.next = r.at
	if err != nil && !errors.Is(err, io.EOF) {
		err = storeError("read", r.info.Key, err)
	}
	return n, err
}

func (r *s3Reader) reopen() error {
	r.Close()
	object, err := r.bucket.client.GetObject(r.ctx, &s3.GetObjectInput{
		Bucket: &r.bucket.name,
		Key:    &r.info.Key,
		Range:  aws.String(fmt.Sprintf("bytes=%d-", r.next)),
		// Fails if the object was replaced, so that two objects are never mixed.
		IfMatch: &r.info.ETag,
	})
	if err != nil {
		return storeError("read", r.info.Key, err)
	}
	r.body, r.at = object.Body, r.next
	return nil
}

func (r *s3Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.next
	case io.SeekEnd:
		offset += r.info.Size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	r.next = offset
	return offset, nil
}

func (r *s3Reader) Close() error {
	if r.body == nil {
		return nil
	}
	err := r.body.Close()
	r.body = nil
	return err
}
