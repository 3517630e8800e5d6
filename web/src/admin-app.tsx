import type { ReactNode } from "react";
import { Route, Switch } from "wouter";
import { Layout } from "@/layout/layout";
import { Login } from "@/pages/admin/login";
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
  return (
    <AppProvider {...props} owns={(path) => path === "/login" || path.startsWith("/admin")}>
      <Switch>
        <Route path="/login">
          <Layout>
            <Login />
          </Layout>
        </Route>
        <Route>{dashboard}</Route>
      </Switch>
      <Toaster />
    </AppProvider>
  );
}
