import type { BrowserContext } from "@playwright/test";
import type { Server } from "./server";

/**
 * Everything that went wrong without anybody looking: console errors and warnings (which is where
 * hydration mismatches and violations of the content security policy end up), uncaught exceptions
 * and errors in the server's log. The fixture fails the test for each one that was not allowed.
 */
export class Complaints {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly logStart: number;

  constructor(
    context: BrowserContext,
    private readonly server: Server,
  ) {
    this.logStart = server.log.length;
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.found.push(
          `console ${message.type()} on ${message.location().url}: ${message.text()}`,
        );
      }
    });
    context.on("weberror", (error) => {
      this.found.push(`uncaught ${error.error()}`);
    });
  }

  /** Says that a journey means to provoke complaints that match. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  list(): string[] {
    const logged = this.server.log
      .slice(this.logStart)
      .split("\n")
      .filter((line) => /\blevel"?[=:]"?ERROR\b/.test(line))
      .map((line) => `server: ${line}`);
    return [...this.found, ...logged].filter(
      (complaint) => !this.allowed.some((pattern) => pattern.test(complaint)),
    );
  }
}
