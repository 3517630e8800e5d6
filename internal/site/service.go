package site

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Service is something the company sells, with a page of its own.
type Service struct {
	ID               int64     `json:"id"`
	Name             string    `json:"name"`
	Slug             string    `json:"slug"`
	ShortDescription string    `json:"shortDescription"`
	FullDescription  string    `json:"fullDescription"` // safe HTML
	ImageURL         string    `json:"imageUrl"`
	Features         []string  `json:"features"`
	Template         string    `json:"template"` // safe HTML with placeholders
	FeaturedOnHome   bool      `json:"featuredOnHome"`
	UpdatedAt        time.Time `json:"updatedAt"`
	Image            *Picture  `json:"image,omitempty"` // of an uploaded image's address
}

// ServiceEdit is a save of a service: without ID it creates one, and what is
// nil keeps its stored value.
type ServiceEdit struct {
	Basis
	ID               *int64    `json:"id,omitempty"`
	Name             *string   `json:"name,omitempty"`
	Slug             *string   `json:"slug,omitempty"`
	ShortDescription *string   `json:"shortDescription,omitempty"`
	FullDescription  *string   `json:"fullDescription,omitempty"`
	ImageURL         *string   `json:"imageUrl,omitempty"`
	Features         *[]string `json:"features,omitempty"`
	Template         *string   `json:"template,omitempty"`
	FeaturedOnHome   *bool     `json:"featuredOnHome,omitempty"`
}

// ServiceReader reads services.
type ServiceReader interface {
	// Services returns all services in the order in which they were created.
	Services(ctx context.Context) ([]Service, error)
	Service(ctx context.Context, id int64) (Service, error)
	ServiceBySlug(ctx context.Context, slug string) (Service, error)
}

// ServiceWriter writes services.
type ServiceWriter interface {
	// PutService inserts the service when its ID is 0 and updates it
	// otherwise, and returns it as stored.
	PutService(ctx context.Context, s Service) (Service, error)
}

const maxFeatures = 100

// Services returns all services in the order in which they were created.
func (s *Site) Services(ctx context.Context) ([]Service, error) {
	services, err := s.store.Services(ctx)
	return illustrateAll(ctx, s, services, err, imageOfService)
}

// Service finds a service by its id, when ref is a number, or by its slug. A
// slug that the service had before finds it too: the caller sees from the
// result's Slug that the address has changed.
func (s *Site) Service(ctx context.Context, ref string) (Service, error) {
	service, err := s.findService(ctx, ref)
	return illustrate(ctx, s, service, err, imageOfService)
}

func (s *Site) findService(ctx context.Context, ref string) (Service, error) {
	if digitsOnly.MatchString(ref) {
		id, err := strconv.ParseInt(ref, 10, 64)
		if err != nil {
			return Service{}, noSuchService(ref)
		}
		return s.store.Service(ctx, id)
	}
	if !ValidSlug(ref) {
		return Service{}, noSuchService(ref)
	}
	service, err := s.store.ServiceBySlug(ctx, ref)
	if KindOf(err) != NotFound {
		return service, err
	}
	id, err := s.store.RedirectTarget(ctx, RedirectService, ref)
	if KindOf(err) == NotFound {
		return Service{}, noSuchService(ref)
	}
	if err != nil {
		return Service{}, err
	}
	return s.store.Service(ctx, id)
}

func noSuchService(ref string) error {
	return Errorf(NotFound, "There is no service %q.", ref)
}

// SaveService creates or updates a service and says what was removed from its
// HTML to make it safe.
func (s *Site) SaveService(ctx context.Context, edit ServiceEdit) (Service, Removed, error) {
	var service Service
	var removed Removed
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		service, removed = Service{}, nil
		if edit.ID != nil {
			if service, err = tx.Service(ctx, *edit.ID); err != nil {
				return err
			}
		}
		stored := service
		edit.applyTo(&service)
		if removed, err = service.settle(); err != nil {
			return err
		}
		if err = edit.check(stored.UpdatedAt, stored, service); err != nil {
			return err
		}
		service.UpdatedAt = s.stamp()
		if service, err = tx.PutService(ctx, service); err != nil {
			return err
		}
		return moveAddress(ctx, tx, RedirectService, service.ID, stored.Slug, service.Slug)
	})
	return service, removed, err
}

func (e ServiceEdit) applyTo(service *Service) {
	if service.Features == nil {
		service.Features = []string{}
	}
	set(&service.Name, e.Name)
	set(&service.Slug, e.Slug)
	set(&service.ShortDescription, e.ShortDescription)
	set(&service.ImageURL, e.ImageURL)
	if e.FullDescription != nil {
		service.FullDescription = *e.FullDescription
	}
	if e.Template != nil {
		service.Template = *e.Template
	}
	if e.FeaturedOnHome != nil {
		service.FeaturedOnHome = *e.FeaturedOnHome
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

// settle checks the service and makes its HTML safe to show.
func (service *Service) settle() (Removed, error) {
	if err := firstError(
		field{"name", service.Name}.required(maxLine),
		service.checkSlug(),
		field{"shortDescription", service.ShortDescription}.required(maxParagraph),
		field{"fullDescription", service.FullDescription}.required(maxBody),
		field{"imageUrl", service.ImageURL}.imageAddress(),
		field{"template", service.Template}.within(maxBody),
		service.checkFeatures(),
	); err != nil {
		return nil, err
	}
	fromDescription, err := makeSafeRequired("fullDescription", &service.FullDescription)
	if err != nil {
		return nil, err
	}
	fromTemplate, err := makeSafe("template", &service.Template)
	if err != nil {
		return nil, err
	}
	return fromDescription.and(fromTemplate), nil
}

// checkSlug also refuses digits alone, because a number is read as an id.
func (service *Service) checkSlug() error {
	if err := checkSlug(service.Slug); err != nil {
		return err
	}
	if digitsOnly.MatchString(service.Slug) {
		return field{name: "slug"}.invalid("must hold a letter, because a number alone would be read as an id")
	}
	return nil
}

func (service *Service) checkFeatures() error {
	if n := len(service.Features); n > maxFeatures {
		return field{name: "features"}.invalid(fmt.Sprintf("has %d entries; at most %d are possible", n, maxFeatures))
	}
	for _, feature := range service.Features {
		if err := (field{"features", feature}).within(maxParagraph); err != nil {
			return err
		}
	}
	return nil
}
