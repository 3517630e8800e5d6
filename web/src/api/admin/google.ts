import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type GoogleSettings = Schema<"GoogleSettings">;
export type GoogleAnswer = Schema<"GoogleAnswer">;
type GoogleClientEdit = Schema<"GoogleClientEdit">;

const googleKeys = {
  settings: ["admin", "google"] as const,
  // Not below the settings: Google is asked for them, so they are fetched only when they are shown.
  locations: ["google-locations"] as const,
  request: ["admin", "review-request"] as const,
};

/** What a connection changes: settings, reviews, first steps, Site health, the audit log. */
const affected = [["admin"], googleKeys.locations];

/** How the site is connected to Google, without secrets. */
export const googleQuery = queryOptions({
  queryKey: googleKeys.settings,
  queryFn: () => getAdminData("/api/admin/google"),
  staleTime: 0,
});

/** The locations that the connected account manages. */
export const googleLocationsQuery = queryOptions({
  queryKey: googleKeys.locations,
  queryFn: () => getAdminData("/api/admin/google/locations"),
  staleTime: 0,
});

/** The page on which customers write a review, and its QR code. */
export const reviewRequestQuery = queryOptions({
  queryKey: googleKeys.request,
  queryFn: () => getAdminData("/api/admin/review-request"),
  staleTime: 0,
});

/** Begins a connection. The response has the page at Google that asks for the permission. */
export function useConnectGoogle() {
  return useAdminMutation(
    (body: GoogleClientEdit) => sendChange("POST", "/api/admin/google/connect", { body }),
    [],
  );
}

/** Sends on what Google has added to the URL. */
export function useFinishGoogle() {
  return useAdminMutation(
    (body: GoogleAnswer) => sendChange("POST", "/api/admin/google/finish", { body }),
    affected,
  );
}

export function useChooseGoogleLocation() {
  return useAdminMutation(
    (name: string) => sendChange("POST", "/api/admin/google/location", { body: { name } }),
    affected,
  );
}

export function useDisconnectGoogle() {
  return useAdminMutation<void>(() => sendChange("DELETE", "/api/admin/google"), affected);
}
