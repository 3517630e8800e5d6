import "./styles/admin.css";
import { lazy, Suspense } from "react";
import { installLibraryPolicy } from "@/lib/admin/library-policy";
import { ErrorBoundary } from "@/ui/error-boundary";
import { PageError } from "@/ui/page-error";
import { Spinner } from "@/ui/spinner";
import { AdminApp } from "./admin-app";
import { mount } from "./mount";

const AdminGate = lazy(async () => ({
  default: (await import("@/pages/admin/admin-gate")).AdminGate,
}));

installLibraryPolicy();

mount((props) => (
  <AdminApp
    {...props}
    dashboard={
      <ErrorBoundary fallback={<PageError>The back office could not be loaded.</PageError>}>
        <Suspense fallback={<Spinner label="Loading..." />}>
          <AdminGate />
        </Suspense>
      </ErrorBoundary>
    }
  />
));
