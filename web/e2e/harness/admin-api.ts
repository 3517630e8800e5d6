import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
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

/** Signs in and makes the company one that never closes. */
export async function openAroundTheClock(
  request: APIRequestContext,
  server: Server,
): Promise<void> {
  await postLogin(request, server);
  for (const day of days) {
    const response = await request.post("/api/admin/business-hours", {
      data: { day, openTime: "12:00 AM", closeTime: "11:59 PM", isClosed: false },
      headers: { Origin: server.origin },
    });
    await expect(response, await response.text()).toBeOK();
  }
}

/** Gets the data of an API response. */
export async function getData(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  await expect(response, await response.text()).toBeOK();
  return (await response.json()).data;
}

/** Saves records through the API, for tests that are not about the form. */
export class AdminApi {
  private constructor(private readonly request: APIRequestContext) {}

  static async signIn(request: APIRequestContext, server: Server): Promise<AdminApi> {
    await postLogin(request, server);
    return new AdminApi(request);
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

  async delete(path: string): Promise<void> {
    const response = await this.request.delete(path);
    await expect(response, await response.text()).toBeOK();
  }
}
