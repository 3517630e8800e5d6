import { use } from "react";
import { DataStoreContext } from "./data-store";

/**
 * The data of all queries whose keys begin so, as far as it is there. It is not fetched, nor
 * followed. Apart from the store, because one page needs it.
 */
export function useLoadedData<T>(start: readonly string[]): T[] {
  const store = use(DataStoreContext);
  const prefix = JSON.stringify(start).slice(0, -1);
  return [...(store?.keys() ?? [])].flatMap((key) => {
    const { data } = store?.read(key) ?? {};
    return data !== undefined && key.startsWith(prefix) ? [data as T] : [];
  });
}
