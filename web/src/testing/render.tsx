import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { type Identity, PageContext } from "@/domain/page-data";
import { createQueryClient } from "@/lib/admin/query-client";
import { createDataStore, DataStoreContext, type SeededQuery } from "@/lib/data-store";
import { sampleFooter, sampleIdentity } from "./sample-identity";
import { refuseRequest } from "./undeclared-requests";

interface RenderOptions {
  path?: string;
  /** API responses that came with the page, by the first part of their query key. */
  data?: Record<string, unknown>;
  queries?: SeededQuery[];
  identity?: Identity;
}

/** Tests that are about the texts of a page bring their own. */
const emptyTexts: SeededQuery[] = ["home", "about", "programs", "services"].map((page) => ({
  key: ["page-texts", page],
  data: {},
}));

/** Renders a component with the providers that a page has. */
export function renderWithPage(part: ReactNode, options: RenderOptions = {}) {
  const { path = "/", data = {}, queries = [], identity = sampleIdentity } = options;
  // Most tests are not about special days, but every footer asks for them.
  const all: Record<string, unknown> = { "special-days": [], ...data };
  const seeds = Object.entries(all).map(([key, response]) => ({ key: [key], data: response }));
  const client = createQueryClient();
  for (const { key, data: response } of seeds) client.setQueryData(key, response);
  const store = createDataStore([...emptyTexts, ...seeds, ...queries]);
  const location = memoryLocation({ path, record: true });
  const statuses: number[] = [];
  const withProviders = (content: ReactNode) => (
    <QueryClientProvider client={client}>
      <DataStoreContext value={store}>
        <PageContext
          value={{
            identity,
            footerServices: sampleFooter,
            year: 2026,
            baseUrl: "https://site.test",
            setStatus: (status) => statuses.push(status),
          }}
        >
          <Router hook={location.hook}>{content}</Router>
        </PageContext>
      </DataStoreContext>
    </QueryClientProvider>
  );
  const view = render(withProviders(part));
  const rerenderPart = (other: ReactNode) => view.rerender(withProviders(other));
  const user = userEvent.setup();
  return {
    ...view,
    rerenderPart,
    user,
    navigate: location.navigate,
    history: location.history,
    statuses,
  };
}

/** Waits for a dialog, and for the effect that lets it be used. */
export async function findDialog(name: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog", { name });
  await waitFor(() => expect(dialog).toHaveStyle({ pointerEvents: "auto" }));
  return dialog;
}

/** A response that never arrives. */
export const pending = Symbol("pending");

/**
 * Declares the API's responses by path: data, an error status, or `pending`. A request for any other
 * path fails the test.
 */
export function mockApi(responses: Record<string, unknown>): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init?: RequestInit) => {
      if (!(path in responses)) return refuseRequest(path, init);
      const response = responses[path];
      if (response === pending) return new Promise(() => {});
      if (typeof response === "number") return new Response("no", { status: response });
      return Response.json({ success: true, data: response });
    }),
  );
}
