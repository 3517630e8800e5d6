// Prints a free TCP port.
import { once } from "node:events";
import { createServer } from "node:net";
import { pathToFileURL } from "node:url";

/**
 * A port that nobody listens on. It is below those that systems give to listeners and connections that
 * ask for any port, so that none of them takes it before the caller listens on it.
 */
export async function freePort() {
  const lowest = 15_000;
  const count = 15_000;
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = lowest + Math.floor(Math.random() * count);
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error("no port is free");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await freePort());
