/**
 * Reloads the page if the site responds: then a newer version was deployed, and code that this page
 * wants to load is gone. Resolves only if the page is not reloaded.
 */
export async function reloadIfReachable(): Promise<void> {
  const site = await fetch("/", { method: "HEAD" }).catch(() => undefined);
  if (!site?.ok) return;
  location.reload();
  await new Promise(() => {});
}
