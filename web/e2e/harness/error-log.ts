import type { BrowserContext } from "@playwright/test";
import type { Server } from "./server";

/**
 * Collects errors that no assertion would notice: console errors and warnings (which include
 * hydration mismatches and violations of the content security policy), uncaught exceptions and
 * errors in the server's log. The fixture fails the test for each one that was not allowed.
 */
export class ErrorLog {
  private readonly errors: string[] = [];
  private readonly allowed: RegExp[] = [
    /Service Worker registration blocked by Playwright/,
    // Maps and external pictures cannot be reached.
    /net::ERR_NAME_NOT_RESOLVED/,
    // The trace adds a script to every frame. A frame of the back office must not run any.
    /Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/,
    // The uploader says so of a small picture that is stored before its thumbnail is drawn.
    /file was removed before a thumbnail could be generated/,
  ];
  private readonly logStart: number;

  constructor(
    context: BrowserContext,
    private readonly server: Server,
  ) {
    this.logStart = server.log.length;
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.errors.push(
          `console ${message.type()} on ${message.location().url}: ${message.text()}`,
        );
      }
    });
    context.on("weberror", (error) => {
      this.errors.push(`uncaught ${error.error()}`);
    });
  }

  /** Allows errors that match, for tests that cause them on purpose. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  /** The errors that were not allowed. */
  unexpected(): string[] {
    const logged = this.server.log
      .slice(this.logStart)
      .split("\n")
      .filter((line) => /\blevel"?[=:]"?ERROR\b/.test(line))
      .map((line) => `server: ${line}`);
    return [...this.errors, ...logged].filter(
      (error) => !this.allowed.some((pattern) => pattern.test(error)),
    );
  }
}
