import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, type Envelope } from "../client";

/**
 * Sends changes to the server, one at a time, and has the answers that they affect fetched anew,
 * also when a change was refused because somebody else had made another one.
 * That a change is under way is seen only after the next render; a second click may come before
 * that and must not send the change twice.
 */
export function useAdminMutation<Change>(
  send: (change: Change) => Promise<Envelope<unknown>>,
  affected: readonly QueryKey[],
) {
  const queryClient = useQueryClient();
  const inFlight = useRef(false);
  const refetchAffected = () =>
    Promise.all(affected.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: send,
    onSuccess: refetchAffected,
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 409) void refetchAffected();
    },
    onSettled: () => {
      inFlight.current = false;
    },
  });
  const mutateOnce: typeof mutate = (...args) => {
    if (inFlight.current) return;
    inFlight.current = true;
    mutate(...args);
  };
  return { mutate: mutateOnce, isPending, error, variables };
}
