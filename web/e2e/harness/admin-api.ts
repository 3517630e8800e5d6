import { type APIRequestContext, expect, request } from "@playwright/test";
import type { Account, Server } from "./server";

/** Posts the credentials; the session cookie stays in the request context. */
export async function postLogin(
  request: APIRequestContext,
  server: Server,
  { username, password }: Account = server.admin,
): Promise<void> {
  const response = await request.post("/api/auth/login", {
    data: { username, password },
    headers: { Origin: server.origin },
  });
  await expect(response, await response.text()).toBeOK();
}

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Gets the data of an API response. */
export async function getData(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  await expect(response, await response.text()).toBeOK();
  return (await response.json()).data;
}

/** Saves records through the API, for tests that are not about the form. */
export class AdminApi {
  private static readonly clients = new WeakMap<Server, Promise<AdminApi>>();

  private constructor(private readonly request: APIRequestContext) {}

  /** The client of this server, which stays signed in: each sign-in hashes a password. */
  static of(server: Server): Promise<AdminApi> {
    const client = AdminApi.clients.get(server) ?? AdminApi.signIn(server);
    AdminApi.clients.set(server, client);
    return client;
  }

  private static async signIn(server: Server): Promise<AdminApi> {
    const context = await request.newContext({
      baseURL: server.origin,
      extraHTTPHeaders: { Origin: server.origin },
    });
    await postLogin(context, server);
    return new AdminApi(context);
  }

  async saveContent(item: {
    id?: number;
    key: string;
    section: string;
    type: string;
    value: string;
  }): Promise<void> {
    await this.save("/api/admin/content", item);
  }

  async save(path: string, record: object): Promise<{ id: number }> {
    const response = await this.request.post(path, { data: record });
    await expect(response, await response.text()).toBeOK();
    return (await response.json()).data;
  }

  /** Makes the company one that never closes. */
  async openAroundTheClock(): Promise<void> {
    const hours = { openTime: "12:00 AM", closeTime: "12:00 AM", isClosed: false };
    for (const day of days) await this.save("/api/admin/business-hours", { day, ...hours });
  }

  async delete(path: string): Promise<void> {
    const response = await this.request.delete(path);
    await expect(response, await response.text()).toBeOK();
  }
}
