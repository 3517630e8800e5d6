import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A proxy that delays requests and responses by random times, so that they arrive in another order than
 * on a quiet machine. What depends on their order fails.
 */
export class LateNetwork {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly listener: Server) {}

  static async before(port: number): Promise<LateNetwork> {
    const listener = createServer({ allowHalfOpen: true });
    const network = new LateNetwork(listener);
    listener.on("connection", (client) => {
      const server = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      network.forward(client, server);
      network.forward(server, client);
    });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return network;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  stop(): void {
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(from: Socket, to: Socket): void {
    let sent = Promise.resolve();
    let receivedAt = 0;
    const next = (action: () => void, wait = 0) => {
      sent = sent.then(() => (wait > 0 ? delay(wait) : undefined)).then(action);
    };
    this.sockets.add(from);
    from.on("data", (chunk) => {
      // The parts of one message come together.
      const begins = Date.now() - receivedAt > 20;
      receivedAt = Date.now();
      next(() => to.writable && to.write(chunk), begins ? lateness() : 0);
    });
    from.on("end", () => next(() => to.end()));
    from.on("error", () => next(() => to.destroy()));
    from.on("close", () => {
      this.sockets.delete(from);
      next(() => to.destroySoon());
    });
  }
}

/** How late a message is, in milliseconds: half of them not at all, one of eight up to two seconds. */
function lateness(): number {
  const kind = Math.random() * 8;
  if (kind < 4) return 0;
  return Math.random() * (kind < 7 ? 300 : 2000);
}
