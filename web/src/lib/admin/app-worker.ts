import { useEffect } from "react";
import type { OpenRequest } from "./push-message";

const scope = "/admin";

/** Starts the service worker of the back office, which makes it an app. */
export function startAppWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/admin/worker.js", { scope });
}

/** The running service worker of the back office. */
export async function appWorker(): Promise<ServiceWorkerRegistration> {
  const registration =
    (await navigator.serviceWorker.getRegistration(scope)) ?? (await startAppWorker());
  if (!registration.active) {
    await Promise.race([navigator.serviceWorker.ready, failedInstallation(registration)]);
  }
  return registration;
}

/** Rejects if the worker cannot be installed; `ready` would wait for ever. */
function failedInstallation({ installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_, reject) => {
    installing?.addEventListener("statechange", () => {
      if (installing.state === "redundant") reject(new Error("The app could not be installed."));
    });
  });
}

/** Starts the service worker while the back office is shown. */
export function useAppWorker(): void {
  useEffect(() => {
    // Without https, or in a private window, the back office is just not an app.
    if ("serviceWorker" in navigator) startAppWorker().catch(() => {});
  }, []);
}

/** Calls onOpen with the path and query that a notification was to open. */
export function useOpenRequests(onOpen: (path: string) => void): void {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const listener = ({ data }: MessageEvent<Partial<OpenRequest> | null>) => {
      if (typeof data?.open === "string") onOpen(data.open);
    };
    navigator.serviceWorker.addEventListener("message", listener);
    return () => navigator.serviceWorker.removeEventListener("message", listener);
  }, [onOpen]);
}
