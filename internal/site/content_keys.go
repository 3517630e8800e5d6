package site

// EveryPage stands for what surrounds all pages: header and footer.
const EveryPage PageKind = "every"

// ContentKeys lists the content keys that each page reads, besides those of
// EveryPage. A page that is not listed reads no others. The front end's types are generated from it, so that a page
// cannot read a key that is missing here.
var ContentKeys = map[PageKind][]string{
	EveryPage:    {"office_address"},
	PageHome:     {"hero_title", "hero_subtitle", "hero_image", "cta_text", "cta_phone_text", "feature_section_title", "about_image", "office_address"},
	PageServices: {"services_title", "services_subtitle"},
	PageAbout:    {"about_title", "about_content", "about_image", "team_section_title"},
	PageContact:  {"contact_title", "contact_subtitle", "office_address", "map_embed"},
}
