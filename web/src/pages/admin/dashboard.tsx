import {
  Building2,
  Clock,
  ExternalLink,
  FileText,
  Images,
  Newspaper,
  Share2,
  Wrench,
} from "lucide-react";
import { type CSSProperties, useState } from "react";
import type { User } from "@/api/admin/auth";
import type { Version } from "@/api/admin/history";
import { LogoMark } from "@/art/logo-mark";
import { type Identity, usePage } from "@/domain/page-data";
import { ChangesPanel } from "@/editing/history/changes-panel";
import { UndoLine } from "@/editing/undo/undo-line";
import { ActivityPanel } from "@/features/audit/admin/activity-panel";
import { AccountPanel } from "@/features/auth/admin/account-panel";
import { MessagesButton } from "@/features/chat/admin/messages-button";
import { CompanyPanel } from "@/features/company/admin/company-panel";
import { ContentPanel } from "@/features/content/admin/content-panel";
import { HealthPanel } from "@/features/health/admin/health-panel";
import { HoursPanel } from "@/features/hours/admin/hours-panel";
import { ImagesPanel } from "@/features/images/admin/images-panel";
import type { UploadedImage } from "@/features/images/admin/uploaded-image";
import { PeoplePanel } from "@/features/people/admin/people-panel";
import { PostsPanel } from "@/features/posts/admin/posts-panel";
import { ServiceGallery } from "@/features/services/admin/service-gallery";
import { ServicesPanel } from "@/features/services/admin/services-panel";
import { SocialLinksPanel } from "@/features/social/admin/social-links-panel";
import { MonthPanel } from "@/features/statistics/admin/month-panel";
import { ThemeControl } from "@/layout/theme-control";
import { cn } from "@/ui/admin/class-names";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { headerClass } from "@/ui/admin/header-class";
import { lazyPart } from "@/ui/admin/lazy-part";
import { Tabs } from "@/ui/admin/tabs";
import { usePanel } from "@/ui/admin/use-panel";
import { Button, buttonClass } from "@/ui/button";
import { LogoutButton } from "./logout-button";
import { Notices } from "./notices";
import { PersonMenu } from "./person-menu";
import { useTab } from "./use-tab";

const UseAsNew = lazyPart(async () => (await import("./use-as-new")).UseAsNew, {
  frame: (content, { onClose }) => (
    <Dialog title="New" onClose={onClose}>
      <DialogBody>{content}</DialogBody>
    </Dialog>
  ),
});

interface DashboardProps {
  user: User;
  onLeaving: (leaving: boolean) => void;
}

/** The dashboard: header, six tabs and footer. */
export function Dashboard({ user, onLeaving }: DashboardProps) {
  const [tab, setTab] = useTab();
  // Kept here, so that it survives a change of tab.
  const [images, setImages] = useState<UploadedImage[]>([]);
  // How often the first steps were opened from the menu.
  const [firstSteps, setFirstSteps] = useState(0);
  const [deleted, setDeleted] = useState<Version | null>(null);
  return (
    <>
      <TopBar
        user={user}
        onFirstSteps={() => setFirstSteps(firstSteps + 1)}
        onLeaving={onLeaving}
      />
      <main tabIndex={-1} className="wrap grow py-6 outline-none">
        <h1 className="wrap-anywhere text-3xl">Admin Dashboard</h1>
        <p className="mt-1 mb-4 text-soft">Welcome back, {user.fullName || user.username}</p>
        <Notices firstSteps={firstSteps}>
          <Tabs
            label="Sections of the back office"
            variant="bar"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "content",
                label: "Site Content",
                icon: <FileText aria-hidden className="size-5" />,
                panel: <ContentPanel serviceGallery={<ServiceGallery />} />,
              },
              {
                value: "services",
                label: "Services",
                icon: <Wrench aria-hidden className="size-5" />,
                panel: <ServicesPanel />,
              },
              {
                value: "posts",
                label: "Blog Posts",
                icon: <Newspaper aria-hidden className="size-5" />,
                panel: <PostsPanel />,
              },
              {
                value: "images",
                label: "Images",
                icon: <Images aria-hidden className="size-5" />,
                panel: <ImagesPanel images={images} onImages={setImages} />,
              },
              {
                value: "social",
                label: "Social Media",
                icon: <Share2 aria-hidden className="size-5" />,
                panel: <SocialLinksPanel />,
              },
              {
                value: "hours",
                label: "Business Hours",
                icon: <Clock aria-hidden className="size-5" />,
                panel: <HoursPanel />,
              },
            ]}
          />
        </Notices>
        {/* In sight wherever one has scrolled, without moving the panel. */}
        <div className="sticky bottom-3 mt-3 flex justify-end">
          <div className="rounded-lg bg-desk px-2">
            <UndoLine />
          </div>
        </div>
      </main>
      <BottomBar />
      <CompanyPanel />
      <AccountPanel />
      <PeoplePanel username={user.username} />
      <ActivityPanel />
      <HealthPanel />
      <MonthPanel />
      <ChangesPanel onUseAsNew={setDeleted} />
      {deleted && <UseAsNew version={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function TopBar({ user, onFirstSteps, onLeaving }: DashboardProps & { onFirstSteps: () => void }) {
  const { identity } = usePage();
  const { open } = usePanel();
  const { main, logo } = identity.brand;
  return (
    <header className="border-line border-b bg-surface" style={ownColors(identity.brand)}>
      {main && (
        <div aria-hidden className="flex h-1 forced-color-adjust-none">
          <div className="flex-3 bg-(--own-main)" />
          <div className="flex-1 bg-(--own-accent)" />
        </div>
      )}
      <div className="wrap flex items-center justify-between gap-x-3 gap-y-1 py-3 max-sm:flex-wrap max-sm:py-2">
        <p className="flex min-w-0 items-center gap-2.5">
          {logo ? (
            <img
              src={logo}
              alt=""
              className="h-11 w-auto max-w-32 flex-none object-contain max-sm:h-8"
            />
          ) : (
            <LogoMark
              className={cn(
                "size-11 flex-none max-sm:size-8",
                main
                  ? "text-(--own-main) dark:text-[color-mix(in_oklab,var(--own-main)_40%,white)]"
                  : "text-primary",
              )}
            />
          )}
          <span className="font-bold font-display text-balance leading-tight max-sm:text-sm">
            {identity.name}
          </span>
        </p>
        <div className="flex flex-none items-center gap-1 max-sm:w-full max-sm:flex-wrap max-sm:justify-between max-sm:gap-0 lg:gap-3">
          <a
            href="/"
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: "ghost", size: "small", className: headerClass })}
          >
            <ExternalLink aria-hidden className="size-5" />
            View Site
          </a>
          <Button
            variant="ghost"
            size="small"
            className={headerClass}
            onClick={() => open("company")}
          >
            <Building2 aria-hidden className="size-5" />
            Company
          </Button>
          <MessagesButton />
          <PersonMenu user={user} onFirstSteps={onFirstSteps} />
          <LogoutButton key={user.username} onLeaving={onLeaving} />
        </div>
      </div>
    </header>
  );
}

/** The owner's colors for the header; the rest of the back office keeps its own. */
function ownColors({ main, accent }: Identity["brand"]): CSSProperties {
  return { "--own-main": main, "--own-accent": accent } as CSSProperties;
}

function BottomBar() {
  const { identity, year } = usePage();
  return (
    <footer className="border-line border-t">
      <div className="wrap flex flex-wrap items-center justify-between gap-4 py-4 text-sm text-soft">
        <p>
          © {year} {identity.name}
        </p>
        <ThemeControl />
      </div>
    </footer>
  );
}
