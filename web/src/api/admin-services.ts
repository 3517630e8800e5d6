import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "./admin-client";
import type { Schema } from "./client";
import { type Service, serviceKeys } from "./services";

/** A service on its way to the server: without an id a new one; what is left out stays as it is. */
export type ServiceChange = Schema<"ServiceEdit">;

/** A service as it would be sent without any change. */
export function unchanged(service: Service): Required<ServiceChange> {
  const { image: _, updatedAt: __, ...fields } = service;
  return fields;
}

export function useSaveService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (service: ServiceChange) => sendChange("POST", "/api/admin/service", service),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: serviceKeys.all }),
  });
}
