import { type APIRequestContext, expect } from "@playwright/test";
import type { Server } from "./server";

/** The admin's calls, for journeys that need something saved without clicking for it. */
export class AdminApi {
  private constructor(private readonly request: APIRequestContext) {}

  static async signIn(request: APIRequestContext, { admin }: Server): Promise<AdminApi> {
    const { username, password } = admin;
    const answer = await request.post("/api/auth/login", { data: { username, password } });
    await expect(answer, await answer.text()).toBeOK();
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
    const answer = await this.request.post(path, { data: record });
    await expect(answer, await answer.text()).toBeOK();
    return (await answer.json()).data;
  }
}
