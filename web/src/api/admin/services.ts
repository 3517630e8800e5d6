import type { Schema } from "../client";
import { type Service, serviceKeys } from "../services";
import { claimKeys } from "./claims";
import { sendChange, sendSave } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A service to save; without an id it is created. Fields that are left out keep their values. */
export type ServiceEdit = Schema<"ServiceEdit">;

/** An edit that saves a service as it is. */
export function toServiceEdit(service: Service): Required<Omit<ServiceEdit, "basedOn">> {
  const { image: _, updatedAt: __, ...fields } = service;
  return fields;
}

export function useSaveService() {
  return useAdminMutation(
    (service: ServiceEdit, key) => sendSave("/api/admin/service", service, key),
    [serviceKeys.all, claimKeys.all],
  );
}

export function useDeleteService() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/services/{id}", { path: { id } }),
    [serviceKeys.all, claimKeys.all],
  );
}

/** Sets the order of all services. */
export function useOrderServices() {
  return useAdminMutation(
    (ids: number[]) => sendChange("POST", "/api/admin/services/order", { body: { ids } }),
    [serviceKeys.all],
  );
}
