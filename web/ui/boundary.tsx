import { Component, type ReactNode } from 'react';
import type { FaultKind } from '#contract/platform/browser-faults.ts';
import { ChunkError } from '#web/lib/load-chunk.ts';
import { checkForNewVersion } from '#web/lib/new-version.ts';

type BoundaryProps = {
  /** Renders the fallback. */
  instead: (error: unknown, retry: () => void) => ReactNode;
  onError?: () => void;
  onReset?: () => void;
  /** A change of this value resets the error. */
  resetBy?: unknown;
  children: ReactNode;
};

/** An error boundary: the other sections of the page stay, and the operator gets a report. */
export class Boundary extends Component<BoundaryProps, { failed: { error: unknown } | null }> {
  override state: { failed: { error: unknown } | null } = { failed: null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.();
    if (error instanceof ChunkError) void reportChunkError(error);
    else report('render', error);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failed && before.resetBy !== this.props.resetBy) this.reset();
  }

  reset = () => {
    this.props.onReset?.();
    this.setState({ failed: null });
  };

  override render() {
    const { failed } = this.state;
    return failed ? this.props.instead(failed.error, this.reset) : this.props.children;
  }
}

/** A file that is missing offline or after a deploy is not reported. */
async function reportChunkError(error: ChunkError): Promise<void> {
  if (!navigator.onLine || (await checkForNewVersion())) return;
  report('part', error.cause);
}

/** Loaded when something breaks, which is rare. If that fails, too, the report is dropped. */
function report(kind: FaultKind, error: unknown): void {
  import('#web/lib/report-fault.ts').then(({ reportFault }) => reportFault(kind, error)).catch(() => undefined);
}
