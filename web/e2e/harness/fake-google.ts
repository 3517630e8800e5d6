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
