import { OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';

/**
 * Caches of this browser with data of one person: what was read, and what was downloaded on purpose (with its media). The name contains
 * the user id, so that the logout can delete them and no other user gets their data.
 */
const PREFIX = 'alvorada-kept:';

export const readCache = (userId: string) => `${PREFIX}${userId}:read`;
export const savedCache = (userId: string) => `${PREFIX}${userId}:saved`;
/** Recordings and attachments: few large entries, apart from the answers, whose list is read often. */
export const mediaCache = (userId: string) => `${PREFIX}${userId}:media`;

export const ownCaches = (userId: string) => [readCache(userId), savedCache(userId), mediaCache(userId)];

export const isOwnCacheName = (name: string): boolean => name.startsWith(PREFIX);

/** When a copy was made, and by the worker of which build; headers of a cached response. */
export const CACHED_AT = 'x-kept-at';
export const CACHED_BY = 'x-kept-by';

/** The owner of the copies, and when the server last confirmed that this person is logged in here and may study. */
export type Owner = { userId: string; confirmedAt: number };

/** The entry of the read cache that stores the owner. */
export const OWNER = '/kept-owner';

const LEASE_MS = OFFLINE_LEASE_DAYS * DAY_MS;

/** A clock that was set back by more than a day ends the lease, or it could be extended for ever. */
export function isLeased({ confirmedAt }: Owner, now: number): boolean {
  const age = now - confirmedAt;
  return age <= LEASE_MS && age >= -DAY_MS;
}

export const leaseEnd = ({ confirmedAt }: Owner): Date => new Date(confirmedAt + LEASE_MS);
