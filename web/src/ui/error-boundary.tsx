import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** What stands in the place of the part that failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Keeps a fault where it happened: without one, React takes the whole page away when a part of it
 * throws, or when code that is loaded late cannot be had.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
