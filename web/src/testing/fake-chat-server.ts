import type {
  ChatChannel,
  ChatNote,
  ConversationSummary,
  Inbox,
  Reach,
  StaffMember,
} from "@/api/admin/chat";
import type { NoticeEdit, NoticeSettings } from "@/api/admin/notices";
import type { ChatMessage } from "@/api/chat";
import { refuseRequest } from "./undeclared-requests";

export const sentAt = "2026-03-02T12:00:00Z";

/** A fake server of the chat with two conversations and the quick replies. */
export class FakeChatServer {
  replies = ["Give me a minute."];
  repliesUpdatedAt = "2026-03-02T12:00:00Z";
  unread = 0;
  down = false;
  threadsDown = false;
  usedPercent = 1;
  channels: ChatChannel[] = [];
  people: StaffMember[] = [{ id: 1, name: "Pat" }];
  available = true;
  assignee: StaffMember = { id: 0, name: "" };
  notes: ChatNote[] = [];
  contact = "";
  reach: Reach = { email: "", phone: "" };
  seenTo = 0;
  readonly tested: string[] = [];
  readonly deleted: string[] = [];
  readonly searches: string[] = [];
  readonly messages: ChatMessage[] = [
    { id: 1, key: "1", staff: false, author: "", text: "I have ants.", sentAt },
  ];
  readonly readTo: number[] = [];

  noticeSettings: NoticeSettings = {
    addresses: [],
    host: "",
    port: 0,
    username: "",
    hasPassword: false,
    webhookHost: "",
    monthly: true,
    unreadable: false,
    fixedAddresses: false,
    fixedMailServer: false,
    fixedWebhook: false,
  };
  readonly savedNotices: NoticeEdit[] = [];

  #notices(init: RequestInit): Response {
    if (init.method === "GET") return success(this.noticeSettings);
    this.savedNotices.push(JSON.parse(String(init.body)));
    return success(this.noticeSettings);
  }

  respond = async (path: string, init: RequestInit): Promise<Response> => {
    if (path === "/api/admin/notices") return this.#notices(init);
    if (!path.startsWith("/api/admin/chat")) return refuseRequest(path, init);
    if (init.method === "GET") {
      const { pathname, searchParams } = new URL(path, location.href);
      if (pathname.endsWith("/chat")) return success(this.#inbox(searchParams));
      if (pathname.endsWith("/channels")) return success(this.channels);
      if (pathname.endsWith("/people")) return success(this.people);
      if (pathname.endsWith("/availability")) return success({ available: this.available });
      if (this.threadsDown) return new Response("no", { status: 503 });
      const id = pathname.split("/").at(-1) ?? "";
      if (this.deleted.includes(id)) return new Response("no", { status: 404 });
      return success({
        conversation: this.#summary(id, ""),
        messages: this.messages,
        notes: this.notes,
        reach: this.reach,
        typing: false,
      });
    }
    if (this.down) return new Response("no", { status: 503 });
    if (path.endsWith("/test")) {
      this.tested.push(path);
      return Response.json({ success: true, message: "Test notice sent" });
    }
    if (path.endsWith("/typing")) return Response.json({ success: true, message: "Noted" });
    if (init.method === "DELETE") {
      this.notes = [];
      return Response.json({ success: true, message: "Note deleted" });
    }
    const sent = JSON.parse(String(init.body));
    if (path.endsWith("/notes")) {
      this.notes.push({ id: 1, author: "Pat", text: sent.text, writtenAt: sentAt });
      return success(this.notes[0]);
    }
    if (path.endsWith("/availability")) {
      this.available = sent.available;
      return success(sent);
    }
    if (sent.assignee !== undefined) this.assignee = this.people[1] as StaffMember;
    if (sent.replies) {
      if (sent.basedOn !== this.repliesUpdatedAt) return new Response("{}", { status: 409 });
      this.replies = sent.replies;
      this.repliesUpdatedAt = `after ${sent.basedOn}`;
    }
    if (sent.readTo) this.readTo.push(sent.readTo);
    if (sent.text) {
      this.messages.push({ ...sent, id: this.messages.length + 1, staff: true, sentAt });
    }
    return success(this.messages.at(-1));
  };

  /** Two conversations on the first page, and one on the next. */
  #inbox(query: URLSearchParams): Inbox {
    const search = query.get("search") ?? "";
    const after = query.get("after") ?? "";
    this.searches.push(search);
    const names = search ? ["Wes"] : after ? ["Wes"] : ["Ann", "Bea"];
    const ids: Record<string, string> = { Ann: "ants", Bea: "bees", Wes: "wasps" };
    return {
      conversations: names
        .map((name) => this.#summary(ids[name] ?? "", name))
        .filter(({ id }) => !this.deleted.includes(id)),
      next: search || after ? "" : "true.1.bees",
      unread: this.unread,
      replies: this.replies,
      repliesUpdatedAt: this.repliesUpdatedAt,
      usedPercent: this.usedPercent,
      nearlyFull: this.usedPercent >= 80,
    };
  }

  #summary(id: string, name: string): ConversationSummary {
    return {
      id,
      name,
      contact: this.contact,
      seenTo: this.seenTo,
      mailedTo: 0,
      assignee: this.assignee,
      page: "/",
      closed: false,
      readTo: 0,
      startedAt: sentAt,
      updatedAt: sentAt,
      lastStaff: false,
      lastText: "I have ants.",
      unread: id === "ants" ? this.unread : 0,
    };
  }
}

const success = (data: unknown) => Response.json({ success: true, data });
