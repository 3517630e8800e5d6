import type { Service } from "@/api/services";

/**
 * The style sheet of the utility classes in a service's own markup, which the build could not know.
 * React waits for it before it shows what stands in the same Suspense boundary.
 */
export function ServiceStyles({ service }: { service: Service }) {
  const { id, template, fullDescription, updatedAt } = service;
  if (!/\sclass=/.test(template + fullDescription)) return null;
  const href = `/styles/services/${id}.css?v=${encodeURIComponent(updatedAt)}`;
  return <link rel="stylesheet" href={href} precedence="template" />;
}
