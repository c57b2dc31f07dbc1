import {
  type FaultKind,
  reportBrowserFault,
  screenOf,
  stackFramesOf,
  withoutDetails,
} from '#contract/platform/browser-faults.ts';
import { call } from './api.ts';

/** A broken page fails repeatedly: each fault is reported once. */
const MOST = 5;
const reported = new Set<string>();

/** Reports a fault to the operator: what and where, never what a person typed or read. */
export function reportFault(kind: FaultKind, error: unknown): void {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error('not an error');
  const body = {
    kind,
    name: name.slice(0, 60),
    message: withoutDetails(message).slice(0, 300),
    path: screenOf(location.pathname).slice(0, 200),
    stack: stackFramesOf(stack).slice(0, 1500),
  };
  const key = body.message + body.stack;
  if (reported.has(key) || reported.size >= MOST) return;
  reported.add(key);
  // A lost report is ignored: there is no fallback.
  call(reportBrowserFault, { body }).catch(() => undefined);
}
