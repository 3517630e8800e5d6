import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { adminRequest, getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A picture in the library. */
export type LibraryImage = Schema<"Image">;
export type LibraryPage = Schema<"LibraryPage">;

export const imageSorts = ["newest", "oldest", "name", "largest"] as const;
export type ImageSort = (typeof imageSorts)[number];

export interface LibraryRequest {
  search: string;
  sort: ImageSort;
  page: number;
}

export const imageKeys = { all: ["admin", "images"] as const };

/** One page of the library. */
export function libraryQuery({ search, sort, page }: LibraryRequest) {
  const parameters = new URLSearchParams({ search, sort, page: String(page) });
  return queryOptions({
    queryKey: [...imageKeys.all, search, sort, page],
    queryFn: () => getAdminData<LibraryPage>(`/api/admin/images?${parameters}`),
    // Every edit elsewhere may change where an image is used.
    staleTime: 0,
  });
}

export function useSaveImage() {
  return useAdminMutation(
    (image: Schema<"ImageEdit">) => sendChange("POST", "/api/admin/images", image),
    [imageKeys.all],
  );
}

/** Deletes an image, wherever it may be used: ask first. */
export function useDeleteImage() {
  return useAdminMutation(
    (id: string) => sendChange("DELETE", `/api/admin/images/${id}?confirm=true`),
    [imageKeys.all],
  );
}

/** Where a picture is to be sent, and what its address will be if the server says so. */
export type UploadTicket = Pick<Schema<"UploadOutputBody">, "uploadURL"> &
  Partial<Schema<"UploadOutputBody">>;

/** Asks for an address to which one picture may be sent. */
export async function requestUpload(file: Schema<"UploadRequest">): Promise<UploadTicket> {
  const answer = await adminRequest<{ data?: UploadTicket } & UploadTicket>(
    "POST",
    "/api/admin/images/upload-url",
    file,
  );
  return answer.data ?? answer;
}

/** Has a picture checked that was sent to a storage elsewhere. */
export async function finishUpload({ finishUrl }: UploadTicket): Promise<void> {
  if (finishUrl) await sendChange("POST", finishUrl);
}
