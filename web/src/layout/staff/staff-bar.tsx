import { LogOut, MessagesSquare, Pencil, UserRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { useLocation } from "wouter";
import { ApiError, getData, request, type Schema } from "@/api/client";
import { logout } from "@/api/logout";
import { postQuery } from "@/api/posts";
import { readPageData } from "@/domain/page-data";
import { forgetSignIn } from "@/lib/signed-in";
import { routeOf } from "@/routes";
import { editUrl } from "./edit-url";
import { PasswordDialog } from "./password-dialog";
import styles from "./staff-bar.css?inline";

interface SignedIn {
  user: Schema<"User">;
  /** Whom a user who cannot edit may ask. */
  administrators: string[];
  unread: number;
}

/** Shows the bar if somebody is still signed in. Only browsers that have signed in call this. */
export async function showStaffBar(): Promise<void> {
  const signedIn = await whoIsSignedIn();
  if (!signedIn) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  createRoot(document.body.appendChild(document.createElement("div"))).render(
    <StaffBar {...signedIn} hasInbox={readPageData().identity.chat.provider === "own"} />,
  );
}

async function whoIsSignedIn(): Promise<SignedIn | undefined> {
  try {
    const { user, administrators, secondFactorDue } = await request("GET", "/api/auth/user");
    if (!user) return undefined;
    // Other calls of the back office would be refused.
    const unread = user.role === "admin" && !secondFactorDue ? await countUnread() : 0;
    return { user, administrators: administrators ?? [], unread };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forgetSignIn();
    return undefined;
  }
}

async function countUnread(): Promise<number> {
  try {
    return (await getData("/api/admin/chat", { query: { search: "", after: "" } })).unread;
  } catch {
    return 0; // the bar is useful without the number
  }
}

interface StaffBarProps extends SignedIn {
  /** Whether messages are read in the back office. */
  hasInbox: boolean;
}

/** What somebody who is signed in can do from a public page. */
export function StaffBar({ user, administrators, unread, hasInbox }: StaffBarProps) {
  const [path] = useLocation();
  const bar = useRef<HTMLElement>(null);
  const [changing, setChanging] = useState(false);
  const [done, setDone] = useState("");
  const target = useEditUrl(path);
  const canEdit = user.role === "admin";
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const height = `${bar.current?.offsetHeight ?? 0}px`;
      document.documentElement.style.setProperty("--staff-bar-height", height);
    });
    if (bar.current) observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  const signOut = async () => {
    try {
      await logout();
    } catch {
      setDone("You are still signed in: the server could not be reached.");
      return;
    }
    location.reload();
  };
  return (
    <nav ref={bar} className="staff-bar" aria-label="Signed in">
      {canEdit ? (
        <>
          <a href={target}>
            <Pencil aria-hidden size={18} />
            Edit this page
          </a>
          {hasInbox && (
            <a href="/admin?panel=messages">
              <MessagesSquare aria-hidden size={18} />
              Messages
              {unread > 0 && (
                <b>
                  {unread}
                  <span className="sr-only"> unread</span>
                </b>
              )}
            </a>
          )}
          <a href="/admin?panel=account" className="push">
            Account
          </a>
        </>
      ) : (
        <>
          <p>
            Signed in as {user.username}. This account cannot edit the site. To change that, please
            ask {administrators.join(" or ") || "an administrator"}.
          </p>
          <button type="button" onClick={() => setChanging(true)}>
            <UserRound aria-hidden size={18} />
            Password
          </button>
        </>
      )}
      <button type="button" className="quiet" onClick={signOut}>
        <LogOut aria-hidden size={16} />
        Sign out
      </button>
      {done && <p role="status">{done}</p>}
      {changing && (
        <PasswordDialog
          username={user.username}
          onClose={(changed) => {
            setChanging(false);
            if (changed) setDone("Password changed. Your other sessions have ended.");
          }}
        />
      )}
    </nav>
  );
}

/** Where the page at a path is edited. The ID of a post has to be asked for. */
function useEditUrl(path: string): string {
  const page = routeOf(path);
  const slug = page.name === "blog" ? page.slug : "";
  const [post, setPost] = useState<{ id: number; slug: string } | null>(null);
  useEffect(() => {
    if (!slug) return;
    // Without the ID, the link leads to the list of posts.
    void postQuery(slug)
      .queryFn()
      .then(setPost)
      .catch(() => {});
  }, [slug]);
  return editUrl(page, post?.slug === slug ? post.id : undefined);
}
