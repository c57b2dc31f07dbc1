import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { DEVICE_DAYS } from './device-cookie.ts';
import { deleteExpiredEmailLinks } from './email-links.store.ts';
import { deleteOldKnown } from './known-logins.store.ts';
import { deleteExpiredReservations, deleteExpiredSecurityLinks } from './security-links.store.ts';

export function expiredOfAccounts({ db, clock }: Deps): Expired {
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  return {
    links: (limit) => deleteExpiredEmailLinks(db, ago(1), limit),
    securityLinks: (limit) => deleteExpiredSecurityLinks(db, ago(1), limit),
    heldNames: (limit) => deleteExpiredReservations(db, clock.now(), limit),
    knownLogins: (limit) => deleteOldKnown(db, ago(DEVICE_DAYS), limit),
  };
}
