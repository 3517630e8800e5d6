import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Answer, ApiError } from "../client";

/**
 * Sends changes to the server, one at a time, and has the answers that they affect fetched anew,
 * also when a change was refused because somebody else had made another one.
 * That a change is under way is seen only after the next render; a second click may come before
 * that and must not send the change twice.
 */
export function useChange<Change>(
  send: (change: Change) => Promise<Answer<unknown>>,
  affected: readonly QueryKey[],
) {
  const queryClient = useQueryClient();
  const underWay = useRef(false);
  const fetchAnew = () =>
    Promise.all(affected.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: send,
    onSuccess: fetchAnew,
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 409) void fetchAnew();
    },
    onSettled: () => {
      underWay.current = false;
    },
  });
  const mutateOnce: typeof mutate = (...args) => {
    if (underWay.current) return;
    underWay.current = true;
    mutate(...args);
  };
  return { mutate: mutateOnce, isPending, error, variables };
}
