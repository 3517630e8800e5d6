import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { type Identity, PageContext } from "@/domain/page-data";
import { createQueryClient, type SeededQuery } from "@/lib/query-client";
import { sampleIdentity } from "./sample-identity";

interface RenderOptions {
  path?: string;
  /** What came with the page: API answers under their first key. */
  data?: Record<string, unknown>;
  queries?: SeededQuery[];
  identity?: Identity;
}

/** Renders a part of the site in the surroundings that a page gives it. */
export function renderWithPage(part: ReactNode, options: RenderOptions = {}) {
  const { path = "/", data = {}, queries = [], identity = sampleIdentity } = options;
  const seeds = Object.entries(data).map(([key, answer]) => ({ key: [key], data: answer }));
  const client = createQueryClient([...seeds, ...queries]);
  const location = memoryLocation({ path, record: true });
  const statuses: number[] = [];
  const view = render(
    <QueryClientProvider client={client}>
      <PageContext
        value={{
          identity,
          year: 2026,
          baseUrl: "https://site.test",
          setStatus: (status) => statuses.push(status),
        }}
      >
        <Router hook={location.hook}>{part}</Router>
      </PageContext>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  return { ...view, user, navigate: location.navigate, history: location.history, statuses };
}

/** Lets the API answer: data by path, an error status by path, or never when the path is absent. */
export function mockApi(answers: Record<string, unknown>): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string) => {
      const answer = answers[path];
      if (answer === undefined) return new Promise(() => {});
      if (typeof answer === "number") return new Response("no", { status: answer });
      return Response.json({ success: true, data: answer });
    }),
  );
}
