import type { BodyOf } from '#contract/endpoint.ts';
import { type reportBrowserFault, screenOf, stackFramesOf, withoutDetails } from '#contract/platform/browser-faults.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { countBrowserFault } from '#server/http/metrics.ts';
import { charge, type Limit } from '#server/http/throttle.ts';

const perAddress: Limit = { bucket: 'browser-fault', max: 10, windowMs: MINUTE_MS };

/**
 * Writes one line for the operator. Anybody can send anything here, so the browser's own cleaning is done again, and
 * the line is a warning: it must not look like an error of the server.
 */
export async function noteBrowserFault(
  deps: Deps,
  address: string,
  { kind, name, message, path, stack }: BodyOf<typeof reportBrowserFault>,
): Promise<{ ok: true }> {
  await charge(deps, perAddress, address);
  const browserFault = {
    kind,
    name: /^[A-Za-z]{1,60}$/.test(name) ? name : 'unknown',
    message: withoutDetails(message),
    screen: screenOf(path),
    places: stackFramesOf(stack),
  };
  countBrowserFault(kind);
  deps.log.warn({ browserFault }, 'a part of a page broke in a browser');
  return { ok: true };
}
