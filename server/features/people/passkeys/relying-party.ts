import { isIP } from 'node:net';

/** The relying party of WebAuthn: its host, and the origins that answers may come from. */
export type RelyingParty = { host: string; origins: string[] };

const LABELS = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Null where browsers make no keys: an IP address is no name that a key could belong to. */
export function relyingParty(publicUrl: string | undefined, requestHost: string): RelyingParty | null {
  const address = publicUrl ?? `https://${requestHost}`;
  if (!URL.canParse(address)) return null;
  const { hostname, origin, host } = new URL(address);
  if (isIP(hostname) || !LABELS.test(hostname)) return null;
  // Without PUBLIC_URL a proxy may end TLS before us; browsers give keys over plain http only on localhost.
  return { host: hostname, origins: publicUrl ? [origin] : [`https://${host}`, `http://${host}`] };
}
