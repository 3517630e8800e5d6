import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { newKey } from "@/lib/new-key";
import { ApiError, type Envelope } from "../client";

/**
 * Sends changes to the server, one at a time, and invalidates the affected queries. It also does so
 * after a 409, because then somebody else has changed the record.
 * `isPending` only becomes true with the next render. The ref keeps a double click from sending the
 * change twice before that.
 * `send` also gets a key, which stays the same while the same change is sent again and again: the
 * response to the first attempt may have been lost.
 */
export function useAdminMutation<Change>(
  send: (change: Change, key: string) => Promise<Envelope<unknown>>,
  affected: readonly QueryKey[],
) {
  const queryClient = useQueryClient();
  const inFlight = useRef(false);
  const lastKey = useRef<{ change: string; key: string }>(undefined);
  const keyFor = (change: Change): string => {
    const json = JSON.stringify(change);
    if (!lastKey.current || lastKey.current.change !== json) {
      lastKey.current = { change: json, key: newKey() };
    }
    return lastKey.current.key;
  };
  const refetchAffected = () =>
    Promise.all(affected.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (change: Change) => send(change, keyFor(change)),
    onSuccess: () => {
      lastKey.current = undefined;
      return refetchAffected();
    },
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
