import "./styles/admin.css";
import { lazy, Suspense } from "react";
import { ErrorBoundary } from "@/ui/error-boundary";
import { Apology } from "@/ui/page-error";
import { Spinner } from "@/ui/spinner";
import { AdminApp } from "./admin-app";
import { mount } from "./mount";

const Dashboard = lazy(async () => ({
  default: (await import("@/pages/admin/admin-gate")).Dashboard,
}));

mount((props) => (
  <AdminApp
    {...props}
    dashboard={
      <ErrorBoundary fallback={<Apology>The back office could not be loaded.</Apology>}>
        <Suspense fallback={<Spinner label="Loading..." />}>
          <Dashboard />
        </Suspense>
      </ErrorBoundary>
    }
  />
));
