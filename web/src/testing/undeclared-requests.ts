const undeclared: string[] = [];

/** Stands in for fetch: fails a request that the test has not declared, and remembers it. */
export async function refuseRequest(input: RequestInfo | URL, init?: RequestInit): Promise<never> {
  const url = input instanceof Request ? input.url : String(input);
  const request = `${init?.method ?? "GET"} ${url}`;
  undeclared.push(request);
  throw new TypeError(`the test does not declare ${request}`);
}

/** The requests that were refused since the last call. */
export function takeUndeclaredRequests(): string[] {
  return undeclared.splice(0);
}
