package server

import (
	"context"

	"perimeter/internal/safehtml"
)

type previewInput struct {
	Body struct {
		HTML string `json:"html"`
	} `nameHint:"TemplateDraft"`
}

// templatePreview is an unsaved template, ready to be shown.
type templatePreview struct {
	HTML string `json:"html" doc:"The HTML with everything removed that a save would remove"`
	CSS  string `json:"css" doc:"The style of the utility classes in it"`
}

func (a *api) previewTemplate(ctx context.Context, in *previewInput) (*output[templatePreview], error) {
	safe, _, err := safehtml.Clean(in.Body.HTML)
	if err != nil {
		return nil, err
	}
	css, err := a.css(ctx, safe)
	if err != nil {
		return nil, err
	}
	return respond(templatePreview{HTML: safe, CSS: css}, nil)
}
