import type { BodyOf } from '#contract/endpoint.ts';
import type { AudienceWish, sendAnnouncement } from '#contract/school/announcements.ts';
import { screens } from '#contract/screens.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { listActiveStudentIds } from '#server/features/people/accounts/administration.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { exampleNotice } from '#server/features/platform/notifications/notifications.mails.ts';
import { notify, refuseAnnouncements } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import {
  type AnnouncementRow,
  cancelRow,
  countMeant,
  findByKey,
  findRow,
  insertRow,
  isThere,
  listNext,
  listRows,
  lockRow,
  saveProgress,
  type Target,
} from './announcements.store.ts';

const SHOWN = 50;
/** Batch size of one transaction, and the pause before the next: 600 recipients a minute, whatever else is queued. */
const AT_ONCE = 200;
const PAUSE_MS = 20_000;
const JOB = 'announcement';

async function targetOf(deps: Deps, { kind, id, ids, filters }: AudienceWish) {
  if (kind !== 'people') return { audience: kind, audienceId: id ?? null, people: null };
  return { audience: kind, audienceId: null, people: ids ?? (await listActiveStudentIds(deps, filters ?? {})) };
}

const targetOfRow = ({ id, audience, audienceId }: AnnouncementRow): Target => ({
  audience,
  audienceId,
  people: { ofAnnouncement: id },
});

async function present(deps: Deps, row: AnnouncementRow) {
  const isOver = row.state === 'sent' || row.state === 'cancelled';
  const total = isOver ? row.told : (await countMeant(deps.db, targetOfRow(row))).recipients;
  const { audienceId, parts, lastUserId, ...shown } = row;
  return { ...shown, total: Math.max(total, row.told) };
}

export async function listAll(deps: Deps) {
  const rows = await listRows(deps.db, SHOWN);
  return Promise.all(rows.map((row) => present(deps, row)));
}

export async function preview(
  deps: Deps,
  { title, text, audience }: { title: string; text: string; audience: AudienceWish },
) {
  const counts = await countMeant(deps.db, await targetOf(deps, audience));
  return { ...counts, ...(await deps.mail.show(exampleNotice(deps, { title, text }))) };
}

export async function announce(deps: Deps, actor: { id: string }, body: BodyOf<typeof sendAnnouncement>) {
  const { title, text, creationKey } = body;
  const target = await targetOf(deps, body.audience);
  await transact(deps, async (tx) => {
    if (!(await isThere(tx, target))) throw notFound('Quem deveria receber não existe mais.');
    const now = deps.clock.now();
    const wished = body.sendAt ? new Date(body.sendAt) : now;
    const sendAt = wished > now ? wished : now;
    const made = await insertRow(tx, { ...target, title, text, sendAt, by: actor.id, creationKey, now });
    if (!made) return;
    await deps.jobs.send(tx, JOB, { id: made.id }, { key: `${made.id}:0`, startAfter: sendAt });
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: 'announcement.made',
      subject: `announcement:${made.id}`,
    });
  });
  const row = await requireFound(findByKey(deps.db, creationKey), notFound);
  return present(deps, row);
}

export async function cancel(deps: Deps, actor: { id: string }, id: number) {
  await transact(deps, async (tx) => {
    const row = await requireFound(lockRow(tx, id), () => notFound('Aviso não encontrado.'));
    if (row.state === 'cancelled') return;
    if (row.state === 'sent') throw new AppError('state_conflict', 'Este aviso já foi enviado.', { status: row.state });
    const at = deps.clock.now();
    await cancelRow(tx, id, at);
    await recordAudit(tx, { at, actorId: actor.id, action: 'announcement.cancelled', subject: `announcement:${id}` });
  });
  const row = await requireFound(findRow(deps.db, id), notFound);
  return present(deps, row);
}

/**
 * Notifies the next batch of students in one transaction: in-app notifications, e-mail jobs and the position. A crash
 * rolls the batch back; the next run continues after the last student who was notified.
 */
export async function notifyNextBatch(deps: Deps, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    const row = await lockRow(tx, id);
    if (!row || row.state === 'sent' || row.state === 'cancelled') return;
    const { audience, audienceId } = row;
    const userIds = await listNext(tx, targetOfRow(row), row.lastUserId, AT_ONCE);
    const now = deps.clock.now();
    await notify(deps, tx, {
      userIds,
      kind: 'announcement',
      key: `announcement:${id}:${row.parts}`,
      title: row.title,
      text: row.text,
      path: audience === 'course' && audienceId !== null ? screens.course(audienceId) : screens.home,
    });
    const isLast = userIds.length < AT_ONCE;
    const parts = row.parts + 1;
    await saveProgress(tx, id, {
      state: isLast ? 'sent' : 'sending',
      told: row.told + userIds.length,
      parts,
      lastUserId: userIds.at(-1) ?? row.lastUserId,
      finishedAt: isLast ? now : null,
    });
    if (isLast) return;
    const startAfter = new Date(now.getTime() + PAUSE_MS);
    await deps.jobs.send(tx, JOB, { id }, { key: `${id}:${parts}`, startAfter });
  });
}

export function defineAnnouncementWork(deps: Deps): void {
  deps.jobs.define<{ id: number }>({ name: JOB, run: ({ id }) => notifyNextBatch(deps, id) });
}

export const endAnnouncementMails = (deps: Deps, userId: string) => refuseAnnouncements(deps, userId);
