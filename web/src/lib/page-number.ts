/**
 * The page number in a URL's query: 1 without one or if it is not a number as links write it,
 * undefined if it is beyond every end. The server's engine has no URLSearchParams.
 */
export function pageNumber(search: string): number | undefined {
  const text = /(?:^|&)page=([1-9]\d*)(?=&|$)/.exec(search)?.[1] ?? "1";
  return text.length < 8 ? Number(text) : undefined;
}
