import "./styles/site.css";
import { readPageData } from "@/domain/page-data";
import { hasSignedIn } from "@/lib/signed-in";
import { App } from "./app";
import { mount } from "./mount";
import { loadedScreens, loadScreen, prefetchScreens, prepareScreen } from "./screens";

// The server has put the page's chunk into the document, so it is loaded in parallel with this file.
// No top-level await: that chunk may import this one.
void loadScreen(readPageData().path).then(() => {
  // In a separate task, because loading the code has just blocked the main thread.
  setTimeout(mount, 0, (props: Parameters<typeof App>[0]) => (
    <App {...props} screens={loadedScreens} prepare={prepareScreen} />
  ));
  prefetchScreens();
  // Without its code the page is as visitors see it.
  if (hasSignedIn())
    import("@/layout/staff/staff-bar").then(
      (bar) => bar.showStaffBar(),
      () => {},
    );
});
