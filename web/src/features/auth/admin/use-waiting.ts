import { useEffect, useRef, useState } from "react";

type Ask = () => Promise<boolean>;

/**
 * Registers a question that refused requests wait for. Several can wait for one answer. Returns
 * whether any does, and how to answer all of them.
 */
export function useWaiting(register: (ask: Ask) => () => void) {
  const [isWaiting, setIsWaiting] = useState(false);
  // A ref, because an answer also settles those that are not rendered yet.
  const waiting = useRef<((answer: boolean) => void)[]>([]);
  useEffect(
    () =>
      register(
        () =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            setIsWaiting(true);
          }),
      ),
    [register],
  );
  return {
    isWaiting,
    settle: (answer: boolean) => {
      setIsWaiting(false);
      for (const resolve of waiting.current.splice(0)) resolve(answer);
    },
  };
}
