import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { contentKeys } from "../content";
import { postKeys } from "../posts";
import { serviceKeys } from "../services";
import { adminRequest, getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** An image in the library. */
export type LibraryImage = Schema<"Image">;
export type ImageEdit = Schema<"ImageEdit">;

export const imageSorts = ["newest", "oldest", "name", "largest"] as const;
export type ImageSort = (typeof imageSorts)[number];

interface LibraryQuery {
  search: string;
  sort: ImageSort;
  page: number;
}

export const imageKeys = { all: ["admin", "images"] as const };

/** One page of the library. */
export function libraryQuery({ search, sort, page }: LibraryQuery) {
  return queryOptions({
    queryKey: [...imageKeys.all, search, sort, page],
    queryFn: () => getAdminData("/api/admin/images", { query: { search, sort, page } }),
    // Any edit elsewhere can change where an image is used.
    staleTime: 0,
  });
}

/** An image on one of the pages of the library that were shown. */
export function findImage(
  client: QueryClient,
  id: string,
  type: "active" | "all" = "all",
): LibraryImage | undefined {
  const queryKey = imageKeys.all;
  const pages = client.getQueriesData<{ images: LibraryImage[] }>({ queryKey, type });
  return pages.flatMap(([, page]) => page?.images ?? []).find((image) => image.id === id);
}

/** Gets an image as it is now, from the page of the library that is shown. */
export async function loadImage(client: QueryClient, id: string) {
  await client.refetchQueries({ queryKey: imageKeys.all, type: "active" });
  return findImage(client, id, "active");
}

export function useSaveImage() {
  return useAdminMutation(
    (image: ImageEdit) => sendChange("POST", "/api/admin/images", { body: image }),
    [imageKeys.all],
  );
}

/** Deletes an image even if it is in use, so ask for confirmation first. */
export function useDeleteImage() {
  return useAdminMutation(
    (id: string) =>
      sendChange("DELETE", "/api/admin/images/{id}", { path: { id }, query: { confirm: true } }),
    // What showed the image shows another one now.
    [imageKeys.all, serviceKeys.all, postKeys.all, contentKeys.all],
  );
}

/** Where to send an image file, and the URL it will have, if the server knows that already. */
export type UploadTicket = Pick<Schema<"UploadOutputBody">, "uploadURL"> &
  Partial<Schema<"UploadOutputBody">>;

/** Asks for a URL to which one image file may be sent. */
export function requestUpload(file: Schema<"UploadRequest">): Promise<UploadTicket> {
  return adminRequest("POST", "/api/admin/images/upload-url", { body: file });
}

/** Has the server check a file that was sent to external storage. */
export async function finishUpload({ finishUrl }: UploadTicket): Promise<void> {
  if (!finishUrl) return;
  // The server names the whole path.
  await sendChange("POST", finishUrl as "/api/admin/images/upload-url");
}
