import { act, fireEvent } from "@testing-library/react";
import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, type Envelope } from "@/api/client";
import { renderWithPage } from "@/testing/render";
import { WorkingCopyStore } from "./copies/copy-store";
import { CopiesProvider } from "./copies/working-copies";
import { dataOf, type RecordForm, useRecordForm } from "./record-form";

// Loaded now, so that a conflict does not wait for it.
await import("./conflict/conflict-view");

type Key = IDBValidKey;
type Database = Map<string, unknown>;
const browser = vi.hoisted(() => ({ database: new Map<string, unknown>() }));
vi.mock("idb-keyval", () => {
  const name = (key: Key) => JSON.stringify(key);
  return {
    createStore: () => browser.database,
    get: async (key: Key, store: Database) => store.get(name(key)),
    set: async (key: Key, value: unknown, store: Database) => store.set(name(key), value),
    del: async (key: Key, store: Database) => store.delete(name(key)),
    keys: async (store: Database) => [...store.keys()].map((key) => JSON.parse(key)),
    update: async (key: Key, change: (value: unknown) => unknown, store: Database) =>
      store.set(name(key), change(store.get(name(key)))),
  };
});

interface Item {
  id: number;
  title: string;
  text: string;
  updatedAt: string;
}
type Values = Pick<Item, "title" | "text">;
type Field = keyof Values;

/** The record with all its versions, and the working copies. */
class FakeServer {
  online = true;
  record: Item = { id: 7, title: "Ants", text: "Once", updatedAt: "1" };
  readonly versions: Item[] = [this.record];
  readonly copies = new Map<string, { id: string; values: object; savedAt: string }>();
  private stores = 0;

  /** Saves the record, like the API. */
  save(edit: Partial<Item> & { basedOn?: string }): Envelope<unknown> | Error {
    if (!this.online) return new TypeError("Failed to fetch");
    const { basedOn, ...fields } = edit;
    const saved = { ...this.record, ...fields };
    if (
      basedOn !== this.record.updatedAt &&
      JSON.stringify(saved) !== JSON.stringify(this.record)
    ) {
      const refusal = { success: false, message: "Somebody else was faster.", data: this.record };
      return new ApiError(409, JSON.stringify(refusal), "");
    }
    this.store(saved);
    return { success: true, data: this.record };
  }

  store(item: Item): void {
    this.record = { ...item, updatedAt: String(this.versions.length + 1) };
    this.versions.push(this.record);
  }

  /** Answers the calls of working copies. */
  fetch = async (url: string, { method, body }: RequestInit = {}): Promise<Response> => {
    if (!this.online) throw new TypeError("Failed to fetch");
    const [, id = ""] = /working-copies\/post\/(.+)$/.exec(url) ?? [];
    if (method === "PUT") {
      this.stores += 1;
      const savedAt = new Date(Date.UTC(2026, 2, 1) + this.stores * 1000).toISOString();
      this.copies.set(id, { ...JSON.parse(String(body)), id, savedAt });
    }
    const data = id === "" ? [...this.copies.values()] : this.copies.get(id);
    if (method === "DELETE") this.copies.delete(id);
    return Response.json({ success: true, data });
  };
}

function Editor({
  server,
  onForm,
}: {
  server: FakeServer;
  onForm: (form: RecordForm<Values>) => void;
}) {
  const form = useRecordForm<Item, Values, object>({
    kind: "post",
    copyId: "7",
    record: server.versions[0],
    load: async () => {
      if (!server.online) throw new TypeError("Failed to fetch");
      return server.record;
    },
    labels: { title: "Title", text: "Text" },
    valuesOf: (item) => ({ title: item?.title ?? "", text: item?.text ?? "" }),
    editOf: (values, { version }) => ({ ...values, ...version }),
    save: {
      isPending: false,
      mutate: (edit, { onSuccess, onError }) => {
        const result = server.save(edit);
        if (result instanceof Error) onError(result);
        else onSuccess(result);
      },
    },
    savedRecord: (envelope) => dataOf<Item>(envelope),
    failure: { text: "No reason was given." },
  });
  onForm(form);
  return (
    <>
      {form.offer}
      {form.conflict}
    </>
  );
}

/** A tab of the browser with the form open. */
class Tab {
  form!: RecordForm<Values>;
  private readonly store = new WorkingCopyStore("ada", () => {});
  private readonly view;

  constructor(server: FakeServer) {
    const onForm = (form: RecordForm<Values>) => {
      this.form = form;
    };
    this.view = renderWithPage(
      <CopiesProvider store={this.store}>
        <Editor server={server} onForm={onForm} />
      </CopiesProvider>,
    );
  }

  get text(): string {
    return JSON.stringify(this.form.fields.getValues());
  }

  /** Clicks the button or chooses the radio with a label, of several the one with the index. */
  click(label: RegExp, index: number): boolean {
    const all = [...this.view.container.querySelectorAll("button, label")];
    const found = all.filter((element) => label.test(element.textContent ?? ""));
    const element = found[index % found.length];
    if (!element) return false;
    fireEvent.click(element.querySelector("input") ?? element);
    return true;
  }

  /** The page ends as the browser does it: what is waiting is sent. */
  close(): void {
    this.store.flush();
    this.view.unmount();
  }

  /** The page ends without a last word. */
  kill(): void {
    // What was waiting is never sent.
    Object.assign(this.store, { send: () => {} });
    this.view.unmount();
  }
}

const tabs = fc.constantFrom(0, 1);
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("type" as const),
      tab: tabs,
      field: fc.constantFrom<Field>("title", "text"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 2500, 12_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("save" as const), tab: tabs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("connection" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("theirs" as const),
      field: fc.constantFrom<Field>("title", "text"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("close" as const), tab: tabs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("kill" as const), tab: tabs }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("open" as const), tab: tabs }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("continue" as const), tab: tabs, index: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("discard" as const), tab: tabs, index: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("choose" as const), tab: tabs, mine: fc.boolean() }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** What one person does in two tabs of one browser while another person saves the same record. */
class Session {
  readonly server = new FakeServer();
  readonly open: (Tab | undefined)[] = [undefined, undefined];
  /** What was typed and not given up on purpose. */
  readonly typed = new Set<string>();
  private count = 0;

  /** Everything that is kept outside of forms. */
  kept(): string {
    return JSON.stringify([[...browser.database.values()], [...this.server.copies.values()]]);
  }

  /** What was typed and is in none of the texts. */
  missingIn(...texts: string[]): string[] {
    return [...this.typed].filter((mark) => !texts.some((text) => text.includes(mark)));
  }

  /** What was typed and can be found nowhere. */
  lost(): string[] {
    const forms = this.open.map((tab) => tab?.text ?? "");
    return this.missingIn(this.kept(), JSON.stringify(this.server.versions), ...forms);
  }

  /** Gives up what is no longer kept, even if the form in the other tab still shows it. */
  discarded(keptBefore: string): void {
    const gone = this.missingIn(this.kept(), JSON.stringify(this.server.versions));
    for (const mark of gone) if (keptBefore.includes(mark)) this.typed.delete(mark);
  }

  do(step: Action): void {
    const tab = "tab" in step ? this.open[step.tab] : undefined;
    this.count += 1;
    switch (step.do) {
      case "connection":
        this.server.online = !this.server.online;
        break;
      case "theirs": {
        const { record } = this.server;
        this.server.store({ ...record, [step.field]: `Theirs ${this.count}` });
        break;
      }
      case "open":
        this.open[step.tab] ??= new Tab(this.server);
        break;
      case "type":
        if (tab && !tab.form.conflict && tab.form.state.name !== "loading") {
          const mark = `<${this.count}>`;
          tab.form.set(step.field, `${tab.form.fields.getValues(step.field)}${mark}`);
          this.typed.add(mark);
        }
        break;
      case "save":
        tab?.form.submit();
        break;
      case "close":
      case "kill":
        tab?.[step.do]();
        this.open[step.tab] = undefined;
        break;
      case "continue":
        if (!tab?.form.conflict) tab?.click(/^Continue where/, step.index);
        break;
      case "discard":
        if (!tab?.form.conflict) tab?.click(/^Discard/, step.index);
        break;
      case "choose":
        if (!tab?.form.conflict) break;
        if (!step.mine) this.giveUp(tab.text);
        for (const index of [0, 1]) tab.click(step.mine ? /^Keep mine/ : /^Take theirs/, index);
        break;
    }
  }

  /** Nobody expects to find what is in the text any more. */
  giveUp(text: string): void {
    for (const mark of this.typed) if (text.includes(mark)) this.typed.delete(mark);
  }
}

async function settle(ms = 0): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
}

async function run(steps: Action[]): Promise<void> {
  vi.useFakeTimers();
  browser.database = new Map();
  const session = new Session();
  vi.stubGlobal("fetch", session.server.fetch);
  try {
    for (const step of steps) {
      const before = session.kept();
      await act(async () => session.do(step));
      await settle(step.do === "wait" ? step.ms : 1);
      if (step.do === "choose") {
        await act(async () => void session.open[step.tab]?.click(/^Continue Editing/, 0));
        await settle(1);
      }
      if (step.do === "discard") session.discarded(before);
      expect(session.lost(), `after ${JSON.stringify(step)}`).toEqual([]);
    }
  } finally {
    for (const tab of session.open) tab?.kill();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
}

afterEach(() => vi.useRealTimers());

// FAST_CHECK_RUNS asks for more than the few of every test run.
const numRuns = Number(process.env.FAST_CHECK_RUNS ?? 40);

test(
  "what is typed is always in a form, in a copy or in the record",
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), run), {
      numRuns,
      examples: [
        // Both tabs are open before anything is typed.
        [
          [
            { do: "open", tab: 0 },
            { do: "open", tab: 1 },
            { do: "type", tab: 0, field: "text" },
            { do: "type", tab: 1, field: "text" },
            { do: "kill", tab: 0 },
          ],
        ],
        // What the form in one tab still shows is discarded in the other.
        [
          [
            { do: "open", tab: 0 },
            { do: "type", tab: 0, field: "text" },
            { do: "wait", ms: 2500 },
            { do: "open", tab: 1 },
            { do: "discard", tab: 1, index: 0 },
            { do: "close", tab: 0 },
          ],
        ],
      ],
    });
  },
  numRuns * 2000,
);
