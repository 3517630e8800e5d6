import "./styles/admin.css";
import { lazy, Suspense } from "react";
import { Spinner } from "@/ui/spinner";
import { AdminApp } from "./admin-app";
import { mount } from "./mount";

const Dashboard = lazy(async () => ({
  default: (await import("@/pages/admin/dashboard")).Dashboard,
}));

mount((props) => (
  <AdminApp
    {...props}
    dashboard={
      <Suspense fallback={<Spinner label="Loading..." />}>
        <Dashboard />
      </Suspense>
    }
  />
));
