import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Cookie } from "@playwright/test";
import { freePort } from "../../../scripts/free-port.mjs";
import { LateNetwork } from "./late-network";

const binary = resolve(import.meta.dirname, "../../../bin/perimeter");

export interface Account {
  username: string;
  fullName: string;
  role: "admin" | "staff";
  password: string;
}

const admin: Account = {
  username: "e2e-admin",
  fullName: "Erin Example",
  role: "admin",
  password: "a long enough passphrase",
};

export interface Settings {
  /** The data that tests keep apart from those of all others, by its name. */
  apart?: string;
  /** Additional arguments of `perimeter serve`. */
  args?: string[];
  /** Additional PERIMETER_… settings. */
  env?: Record<string, string>;
  /** The host name of the site, if it is not the IP that the server listens on. */
  hostname?: string;
  /** Leaves the first administrator to the server, with a generated password. */
  withoutUsers?: boolean;
  /** The facts about the company, if it is not the sample. */
  company?: object;
}

/** The built binary, started with its own data folder. */
export class Server {
  readonly admin = admin;
  /** The cookies of people who are signed in, by username. */
  readonly sessions = new Map<string, Cookie[]>();
  private output = "";

  private constructor(
    readonly origin: string,
    readonly dataDir: string,
    private readonly process: ChildProcess,
    private readonly network: LateNetwork | undefined,
  ) {
    process.stdout?.on("data", (chunk) => {
      this.output += chunk;
    });
    process.stderr?.on("data", (chunk) => {
      this.output += chunk;
    });
  }

  static async start({
    args = [],
    env = {},
    hostname,
    withoutUsers = false,
    company,
  }: Settings = {}): Promise<Server> {
    const dataDir = mkdtempSync(join(tmpdir(), "perimeter-e2e-"));
    if (!withoutUsers) addUser(dataDir, admin);
    if (company) importCompany(dataDir, company);
    const port = await freePort();
    const listen = `127.0.0.1:${port}`;
    const network = process.env.LATE ? await LateNetwork.before(port) : undefined;
    const origin = `http://${hostname ?? "127.0.0.1"}:${network?.port ?? port}`;
    // Tests say in a header where their visitors come from.
    const flags = ["--data", dataDir, "--listen", listen, "--trusted-proxies", "127.0.0.0/8"];
    const serve = spawn(binary, ["serve", ...flags, ...args], {
      env: { ...((hostname || network) && { PERIMETER_BASE_URL: origin }), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const server = new Server(origin, dataDir, serve, network);
    await server.waitUntilReady();
    return server;
  }

  /** The server's output so far. */
  get log(): string {
    return this.output;
  }

  /** The password that the first start printed. */
  get generatedPassword(): string {
    return /password\s+(\S+)/.exec(this.output)?.[1] ?? "";
  }

  addUser(account: Account): void {
    addUser(this.dataDir, account);
  }

  /** What `perimeter check` prints beside the running server. */
  async check(env: Record<string, string>, ...flags: string[]): Promise<string> {
    const check = spawn(binary, ["check", "--data", this.dataDir, ...flags], {
      env: { PERIMETER_BASE_URL: this.origin, ...env },
    });
    let printed = "";
    for (const stream of [check.stdout, check.stderr]) {
      stream.on("data", (chunk) => {
        printed += chunk;
      });
    }
    await once(check, "close");
    return printed;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const exited = once(this.process, "exit");
      this.process.kill("SIGTERM");
      const killTimer = setTimeout(() => this.process.kill("SIGKILL"), 90_000);
      await exited;
      clearTimeout(killTimer);
    }
    this.network?.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
    if (this.process.exitCode !== 0) {
      throw new Error(`the server exited with ${this.process.exitCode}\n${this.output}`);
    }
  }

  private async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + 120_000;
    while (Date.now() < deadline) {
      if (this.process.exitCode !== null) break;
      const healthy = await fetch(`${this.origin}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      if (healthy) return;
      await delay(25);
    }
    this.process.kill("SIGKILL");
    throw new Error(`the server did not become ready\n${this.output}`);
  }
}

function addUser(dataDir: string, { username, fullName, role, password }: Account): void {
  const flags = ["--username", username, "--full-name", fullName, "--role", role];
  run(["user", "add", "--data", dataDir, ...flags, "--password-stdin"], `${password}\n`);
}

function importCompany(dataDir: string, facts: object): void {
  const file = join(dataDir, "company.yaml");
  writeFileSync(file, JSON.stringify(facts)); // every JSON file is a YAML file
  run(["company", "import", "--data", dataDir, file]);
}

function run(args: string[], input = ""): void {
  const { error, status, stdout, stderr } = spawnSync(binary, args, {
    input,
    encoding: "utf8",
    env: {},
  });
  if (error) throw new Error(`bin/perimeter is missing: run make build`, { cause: error });
  if (status !== 0) throw new Error(`perimeter ${args.join(" ")} failed: ${stderr}${stdout}`);
}
