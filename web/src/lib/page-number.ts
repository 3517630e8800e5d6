/**
 * The page number in a URL's query: 1 without one, undefined if it is not a number as links write it.
 * The server's engine has no URLSearchParams.
 */
export function pageNumber(search: string): number | undefined {
  const text = /(?:^|&)page=([^&]*)/.exec(search)?.[1] || "1";
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}
