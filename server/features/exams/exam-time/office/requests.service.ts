import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { EXAM_TIME_REQUESTS_SHOWN, examTimeRequestText } from '#contract/exams/exam-time.ts';
import { screens } from '#contract/screens.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { inspectProof } from '#server/features/money/payments/proof-content.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { claimStored, releaseStored, storeUnclaimed } from '#server/files/file-records.ts';
import { isOffice } from '#server/http/access.ts';
import { AppError, asUnavailable, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { isInForce } from '../rights/rights.service.ts';
import { findRight, type RightRow } from '../rights/rights.store.ts';
import * as store from './requests.store.ts';

const REQUESTS = { bucket: 'exam-time-request', max: 10, windowMs: HOUR_MS };

export const asRequest = (row: store.RequestRow | undefined) =>
  row
    ? {
        id: row.id,
        text: row.text,
        askedAt: row.askedAt,
        state: row.state,
        answer: row.answer,
        decidedAt: row.decidedAt,
        hasDocument: row.fileKey !== null,
      }
    : null;

/** Without the reason, which is for the office. */
export const asRight = (right: RightRow | undefined, now: Date) =>
  right?.grantedAt
    ? {
        extraPercent: right.extraPercent,
        extraMinutes: right.extraMinutes,
        breaks: right.breaks,
        breakMinutes: right.breakMinutes,
        largePrint: right.largePrint,
        helper: right.helper,
        validUntil: right.validUntil,
        isInForce: isInForce(right, now),
      }
    : null;

export async function readOwn(deps: Deps, user: SessionUser, db: Db | Tx = deps.db) {
  return {
    right: asRight(await findRight(db, user.id), deps.clock.now()),
    request: asRequest(await store.findLatestRequest(db, user.id)),
  };
}

/** The same call again replaces an open request, so a retry makes no second one. */
export async function ask(
  deps: Deps,
  user: SessionUser,
  form: { fields: Record<string, string>; file: Buffer | null },
) {
  const text = z.safeParse(examTimeRequestText, form.fields.text ?? '');
  if (!text.success) throw wrongField('text', text.error.issues[0]?.message ?? 'Conte o que você precisa.');
  if (user.role !== 'student') throw new AppError('state_conflict', 'Só alunos pedem tempo a mais.');
  await charge(deps, REQUESTS, user.id);
  const content = form.file && form.file.length > 0 ? form.file : null;
  const type = content && (await inspectProof(content)).type;
  const key = `exam-time/${randomUUID()}/document`;
  const stored =
    content &&
    (await storeUnclaimed(deps, [{ key, content }]).catch(
      asUnavailable('Não conseguimos guardar o documento agora. Tente de novo em instantes.'),
    ));
  const now = deps.clock.now();
  const file = type ? { key, type } : null;
  try {
    return await transact(deps, async (tx) => {
      await lockUserRow(tx, user.id);
      const open = await store.lockOpenRequest(tx, user.id);
      if (stored) await claimStored(tx, stored.keys);
      if (open) {
        await store.replaceRequest(tx, open.id, { text: text.data, file, now });
        if (file && open.fileKey) await releaseStored(tx, [open.fileKey], now);
      } else {
        await store.insertRequest(tx, { userId: user.id, text: text.data, file, now });
      }
      await recordAudit(tx, { at: now, actorId: user.id, action: 'exam_time.asked', subject: subjectOf(user.id) });
      return readOwn(deps, user, tx);
    });
  } catch (error) {
    await stored?.discard();
    throw error;
  }
}

export const subjectOf = (userId: string) => `user:${userId}`;

export async function withdraw(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const open = await store.lockOpenRequest(tx, user.id);
    if (open) {
      await store.decideRequest(tx, open.id, { state: 'withdrawn', answer: '', decidedBy: user.id, now });
      await releaseDocument(tx, open, now);
      await recordAudit(tx, { at: now, actorId: user.id, action: 'exam_time.withdrawn', subject: subjectOf(user.id) });
    }
    return readOwn(deps, user, tx);
  });
}

/** A document is stored as long as its request or the right that it supports. */
export async function releaseDocument(tx: Tx, request: store.RequestRow, now: Date): Promise<void> {
  if (!request.fileKey) return;
  await store.takeDocument(tx, request.id);
  await releaseStored(tx, [request.fileKey], now);
}

/** The right is gone: what was said and sent for it goes with it. An open request stays. */
export async function forgetDecided(tx: Tx, userId: string, now: Date): Promise<void> {
  const keys = await store.clearDecided(tx, userId);
  if (keys.length > 0) await releaseStored(tx, keys, now);
}

const documentNotFound = () => notFound('Documento não encontrado.');

/** For the office and the student who sent it; for others it does not exist. */
export async function openDocument(deps: Deps, viewer: SessionUser, id: number) {
  const found = await store.findRequest(deps.db, id);
  if (!found?.fileKey || (!isOffice(viewer) && found.userId !== viewer.id)) throw documentNotFound();
  const file = await requireFound(deps.files.read(found.fileKey), documentNotFound);
  if (viewer.id !== found.userId) {
    const event = { actorId: viewer.id, action: 'exam_time.document_seen', subject: subjectOf(found.userId) };
    await recordAudit(deps.db, { ...event, at: deps.clock.now() });
  }
  return { ...file, type: found.fileType ?? 'application/octet-stream', name: `documento-${id}` };
}

export async function listWaiting(deps: Deps) {
  return {
    rows: await store.listOpenRequests(deps.db, EXAM_TIME_REQUESTS_SHOWN),
    total: await store.countOpenRequests(deps.db),
  };
}

/** The open requests, as a query that can be batched with other reads. */
export const openRequestsReads = () => ({ examTime: store.openRequestCount() });

/** Says that there is an answer, never which: others may see a bell or a mail. */
export const notifyDecided = (deps: Deps, tx: Tx, request: Pick<store.RequestRow, 'id' | 'userId'>) =>
  notify(deps, tx, {
    userId: request.userId,
    kind: 'exam_time_decided',
    title: 'A secretaria respondeu ao seu pedido',
    text: 'Veja a resposta na sua conta.',
    path: screens.examTimeSettings,
    key: `exam-time:${request.id}`,
  });

export async function refuse(deps: Deps, office: SessionUser, id: number, answer: string): Promise<void> {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    const request = await requireFound(store.findRequest(tx, id), () => notFound('Pedido não encontrado.'));
    if (!(await store.decideRequest(tx, id, { state: 'refused', answer, decidedBy: office.id, now }))) {
      // A retry whose first answer was lost.
      if (request.state === 'refused' && request.answer === answer) return;
      throw new AppError('state_conflict', 'Este pedido já foi decidido ou retirado.');
    }
    await notifyDecided(deps, tx, request);
    await releaseDocument(tx, request, now);
    await recordAudit(tx, {
      at: now,
      actorId: office.id,
      action: 'exam_time.refused',
      subject: subjectOf(request.userId),
    });
  });
}
