import { render, waitFor } from "@testing-library/react";
import { useEffect, useLayoutEffect, useState } from "react";
import { expect, test } from "vitest";

function Content({ order }: { order: string[] }) {
  useLayoutEffect(() => {
    setTimeout(() => order.push("timer"), 10);
  }, [order]);
  useEffect(() => {
    order.push("effect");
  }, [order]);
  return "Content";
}

function Page({ order }: { order: string[] }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    setTimeout(setLoaded, 0, true);
  }, []);
  return loaded && <Content order={order} />;
}

test("effects run later than a timer that was set when the content came", async () => {
  const order: string[] = [];
  render(<Page order={order} />);
  await waitFor(() => expect(order).toHaveLength(2));
  expect(order).toEqual(["timer", "effect"]);
});
