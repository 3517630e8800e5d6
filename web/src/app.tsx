import { Route, Switch } from "wouter";
import { Layout } from "@/layout/layout";
import { About } from "@/pages/site/about";
import { Blog } from "@/pages/site/blog";
import { Contact } from "@/pages/site/contact";
import { CustomerPortal } from "@/pages/site/customer-portal";
import { Home } from "@/pages/site/home";
import { NotFound } from "@/pages/site/not-found";
import { Programs } from "@/pages/site/programs";
import { ServiceDetail } from "@/pages/site/service-detail";
import { Services } from "@/pages/site/services";
import { type AppProps, AppProvider } from "./app-provider";

/** The public site: every path outside the back office. */
export function App(props: AppProps) {
  return (
    <AppProvider {...props} owns={(path) => path !== "/login" && !path.startsWith("/admin")}>
      <Layout>
        <Switch>
          <Route path="/" component={Home} />
          <Route path="/services" component={Services} />
          <Route path="/services/:slug">{({ slug }) => <ServiceDetail slug={slug} />}</Route>
          <Route path="/programs" component={Programs} />
          <Route path="/about" component={About} />
          <Route path="/blog">
            <Blog />
          </Route>
          <Route path="/blog/:slug">{({ slug }) => <Blog slug={slug} />}</Route>
          <Route path="/contact" component={Contact} />
          <Route path="/customer-portal" component={CustomerPortal} />
          <Route component={NotFound} />
        </Switch>
      </Layout>
    </AppProvider>
  );
}
