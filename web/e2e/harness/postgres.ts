import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";

/** A database that is empty until a server uses it. */
export interface EmptyDatabase {
  /** The settings that make `perimeter` use it. */
  env: Record<string, string>;
  drop: () => void;
}

/**
 * Creates a database on the PostgreSQL server of the test run. Without one, the test uses SQLite; a
 * run that must not leave anything out fails instead.
 */
export function createDatabase(): EmptyDatabase {
  const server = process.env.PERIMETER_TEST_POSTGRES;
  if (!server) {
    if (process.env.PERIMETER_TEST_REQUIRE || process.env.CI) {
      throw new Error("PERIMETER_TEST_POSTGRES is not set, but no test may be skipped");
    }
    return { env: {}, drop: () => {} };
  }
  const name = `perimeter_e2e_${randomBytes(6).toString("hex")}`;
  psql(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { PERIMETER_DATABASE_URL: url.href },
    drop: () => psql(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

function psql(server: string, statement: string): void {
  const run = spawnSync("psql", ["--quiet", "--command", statement, server], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${statement}: ${run.error ?? run.stderr}`);
}
