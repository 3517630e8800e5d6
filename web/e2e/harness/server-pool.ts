import { Server, type Settings } from "./server";

/** The servers of a worker: one for each kind of settings, started when a test first needs it. */
export class ServerPool {
  private readonly servers = new Map<string, Promise<Server>>();

  get(settings: Settings): Promise<Server> {
    const kind = JSON.stringify(settings);
    const started = this.servers.get(kind) ?? Server.start(settings);
    this.servers.set(kind, started);
    return started;
  }

  async stop(): Promise<void> {
    for (const server of this.servers.values()) await (await server).stop();
  }
}
