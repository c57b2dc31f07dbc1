import { SERVICE_PATTERN } from './services.ts';
import { type VapidKey, vapidKey } from './vapid.ts';

/** The services of Chrome and others, Firefox, Safari, Edge. */
export const PUSH_SERVICES_DEFAULT =
  'fcm.googleapis.com, updates.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com';

export type PushSettings = {
  /** The allowed push services; none: nothing is sent to devices. */
  services: readonly string[];
  /** New devices are bound to the first key, the others stay valid. None: a key is generated and stored. */
  keys: readonly VapidKey[];
};

const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

/** Parses the operator's settings; `problem` says what is wrong, without the value. */
export function readPushSettings(services: string, keys: string | undefined): PushSettings | { problem: string } {
  const hosts = services === 'off' ? [] : partsOf(services.toLowerCase());
  if (!hosts.every((host) => SERVICE_PATTERN.test(host))) {
    return { problem: 'PUSH_SERVICES: expected hosts such as fcm.googleapis.com, *.push.apple.com, or off.' };
  }
  const read = partsOf(keys ?? '').map((key) => vapidKey(Buffer.from(key, 'base64url')));
  if (read.includes(null)) {
    return {
      problem: 'VAPID_PRIVATE_KEY: expected 32 bytes in base64url, as npx web-push generate-vapid-keys prints.',
    };
  }
  return { services: hosts, keys: read.filter((key) => key !== null) };
}
