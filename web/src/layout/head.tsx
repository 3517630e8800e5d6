import { useLocation } from "wouter";
import { type PageSubject, usePage } from "@/domain/page-data";

interface HeadProps {
  /** The page's title; the site's name is appended. */
  title: string;
  description: string;
  /** The page's path with its query; by default the URL's path. */
  path?: string;
  /** Paths of the pages before and after, if the page is part of a list. */
  previous?: string;
  next?: string;
  /** URL of the image that social networks show. */
  image?: string;
  type?: "website" | "article";
  /** Asks search engines not to list the page. */
  noindex?: boolean;
  /** The HTTP status; a missing page gets noindex too. */
  status?: 404;
  /** Links to the Atom feed. */
  feed?: boolean;
  /** What the page is about; the server builds structured data from it. */
  subject?: PageSubject;
}

/** The picture with the name and the headline of the page at a path, which the server draws. */
const cardOf = (path: string) => `/share${path === "/" ? "/home" : path}.jpg`;

/** The head tags of a page: title and metadata. */
export function Head({
  title,
  description,
  path,
  previous,
  next,
  image,
  type = "website",
  noindex = false,
  status,
  feed = false,
  subject,
}: HeadProps) {
  const { identity, baseUrl, setStatus, setSubject } = usePage();
  const [location] = useLocation();
  const fullTitle = `${title} | ${identity.name}`;
  const url = baseUrl + (path ?? location);
  const listed = !noindex && !status;
  const card = cardOf(listed ? location : "/");
  const shared = image || identity.brand.shareImage || card;
  const imageUrl = shared.startsWith("/") ? baseUrl + shared : shared;
  if (status) setStatus?.(status);
  if (subject) setSubject?.(subject);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!listed && <meta name="robots" content="noindex" />}
      {listed && <link rel="canonical" href={url} />}
      {previous && <link rel="prev" href={baseUrl + previous} />}
      {next && <link rel="next" href={baseUrl + next} />}
      {listed && <meta property="og:url" content={url} />}
      {feed && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={identity.name}
          href={`${baseUrl}/feed.xml`}
        />
      )}
      <meta property="og:site_name" content={identity.name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={imageUrl} />
      <meta property="og:image:alt" content={`${identity.name}: ${title}`} />
      {shared === card && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
