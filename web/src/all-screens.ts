import { About } from "@/pages/site/about";
import { Blog } from "@/pages/site/blog";
import { Contact } from "@/pages/site/contact";
import { CustomerPortal } from "@/pages/site/customer-portal";
import { Home } from "@/pages/site/home";
import { NotFound } from "@/pages/site/not-found";
import { Programs } from "@/pages/site/programs";
import { ServiceDetail } from "@/pages/site/service-detail";
import { Services } from "@/pages/site/services";
import type { Screens } from "./screens";

/** All public pages. Only for the server, which cannot wait for code while it renders. */
export const allScreens: Required<Screens> = {
  home: Home,
  services: Services,
  "service-detail": ServiceDetail,
  programs: Programs,
  about: About,
  blog: Blog,
  contact: Contact,
  "customer-portal": CustomerPortal,
  "not-found": NotFound,
};
