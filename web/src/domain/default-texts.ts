import type { Identity } from "./page-data";

/**
 * The default texts of fixed pages, once they are loaded. A page that comes as a document brings its
 * texts along; the others show the defaults until and unless the server has answered.
 */
export const defaults: {
  text?: (page: string, key: string, identity: Identity) => string | undefined;
} = {};
