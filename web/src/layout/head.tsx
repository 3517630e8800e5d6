import { useLocation } from "wouter";
import { type PageSubject, usePage } from "@/domain/page-data";

interface HeadProps {
  /** The page's title; the site's name is appended. */
  title: string;
  description: string;
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

/** The head tags of a page: title and metadata. */
export function Head({
  title,
  description,
  image = "/art/og.png",
  type = "website",
  noindex = false,
  status,
  feed = false,
  subject,
}: HeadProps) {
  const { identity, baseUrl, setStatus, setSubject } = usePage();
  const [path] = useLocation();
  const fullTitle = `${title} | ${identity.name}`;
  const url = baseUrl + path;
  const imageUrl = image.startsWith("/") ? baseUrl + image : image;
  const listed = !noindex && !status;
  if (status) setStatus?.(status);
  if (subject) setSubject?.(subject);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!listed && <meta name="robots" content="noindex" />}
      {listed && <link rel="canonical" href={url} />}
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
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
