import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const binary = resolve(import.meta.dirname, "../../../bin/fake-google");

/** Google as the tests play it, with reviews that change and failures on demand. */
export class FakeGoogle {
  private constructor(
    /** The settings that lead the site here. */
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
    const [introduction] = await once(process.stdout, "data");
    const lines = String(introduction).matchAll(/^export (\w+)=(.+)$/gm);
    const settings = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
    return new FakeGoogle({ ...settings, PERIMETER_REVIEWS_FRESH: "500ms" }, process);
  }

  /** Gives the company this many reviews. */
  async publish(reviews: number): Promise<void> {
    await this.tell({ reviews: String(reviews) });
  }

  /** Fails in a way, until it is told to have no trouble. */
  async have(trouble: "forbidden" | ""): Promise<void> {
    await this.tell({ failure: trouble });
  }

  async stop(): Promise<void> {
    const exited = once(this.process, "exit");
    this.process.kill("SIGINT");
    await exited;
  }

  private async tell(change: Record<string, string>): Promise<void> {
    const address = `${this.settings.PERIMETER_GOOGLE_API_URL}/fake?${new URLSearchParams(change)}`;
    const answer = await fetch(address, { method: "POST" });
    if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  }
}
