import type { ReactNode } from "react";
import { Route, Switch } from "wouter";
import { Layout } from "@/layout/layout";
import { Login } from "@/pages/admin/login";
import { Toaster } from "@/ui/admin/toaster";
import { type AppProps, AppProvider } from "./app-provider";

interface AdminAppProps extends AppProps {
  /** The back office itself, which the server never renders and so must not bundle. */
  dashboard?: ReactNode;
}

/** The back office and its login page, between which one moves without a page load. */
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
