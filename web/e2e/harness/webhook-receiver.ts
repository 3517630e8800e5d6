import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface WebhookNotice {
  conversation: string;
  reason: string;
  name: string;
  contact: string;
  messages: string[];
  url: string;
}

interface Call {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** A webhook that answers with an error first if it is told to, and keeps what it gets. */
export class WebhookReceiver {
  readonly calls: Call[] = [];
  /** How many of the next calls are refused. */
  refusals = 0;

  private constructor(
    private readonly server: HttpServer,
    readonly url: string,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${port}/hook`);
    server.on("request", async (request, response) => {
      const body = await text(request);
      const header = (name: string) => String(request.headers[`webhook-${name}`]);
      response.statusCode = receiver.refusals > 0 ? 503 : 204;
      if (receiver.refusals > 0) receiver.refusals--;
      else {
        const [id, timestamp, signature] = [header("id"), header("timestamp"), header("signature")];
        receiver.calls.push({ id, timestamp, signature, body });
      }
      response.end();
    });
    return receiver;
  }

  get notices(): WebhookNotice[] {
    return this.calls.map(({ body }) => JSON.parse(body));
  }

  /** The signatures that the secret gives, by the letter of the Standard Webhooks specification. */
  expectedSignatures(secret: string): string[] {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    return this.calls.map(({ id, timestamp, body }) => {
      const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
      return `v1,${hmac.digest("base64")}`;
    });
  }

  stop(): void {
    this.server.close();
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
