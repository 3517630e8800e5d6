import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client";

function Text({ load }: { load: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ["text"], queryFn: load });
  return <p>{data ?? "loading"}</p>;
}

/** A query whose requests the test answers. */
function setUp() {
  const client = createQueryClient();
  const answers: ((text: string) => void)[] = [];
  render(
    <QueryClientProvider client={client}>
      <Text load={() => new Promise((resolve) => answers.push(resolve))} />
    </QueryClientProvider>,
  );
  const answer = (text: string) => act(async () => answers.at(-1)?.(text));
  return { client, answers, answer };
}

test.each(["invalidateQueries", "refetchQueries"] as const)(
  "%s during the first fetch shows the change, though the answer is older",
  async (method) => {
    const { client, answers, answer } = setUp();
    const done = client[method]();
    await answer("before the change");
    expect(answers).toHaveLength(2);
    await answer("after the change");
    await done;
    expect(await screen.findByText("after the change")).toBeVisible();
  },
);

test("a change during a later fetch begins one anew", async () => {
  const { client, answers, answer } = setUp();
  await answer("first");
  const done = [client.invalidateQueries(), client.invalidateQueries({ queryKey: ["text"] })];
  expect(answers).toHaveLength(3);
  await answer("after the change");
  await Promise.all(done);
  expect(await screen.findByText("after the change")).toBeVisible();
});
