import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";

/** A push service with one subscribed browser, whose messages it decrypts. */
export class FakePushService {
  readonly messages: string[] = [];
  /** The paths of the endpoints that they came to. */
  readonly paths: string[] = [];
  private readonly browser: ECDH = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly http: HttpServer;

  private constructor() {
    this.browser.generateKeys();
    this.http = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.paths.push(request.url ?? "");
      this.messages.push(this.decrypt(Buffer.concat(chunks)));
      response.writeHead(201).end();
    });
  }

  static async start(): Promise<FakePushService> {
    const service = new FakePushService();
    service.http.listen(0, "127.0.0.1");
    await once(service.http, "listening");
    return service;
  }

  get subscription() {
    const { port } = this.http.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}/browser`,
      keys: {
        p256dh: this.browser.getPublicKey("base64url"),
        auth: this.auth.toString("base64url"),
      },
    };
  }

  stop(): void {
    this.http.close();
    this.http.closeAllConnections();
  }

  /** Does what RFC 8291 says. */
  private decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 86);
    const info = Buffer.concat([
      Buffer.from("WebPush: info\0"),
      this.browser.getPublicKey(),
      sender,
    ]);
    const derive = (key: Buffer, from: Buffer, about: Buffer | string, length: number) =>
      Buffer.from(hkdfSync("sha256", key, from, about, length));
    const secret = derive(this.browser.computeSecret(sender), this.auth, info, 32);
    const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(body.subarray(-16));
    const plain = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString(); // a 2 and zeros follow the text
  }
}

/** Makes the browser subscribe to the fake service; the real one is out of reach in tests. */
export function subscribeToFakeService(context: BrowserContext, { subscription }: FakePushService) {
  return context.addInitScript((draft) => {
    const key = "fake-subscription";
    const made = () => ({
      endpoint: draft.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => draft,
      unsubscribe: async () => {
        localStorage.removeItem(key);
        return true;
      },
    });
    PushManager.prototype.getSubscription = async () =>
      (localStorage.getItem(key) ? made() : null) as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(key, "yes");
      return made() as unknown as PushSubscription;
    };
  }, subscription);
}
