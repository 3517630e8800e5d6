import { useEffect, useState } from "react";

type Ask = () => Promise<boolean>;

/**
 * Registers a question that refused requests wait for. Several can wait for one answer. Returns
 * whether any does, and how to answer all of them.
 */
export function useWaiting(register: (ask: Ask) => () => void) {
  const [waiting, setWaiting] = useState<((answer: boolean) => void)[]>([]);
  useEffect(
    () => register(() => new Promise((resolve) => setWaiting((all) => [...all, resolve]))),
    [register],
  );
  return {
    isWaiting: waiting.length > 0,
    settle: (answer: boolean) => {
      setWaiting([]);
      for (const resolve of waiting) resolve(answer);
    },
  };
}
