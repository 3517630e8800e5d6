import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { Layout } from "@/layout/layout";
import { useScrollToTop } from "@/layout/scroll-to-top";
import { createQueryClient } from "@/lib/admin/query-client";
import { Login } from "@/pages/admin/login";
import { ToastSlot } from "@/ui/admin/toast-slot";
import { Toaster } from "@/ui/admin/toaster";
import { type AppProps, AppProvider } from "./app-provider";

interface AdminAppProps extends AppProps {
  /** The dashboard. The server never renders it, so its bundle must not include it. */
  dashboard?: ReactNode;
}

/**
 * The back office and its login page, in one bundle so that switching between them needs no page
 * load.
 */
export function AdminApp({ dashboard, ...props }: AdminAppProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <AppProvider {...props} owns={(path) => path === "/login" || path.startsWith("/admin")}>
      <QueryClientProvider client={queryClient}>
        <Screens dashboard={dashboard} />
        <Toaster />
      </QueryClientProvider>
    </AppProvider>
  );
}

function Screens({ dashboard }: Pick<AdminAppProps, "dashboard">) {
  const { identity } = usePage();
  const [path] = useLocation();
  useScrollToTop(path);
  return (
    <Switch>
      <Route path="/login">
        <Layout>
          <Login />
        </Layout>
      </Route>
      <Route>
        {/* Here, so that they are there while the dashboard's code loads and if it fails to. */}
        <title>{`Admin Dashboard | ${identity.name}`}</title>
        <div className="flex min-h-dvh flex-col bg-desk">
          {dashboard}
          {/* The end of the page, which stays in view: everything above can be scrolled clear of it. */}
          <div className="pointer-events-none sticky bottom-0 z-40 border-line has-[.toast]:pointer-events-auto has-[.toast]:border-t has-[.toast]:bg-desk">
            <ToastSlot className="wrap sm:[&_.toast]:ml-auto sm:[&_.toast]:max-w-md" />
          </div>
        </div>
      </Route>
    </Switch>
  );
}
