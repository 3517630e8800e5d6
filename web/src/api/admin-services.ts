import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "./admin-client";
import { type Service, serviceKeys } from "./services";

/** A service on its way to the server: without an id a new one; what is left out stays as it is. */
export type ServiceChange = Partial<Omit<Service, "updatedAt">>;

export function useSaveService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (service: ServiceChange) => sendChange("POST", "/api/admin/service", service),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: serviceKeys.all }),
  });
}
