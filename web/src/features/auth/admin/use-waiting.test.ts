import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useWaiting } from "./use-waiting";

it("answers all who wait, also one whose question is not rendered yet", async () => {
  let ask = (): Promise<boolean> => Promise.reject();
  const register = (registered: typeof ask) => {
    ask = registered;
    return () => {};
  };
  const { result } = renderHook(() => useWaiting(register));
  let answers: Promise<boolean>[] = [];
  act(() => {
    answers = [ask()];
  });
  expect(result.current.isWaiting).toBe(true);
  act(() => {
    answers.push(ask());
    result.current.settle(true);
  });
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(result.current.isWaiting).toBe(false);
});
