import { useLocation } from "wouter";
import { Layout } from "@/layout/layout";
import { type AppProps, AppProvider } from "./app-provider";
import { routeOf } from "./routes";
import type { Screens } from "./screens";

interface SiteProps extends AppProps {
  /** The pages whose code is there. */
  screens: Screens;
}

/** The public site: every path outside the back office. */
export function App({ screens, ...props }: SiteProps) {
  return (
    <AppProvider {...props} owns={(path) => path !== "/login" && !path.startsWith("/admin")}>
      <Layout>
        <CurrentScreen screens={screens} />
      </Layout>
    </AppProvider>
  );
}

function CurrentScreen({ screens }: Pick<SiteProps, "screens">) {
  const [path] = useLocation();
  const { name, slug } = routeOf(path);
  const Screen = screens[name];
  if (!Screen) throw new Error(`the code of the page ${name} could not be loaded`);
  return <Screen slug={slug} />;
}
