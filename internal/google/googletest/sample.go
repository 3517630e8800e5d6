package googletest

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"time"
)

var (
	stars    = []string{"FIVE", "FIVE", "FOUR", "FIVE", "THREE", "ONE", "TWO", "STAR_RATING_UNSPECIFIED"}
	names    = []string{"Dolores Sample", "Wendell Sample", "Ximena Sample", "Óscar Sample", "Priya Sample", "", "白石 見本"}
	comments = []string{
		"They found the termites that two others had missed and explained every step.",
		"",
		"On time, friendly, and the wasps are gone.",
		"(Translated by Google) Very good service, they came the same day.\n\n(Original)\nMuy buen servicio, vinieron el mismo día.",
		"Came out twice for the same ants. The second visit did it.",
		"Servicio rápido y amable.\n\n(Translated by Google)\nFast and friendly service.",
	}
	// Google returns any number of digits.
	fractions = []string{"", ".1", ".045", ".123456", ".123456789"}
)

// Sample returns reviews with the variety of real ones, the newest first. Their
// photos are at origin; if it is empty, they have none.
func Sample(count int, origin string) []Review {
	newest := time.Date(2026, time.March, 2, 18, 30, 0, 0, time.UTC)
	reviews := make([]Review, count)
	for i := range reviews {
		id := fmt.Sprintf("review-%05d", i+1)
		created := newest.Add(-time.Duration(i) * 7 * time.Hour).Format("2006-01-02T15:04:05")
		r := Review{
			Name:       Location + "/reviews/" + id,
			ReviewID:   id,
			StarRating: stars[i%len(stars)],
			Comment:    comments[i%len(comments)],
			CreateTime: created + fractions[i%len(fractions)] + "Z",
		}
		r.UpdateTime = r.CreateTime
		r.Reviewer.DisplayName = names[i%len(names)]
		r.Reviewer.IsAnonymous = r.Reviewer.DisplayName == ""
		if origin != "" && i%4 != 3 {
			r.Reviewer.ProfilePhotoURL = fmt.Sprintf("%s/photos/%s.png", origin, id)
		}
		reviews[i] = r
	}
	return reviews
}

// photo answers with a portrait in landscape format. Its colours depend on the
// name.
func photo(w http.ResponseWriter, r *http.Request) {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(r.PathValue("name")))
	sum := hash.Sum32()
	picture := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for y := range 240 {
		for x := range 320 {
			c := color.RGBA{uint8(sum) | 0x40, uint8(sum>>8) | 0x40, uint8(sum>>16) | 0x40, 255}
			head, shoulders := (x-160)*(x-160)+(y-95)*(y-95) < 50*50, (x-160)*(x-160)+(y-260)*(y-260) < 110*110
			if head || shoulders {
				c = color.RGBA{244, 236, 224, 255}
			}
			picture.SetRGBA(x, y, c)
		}
	}
	w.Header().Set("Content-Type", "image/png")
	_ = png.Encode(w, picture) // fails only if the client is gone
}
