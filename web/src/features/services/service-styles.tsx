import type { Service } from "@/api/services";

/**
 * Links the CSS of the utility classes in a service's stored HTML, which the build does not know.
 * React suspends the surrounding boundary until it has loaded.
 */
export function ServiceStyles({ service }: { service: Service }) {
  const { id, template, fullDescription, updatedAt } = service;
  if (!/\sclass=/.test(template + fullDescription)) return null;
  // Browsers keep the file for a year, so its URL changes with the service and with the theme.
  const version = `${updatedAt}-${import.meta.env.VITE_THEME_VERSION}`;
  const href = `/styles/services/${id}.css?v=${encodeURIComponent(version)}`;
  return <link rel="stylesheet" href={href} precedence="template" />;
}
