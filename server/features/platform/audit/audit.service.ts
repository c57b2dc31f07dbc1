import type { Db, Tx } from '#server/db/handle.ts';
import {
  type AuditEvent,
  insertAuditEvent,
  insertAuditEventUnlessSince,
  listEventsOf,
  listEventTimes,
  listNewestEvents,
} from './audit.store.ts';

/** Writes who did what, in the transaction that does it. */
export async function recordAudit(tx: Db | Tx, event: AuditEvent): Promise<void> {
  await insertAuditEvent(tx, event);
}

/** For what happens again and again, such as looking: the same by the same person counts once since then. */
export async function recordAuditUnlessRecent(tx: Db | Tx, event: AuditEvent, since: Date): Promise<void> {
  await insertAuditEventUnlessSince(tx, event, since);
}

/** When something was done to any of these, without who did it. */
export const readEventTimes = (db: Db, action: string, subjects: string[], limit: number) =>
  listEventTimes(db, action, subjects, limit);

/** What happened to each of these, oldest first, without who did it. */
export const readEventsOf = (db: Db, subjects: string[], limit: number) => listEventsOf(db, subjects, limit);

/** What happened to one thing and who did it, newest first. `kind`: only actions that begin so. */
export const readNewestEvents = (db: Db, subject: string, limit: number, kind?: string) =>
  listNewestEvents(db, subject, limit, kind);
