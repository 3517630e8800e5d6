import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAppShell } from "./app-shell";

const origin = "https://pest.example";
const fetched = vi.fn<(request: Request | string) => Promise<Response>>();
let stored: Map<string, Map<string, Response>>;

function urlOf(request: Request | string): string {
  return new URL(typeof request === "string" ? request : request.url, origin).href;
}

/** The part of the browser's cache storage that the shell uses. */
const fakeCaches = {
  open: async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      put: async (key: string, response: Response) => entries.set(urlOf(key), response),
      addAll: async (requests: (Request | string)[]) => {
        for (const request of requests) entries.set(urlOf(request), await fetched(request));
      },
    };
  },
  match: async (request: Request | string, { cacheName = "" } = {}) => {
    for (const [name, entries] of stored) {
      if (cacheName && name !== cacheName) continue;
      const found = entries.get(urlOf(request));
      if (found) return found.clone();
    }
    return undefined;
  },
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
};

beforeEach(() => {
  stored = new Map();
  openTabs = 0;
  fetched.mockReset();
  vi.stubGlobal("caches", fakeCaches);
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

let openTabs = 0;
const shell = createAppShell(
  { version: "2", files: ["/assets/admin.js"] },
  origin,
  async () => openTabs,
);

function request(path: string, options: { method?: string; mode?: string } = {}): Request {
  return { url: urlOf(path), method: "GET", mode: "cors", ...options } as Request;
}

it("shows the page of the network, and the kept one without a connection", async () => {
  const page = request("/admin?panel=messages", { mode: "navigate" });
  fetched.mockResolvedValueOnce(new Response("today's page"));
  expect(await (await shell.respond(page))?.text()).toBe("today's page");
  fetched.mockRejectedValue(new TypeError("offline"));
  expect(await (await shell.respond(page))?.text()).toBe("today's page");
});

it("keeps no error page, and fails as the network does if nothing is kept", async () => {
  const page = request("/admin", { mode: "navigate" });
  fetched.mockResolvedValueOnce(new Response("broken", { status: 503 }));
  expect((await shell.respond(page))?.status).toBe(503);
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  await expect(shell.respond(page)).rejects.toThrow("offline");
});

it("fetches a built file once", async () => {
  fetched.mockImplementation(async () => new Response("code"));
  await shell.respond(request("/assets/lazy.js"));
  expect(await (await shell.respond(request("/assets/lazy.js")))?.text()).toBe("code");
  expect(fetched).toHaveBeenCalledOnce();
});

it.each([
  ["data", request("/api/admin/chat")],
  ["who is signed in", request("/api/auth/user")],
  ["the login page", request("/login", { mode: "navigate" })],
  ["the public site", request("/", { mode: "navigate" })],
  ["a page below the back office", request("/admin/x", { mode: "navigate" })],
  ["an uploaded image", request("/objects/uploads/a")],
  ["a change", request("/assets/a", { method: "POST" })],
  ["another site", { ...request("/"), url: "https://other.example/assets/a.js" } as Request],
])("leaves %s to the network", (_, other) => {
  expect(shell.respond(other)).toBeUndefined();
});

it("keeps the shell when it is installed, and deletes that of other builds", async () => {
  fetched.mockImplementation(async () => new Response("file"));
  stored.set("perimeter-admin-1", new Map());
  stored.set("something-else", new Map());
  await shell.install();
  await shell.activate();
  expect([...stored.keys()].sort()).toEqual(["perimeter-admin-2", "something-else"]);
  expect([...(stored.get("perimeter-admin-2")?.keys() ?? [])]).toEqual([
    `${origin}/admin`,
    `${origin}/assets/admin.js`,
  ]);
});

it("keeps the files of an older build while a tab may load them, and never its page", async () => {
  fetched.mockImplementation(async () => new Response("new"));
  const older = new Map([
    [`${origin}/admin`, new Response("old page")],
    [`${origin}/assets/sheet-old.js`, new Response("old sheet")],
  ]);
  stored.set("perimeter-admin-1", older);
  openTabs = 1;
  await shell.install();
  await shell.activate();
  const sheet = await shell.respond(request("/assets/sheet-old.js"));
  expect(await sheet?.text()).toBe("old sheet");
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  const page = () => shell.respond(request("/admin", { mode: "navigate" }));
  expect(await (await page())?.text()).toBe("new");
  expect(stored.has("perimeter-admin-1")).toBe(true);
  // All tabs were closed, and one is opened.
  openTabs = 0;
  await page();
  expect(stored.has("perimeter-admin-1")).toBe(false);
});
