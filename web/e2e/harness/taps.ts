import { expect, type Locator, type TestInfo } from "@playwright/test";

/** Counts how often the screen is pressed for each job, and reports it. */
export class Taps {
  private count = 0;

  constructor(
    private readonly info: TestInfo,
    private readonly touch = true,
  ) {}

  /** Presses a button, a link or a field. */
  press = async (target: Locator): Promise<void> => {
    this.count++;
    await (this.touch ? target.tap() : target.click());
  };

  /** Presses a field and types a text over what is in it. */
  type = async (field: Locator, text: string): Promise<void> => {
    await this.press(field);
    await field.fill(text);
  };

  /** Opens a list and presses one of its entries. The list is the browser's own. */
  choose = async (list: Locator, entry: string): Promise<void> => {
    this.count += 2;
    await list.selectOption(entry);
  };

  /** Ends a job, which may take so many taps at most. */
  done(job: string, atMost: number): void {
    this.info.annotations.push({ type: "taps", description: `${job}: ${this.count}` });
    expect(this.count, job).toBeLessThanOrEqual(atMost);
    this.count = 0;
  }
}
