import { useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { trustedHtml } from "@/lib/trusted-html";

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
  /** Structured data; each item gets its own script element. */
  structuredData?: object[];
}

/** The head tags of a page: title, metadata, structured data. */
export function Head({
  title,
  description,
  image = "/art/og.png",
  type = "website",
  noindex = false,
  status,
  feed = false,
  structuredData = [],
}: HeadProps) {
  const { identity, baseUrl, setStatus } = usePage();
  const [path] = useLocation();
  const fullTitle = `${title} | ${identity.name}`;
  const url = baseUrl + path;
  const imageUrl = image.startsWith("/") ? baseUrl + image : image;
  const listed = !noindex && !status;
  if (status) setStatus?.(status);
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
      {/* React makes script elements in a way that Trusted Types forbid, so they are HTML in a div. */}
      {structuredData.length > 0 && (
        <div
          hidden
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON inside a script element must not be escaped as HTML
          dangerouslySetInnerHTML={{ __html: trustedHtml(structuredData.map(dataScript).join("")) }}
        />
      )}
    </>
  );
}

function dataScript(data: object): string {
  return `<script type="application/ld+json">${scriptSafeJson(data)}</script>`;
}

/** JSON that cannot close the script element around it. */
export function scriptSafeJson(data: unknown): string {
  return JSON.stringify(data).replace(/</g, "\\u003c");
}
