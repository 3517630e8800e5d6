/** Shows a number on the icon of the installed app. Browsers refuse it where it is not installed. */
export async function showAppBadge(count: number): Promise<void> {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  await shown?.catch(() => undefined);
}
