import { once } from "node:events";
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A mail server that accepts everything and keeps it. */
export class FakeMailServer {
  readonly mails: Mail[] = [];
  /** Who gets the notices of the chat. */
  readonly owner = "boss@pest.example";

  private constructor(
    private readonly server: NetServer,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeMailServer> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const fake = new FakeMailServer(server, `smtp://127.0.0.1:${port}`);
    server.on("connection", (socket) => fake.receive(socket));
    return fake;
  }

  /** Environment variables that make Perimeter use this server, and send answers soon. */
  get settings(): Record<string, string> {
    return {
      PERIMETER_SMTP_URL: this.url,
      PERIMETER_CHAT_NOTICE_TO: this.owner,
      PERIMETER_CHAT_MAIL_AFTER: "1s",
    };
  }

  stop(): void {
    this.server.close();
  }

  private receive(socket: Socket): void {
    let rest = "";
    let to = "";
    let body: string[] | undefined;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const lines = `${rest}${chunk}`.split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (body) {
          if (line !== ".") {
            body.push(line);
            continue;
          }
          this.mails.push(parse(to, body));
          body = undefined;
          reply("250 accepted");
          continue;
        }
        const command = line.slice(0, 4).toUpperCase();
        if (command === "RCPT") to = /<(.+)>/.exec(line)?.[1] ?? "";
        if (command === "DATA") {
          body = [];
          reply("354 go ahead");
        } else if (command === "QUIT") {
          reply("221 bye");
          socket.end();
        } else {
          reply("250 ok");
        }
      }
    });
    reply("220 test");
  }
}

function parse(to: string, lines: string[]): Mail {
  const end = lines.indexOf("");
  const subject = lines.find((line) => /^subject:/i.test(line))?.slice("subject:".length) ?? "";
  const text = lines
    .slice(end + 1)
    .join("\n")
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return { to, subject: subject.trim(), text };
}
