package site

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// Service is something the company sells, with a page of its own.
type Service struct {
	ID               int64               `json:"id"`
	Name             string              `json:"name"`
	Slug             string              `json:"slug"`
	ShortDescription string              `json:"shortDescription"`
	FullDescription  string              `json:"fullDescription"` // safe HTML
	ImageURL         string              `json:"imageUrl"`
	Features         []string            `json:"features"`
	Template         string              `json:"template"` // safe HTML with placeholders
	FeaturedOnHome   bool                `json:"featuredOnHome"`
	Hidden           bool                `json:"hidden" doc:"Whether visitors do not see it"`
	UpdatedAt        time.Time           `json:"updatedAt"`
	Image            *media.ImageDetails `json:"image,omitempty"` // if ImageURL is an uploaded image's
}

// ServiceEdit is a save of a service. Without an ID it creates one. A nil field
// keeps its stored value.
type ServiceEdit struct {
	record.Precondition
	ID               *int64    `json:"id,omitempty"`
	Name             *string   `json:"name,omitempty"`
	Slug             *string   `json:"slug,omitempty"`
	ShortDescription *string   `json:"shortDescription,omitempty"`
	FullDescription  *string   `json:"fullDescription,omitempty"`
	ImageURL         *string   `json:"imageUrl,omitempty"`
	Features         *[]string `json:"features,omitempty"`
	Template         *string   `json:"template,omitempty"`
	FeaturedOnHome   *bool     `json:"featuredOnHome,omitempty"`
	Hidden           *bool     `json:"hidden,omitempty"`
}

const maxFeatures = 100

// Services returns the services that visitors see, in display order.
func (s *Site) Services(ctx context.Context) ([]Service, error) {
	services, err := s.services(ctx, s.visibleServices)
	if err != nil {
		return nil, err
	}
	return services, s.removeMissingImages(ctx, serviceHTML(services)...)
}

// AllServices returns the hidden services too, in display order.
func (s *Site) AllServices(ctx context.Context) ([]Service, error) {
	return s.services(ctx, s.store.Services)
}

func (s *Site) services(ctx context.Context, list func(context.Context) ([]Service, error)) ([]Service, error) {
	services, err := list(ctx)
	if err != nil {
		return nil, err
	}
	return addImages(ctx, s, services, imageOfService)
}

// visibleServices lists what visitors see. Everything public that lists services
// begins here, so that a hidden one is in none of them.
func (s *Site) visibleServices(ctx context.Context) ([]Service, error) {
	services, err := s.store.Services(ctx)
	return slices.DeleteFunc(services, func(service Service) bool { return service.Hidden }), err
}

// Service returns the service with the ID, if ref is a number, or with the slug.
// A slug that a service had before finds it too; the result's Slug then differs
// from ref. A hidden service is not found.
func (s *Site) Service(ctx context.Context, ref string) (Service, error) {
	service, err := s.AnyService(ctx, ref)
	if err == nil && service.Hidden {
		return Service{}, noSuchRecord(record.Service, ref)
	}
	if err == nil {
		err = s.removeMissingImages(ctx, &service.FullDescription, &service.Template)
	}
	return service, err
}

func serviceHTML(services []Service) []*string {
	var texts []*string
	for i := range services {
		texts = append(texts, &services[i].FullDescription, &services[i].Template)
	}
	return texts
}

// AnyService is Service, and finds hidden services too.
func (s *Site) AnyService(ctx context.Context, ref string) (Service, error) {
	service, err := s.findService(ctx, ref)
	if err != nil {
		return Service{}, err
	}
	services, err := addImages(ctx, s, []Service{service}, imageOfService)
	if err != nil {
		return Service{}, err
	}
	return services[0], nil
}

func imageOfService(service *Service) shownImage {
	return shownImage{&service.ImageURL, &service.Image, bundledImage(service.Slug)}
}

func (s *Site) findService(ctx context.Context, ref string) (Service, error) {
	if digitsOnly.MatchString(ref) {
		id, err := strconv.ParseInt(ref, 10, 64)
		if err != nil {
			return Service{}, noSuchRecord(record.Service, ref)
		}
		return s.store.Service(ctx, id)
	}
	return findBySlug(ctx, record.Service, ref, s.store.ServiceBySlug)
}

// services describes the services.
var services = &record.Description[Service, ServiceEdit]{
	Kind: record.Service, Noun: "service", Plural: "services",
	New:       func(ServiceEdit, time.Time) Service { return Service{} },
	Prepare:   (*Service).prepare,
	ID:        func(service *Service) *int64 { return &service.ID },
	UpdatedAt: func(service *Service) *time.Time { return &service.UpdatedAt },
	Slug:      func(service Service) string { return service.Slug },
	Ordered:   true,
}

// SaveService creates or updates a service.
func (s *Site) SaveService(ctx context.Context, change record.Change, edit ServiceEdit) (record.Saved[Service], error) {
	return s.records.services.Save(ctx, change, edit)
}

// OrderServices puts the services into the order of the IDs, which must name each
// of them once, and returns them in it.
func (s *Site) OrderServices(ctx context.Context, change record.Change, ids []int64) (record.Saved[[]Service], error) {
	versions, err := s.records.services.Order(ctx, change, ids)
	if err != nil {
		return record.Saved[[]Service]{}, err
	}
	all, err := s.AllServices(ctx)
	return record.Saved[[]Service]{Record: all, Versions: versions}, err
}

// DeleteService deletes a service and returns it as it was. Paths that led to it,
// also by a former slug, are not found until it is restored.
func (s *Site) DeleteService(ctx context.Context, change record.Change, id int64) (record.Saved[Service], error) {
	return s.records.services.Delete(ctx, change, id)
}

// RecordID implements record.Edit.
func (e ServiceEdit) RecordID() *int64 { return e.ID }

// ApplyTo implements record.Edit.
func (e ServiceEdit) ApplyTo(service *Service) {
	if service.Features == nil {
		service.Features = []string{}
	}
	validate.SetTrimmed(&service.Name, e.Name)
	validate.SetTrimmed(&service.Slug, e.Slug)
	validate.SetTrimmed(&service.ShortDescription, e.ShortDescription)
	validate.SetTrimmed(&service.ImageURL, e.ImageURL)
	if e.FullDescription != nil {
		service.FullDescription = *e.FullDescription
	}
	if e.Template != nil {
		service.Template = *e.Template
	}
	if e.FeaturedOnHome != nil {
		service.FeaturedOnHome = *e.FeaturedOnHome
	}
	if e.Hidden != nil {
		service.Hidden = *e.Hidden
	}
	if e.Features != nil {
		service.Features = []string{}
		for _, feature := range *e.Features {
			if feature = strings.TrimSpace(feature); feature != "" {
				service.Features = append(service.Features, feature)
			}
		}
	}
}

// prepare validates the service and cleans its HTML.
func (service *Service) prepare() (safehtml.Removed, error) {
	if err := validate.First(
		validate.Field{Name: "name", Value: service.Name}.Required(validate.MaxLine),
		service.checkSlug(),
		validate.Field{Name: "shortDescription", Value: service.ShortDescription}.Required(validate.MaxParagraph),
		validate.Field{Name: "fullDescription", Value: service.FullDescription}.Required(validate.MaxBody),
		validate.Field{Name: "imageUrl", Value: service.ImageURL}.ImageURL(),
		validate.Field{Name: "template", Value: service.Template}.Within(validate.MaxBody),
		service.checkFeatures(),
	); err != nil {
		return nil, err
	}
	service.FullDescription = safehtml.FromText(service.FullDescription)
	service.Template = safehtml.FromText(service.Template)
	fromDescription, err := cleanRequiredHTML("fullDescription", &service.FullDescription)
	if err != nil {
		return nil, err
	}
	fromTemplate, err := cleanHTML("template", &service.Template)
	if err != nil {
		return nil, err
	}
	return fromDescription.And(fromTemplate), service.checkFilledTemplate()
}

// maxFilledTemplate is the most bytes of a template with its variables filled in. A
// few thousand variables could stand for hundreds of megabytes.
const maxFilledTemplate = 1 << 20

func (service *Service) checkFilledTemplate() error {
	size := len(service.Template)
	for variable, value := range map[string]string{
		"{name}": service.Name, "{shortDescription}": service.ShortDescription, "{fullDescription}": service.FullDescription,
		"{features}": strings.Join(service.Features, "<li></li>"), "{imageUrl}": service.ImageURL,
	} {
		size += strings.Count(service.Template, variable) * len(value)
	}
	if size > maxFilledTemplate {
		return validate.Field{Name: "template"}.Invalid("repeats its variables so often that the page would be too long")
	}
	return nil
}

// checkSlug also refuses a number, which would be taken for an ID.
func (service *Service) checkSlug() error {
	if err := checkSlug(service.Slug); err != nil {
		return err
	}
	if digitsOnly.MatchString(service.Slug) {
		return validate.Field{Name: "slug"}.Invalid("must hold a letter, because a number alone would be read as an id")
	}
	return nil
}

func (service *Service) checkFeatures() error {
	if n := len(service.Features); n > maxFeatures {
		return validate.Field{Name: "features"}.Invalid(fmt.Sprintf("has %d entries; at most %d are possible", n, maxFeatures))
	}
	for _, feature := range service.Features {
		if err := (validate.Field{Name: "features", Value: feature}).Within(validate.MaxParagraph); err != nil {
			return err
		}
	}
	return nil
}
