import { test } from "../harness/test";
import { signIn } from "../screens/admin";
import { type Kill, typeInKilledTabs } from "../screens/working-copies";

/** Numbers between 0 and 1 that are the same in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("tabs that are killed while somebody types lose at most two seconds", async ({
  context,
  page,
  server,
  adminApi,
}) => {
  await signIn(page, server);
  const random = seededRandom(16);
  const rounds = Number(process.env.PERIMETER_TRIAL_ROUNDS);
  const kills = Array.from({ length: rounds }, (_, round): Kill => {
    // Some tabs live longer than the two seconds after which the server is told, and the first one
    // until it was.
    const until = random() * (round % 10 === 9 ? 3000 : 500);
    return { crash: random() < 0.5, until: round === 0 ? "stored" : until };
  });
  const { typed, lost } = await typeInKilledTabs(context, adminApi, kills);
  console.log(`lost ${lost} of ${typed} characters in ${rounds} killed tabs`);
});
