import type { BodyOf } from '#contract/endpoint.ts';
import { type reportBrowserFault, screenOf, stackFramesOf, withoutDetails } from '#contract/platform/browser-faults.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { countBrowserFault } from '#server/http/metrics.ts';
import { charge, type Limit } from '#server/http/throttle.ts';

const perAddress: Limit = { bucket: 'browser-fault', max: 10, windowMs: MINUTE_MS };

/**
 * Logs one line for the operator. The call is public, so the browser's sanitising is repeated, and the level is
 * warning: it must not look like an error of the server.
 */
export async function noteBrowserFault(
  deps: Deps,
  address: string,
  { kind, name, message, path, stack }: BodyOf<typeof reportBrowserFault>,
): Promise<void> {
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
}
