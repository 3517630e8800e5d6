import type { Schema } from "../client";
import { type Service, serviceKeys } from "../services";
import { sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A service on its way to the server: without an id a new one; what is left out stays as it is. */
export type ServiceChange = Schema<"ServiceEdit">;

/** A service as it would be sent without any change. */
export function toServiceEdit(service: Service): Required<Omit<ServiceChange, "basedOn">> {
  const { image: _, updatedAt: __, ...fields } = service;
  return fields;
}

export function useSaveService() {
  return useAdminMutation(
    (service: ServiceChange) => sendChange("POST", "/api/admin/service", service),
    [serviceKeys.all],
  );
}
