import { createContext, use, useCallback, useEffect, useSyncExternalStore } from "react";

/** A request whose response is kept under a key. The back office's query library accepts it too. */
export interface Query<T> {
  queryKey: readonly string[];
  queryFn: () => Promise<T>;
  /** How many milliseconds a response counts as fresh; forever if not given. */
  staleTime?: number;
  /** False postpones the request. */
  enabled?: boolean;
}

/** A response that came with the page, with its query's key. */
export interface SeededQuery {
  key: string[];
  data: unknown;
  /** Only the first part of the response is included. */
  partial?: boolean;
}

interface Result<T> {
  data: T | undefined;
  /** Neither a response nor a failure has arrived yet. */
  isPending: boolean;
  isError: boolean;
}

interface Entry {
  result: Result<unknown>;
  /** Undefined if the whole response has not been fetched yet. */
  fetchedAt?: number;
  isFetching: boolean;
  listeners: Set<() => void>;
}

export type DataStore = ReturnType<typeof createDataStore>;

const pending: Result<unknown> = { data: undefined, isPending: true, isError: false };

/**
 * Creates the store for the responses that the public pages show. Data that came with the page
 * counts as fetched now, however long the page was cached, so nothing is fetched again. Partial data
 * is displayed at once and the browser fetches the rest.
 */
export function createDataStore(seeds: SeededQuery[] = []) {
  const entries = new Map<string, Entry>();
  for (const { key, data, partial } of seeds) {
    entries.set(storeKey(key), {
      result: { data, isPending: false, isError: false },
      fetchedAt: partial ? undefined : Date.now(),
      isFetching: false,
      listeners: new Set(),
    });
  }

  const entryOf = (key: string): Entry => {
    let entry = entries.get(key);
    if (!entry) {
      entry = { result: pending, isFetching: false, listeners: new Set() };
      entries.set(key, entry);
    }
    return entry;
  };

  return {
    read: (key: string): Result<unknown> => entries.get(key)?.result ?? pending,

    /** The keys of all queries, as JSON. */
    keys: () => entries.keys(),

    subscribe(key: string, listener: () => void): () => void {
      const entry = entryOf(key);
      entry.listeners.add(listener);
      return () => {
        entry.listeners.delete(listener);
        // A failure lasts as long as something shows it: the next page that needs the data starts
        // with its loading state.
        if (entry.listeners.size === 0 && failedWithoutData(entry)) entries.delete(key);
      };
    },

    /** Fetches the data unless it is there and fresh, or already on its way. Never retries. */
    load(key: string, fetchData: () => Promise<unknown>, staleTime = Number.POSITIVE_INFINITY) {
      const entry = entryOf(key);
      const { fetchedAt, isFetching } = entry;
      if (isFetching || (fetchedAt !== undefined && Date.now() - fetchedAt < staleTime)) return;
      const show = (result: Result<unknown>) => {
        entry.result = result;
        for (const listener of entry.listeners) listener();
      };
      entry.isFetching = true;
      if (failedWithoutData(entry)) show(pending);
      fetchData()
        .then(
          (data) => {
            entry.fetchedAt = Date.now();
            return { data, isPending: false, isError: false };
          },
          // Earlier data stays on the page.
          () => ({ data: entry.result.data, isPending: false, isError: true }),
        )
        .then((result) => {
          entry.isFetching = false;
          show(result);
        });
    },
  };
}

function failedWithoutData({ result }: Entry): boolean {
  return result.isError && result.data === undefined;
}

function storeKey(queryKey: readonly string[]): string {
  return JSON.stringify(queryKey);
}

export const DataStoreContext = createContext<DataStore | null>(null);

/** The response of a query, which is fetched when the first component needs it. */
export function useData<T>({ queryKey, queryFn, staleTime, enabled = true }: Query<T>): Result<T> {
  const store = use(DataStoreContext);
  if (!store) throw new Error("useData needs a DataStoreContext around it");
  const key = storeKey(queryKey);
  const read = () => store.read(key);
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(key, listener),
    [store, key],
  );
  const result = useSyncExternalStore(subscribe, read, read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the whole query, whose function may be a new one in each render
  useEffect(() => {
    if (enabled) store.load(key, queryFn, staleTime);
  }, [store, key, enabled]);
  return result as Result<T>;
}

/** Fetches the response of a query before a component needs it. */
export function loadQuery<T>(store: DataStore, { queryKey, queryFn, staleTime }: Query<T>): void {
  store.load(storeKey(queryKey), queryFn, staleTime);
}
