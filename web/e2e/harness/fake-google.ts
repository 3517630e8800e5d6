import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const binary = resolve(import.meta.dirname, "../../../bin/fake-google");

/** A fake of Google's review API whose reviews and failures a test controls. */
export class FakeGoogle {
  private constructor(
    /** Environment variables that make Perimeter use this fake. */
    readonly settings: Record<string, string>,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<FakeGoogle> {
    const process = spawn(binary, ["-listen", "127.0.0.1:0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(process, "spawn").catch((cause) => {
      throw new Error("bin/fake-google is missing: run make bin/fake-google", { cause });
    });
    const [output] = await once(process.stdout, "data");
    const lines = String(output).matchAll(/^export (\w+)=(.+)$/gm);
    const settings = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
    return new FakeGoogle({ ...settings, PERIMETER_REVIEWS_FRESH: "500ms" }, process);
  }

  /** Settings with which nothing is connected yet, but can be. */
  get endpoints(): Record<string, string> {
    const isEndpoint = ([name]: [string, string]) => /_URL$|_FRESH$/.test(name);
    return Object.fromEntries(Object.entries(this.settings).filter(isEndpoint));
  }

  /** What the owner types in to connect. */
  get client(): { id: string; secret: string } {
    const { PERIMETER_GOOGLE_CLIENT_ID: id = "", PERIMETER_GOOGLE_CLIENT_SECRET: secret = "" } =
      this.settings;
    return { id, secret };
  }

  /** Sets how many locations the account manages. */
  async setLocationCount(count: number): Promise<void> {
    await this.change({ locations: String(count) });
  }

  /** Takes back what was allowed on the consent page. */
  async revoke(): Promise<void> {
    await this.change({ revoke: "" });
  }

  /** Sets how many reviews the company has. */
  async setReviewCount(count: number): Promise<void> {
    await this.change({ reviews: String(count) });
  }

  /** Makes every call fail until recover is called. */
  async failWith(failure: "forbidden"): Promise<void> {
    await this.change({ failure });
  }

  async recover(): Promise<void> {
    await this.change({ failure: "" });
  }

  async stop(): Promise<void> {
    const exited = once(this.process, "exit");
    this.process.kill("SIGINT");
    await exited;
  }

  private async change(values: Record<string, string>): Promise<void> {
    const url = `${this.settings.PERIMETER_GOOGLE_API_URL}/fake?${new URLSearchParams(values)}`;
    const response = await fetch(url, { method: "POST" });
    if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  }
}
