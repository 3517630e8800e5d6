/** The public page at a path, as `routes.ts` names it. */
interface PublicPage {
  name: string;
  slug: string;
}

/**
 * Where a public page is edited: the tab or panel of the back office, with the section or the record.
 * A post is named by its ID, because its slug can change while it is edited.
 */
export function editUrl({ name, slug }: PublicPage, postId?: number): string {
  switch (name) {
    case "about":
    case "contact":
    case "services":
      return `/admin?part=${name}`;
    case "service-detail":
      return `/admin?tab=services&service=${slug}`;
    case "programs":
      return "/admin?panel=company&section=texts&page=programs";
    case "blog":
      return `/admin?tab=posts${postId === undefined ? "" : `&post=${postId}`}`;
    case "customer-portal":
      return "/admin?panel=company&section=business";
    default:
      return "/admin";
  }
}
