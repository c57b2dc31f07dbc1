import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { lawScreens } from '#contract/law-screens.ts';
import {
  LAW_CHANGE_DAYS,
  LAW_CHANGE_DEVICES_SHOWN,
  LAW_CHANGE_ITEMS_PAGE,
  LAW_CHANGE_REVOKED_SHARE,
  LAW_CHANGES_SHOWN,
  LAW_MARKERS_COUNTED,
  LAW_UNREAD_COUNTED,
} from '#contract/school/law-change-limits.ts';
import type * as contract from '#contract/school/law-changes.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import * as changing from '#server/features/content/laws/changing/changing.service.ts';
import { citedBy } from '#server/features/content/laws/changing/compare-law.ts';
import { countUnreadTexts } from '#server/features/content/laws/citing/unread.service.ts';
import { LAW_DEVICES_MAX } from '#server/features/content/laws/reading/parse-law.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify, takeNoticesBack } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { countCiting, listCiting } from './citing-texts.store.ts';
import * as store from './law-changes.store.ts';
import * as listed from './listed-items.store.ts';

export const missing = () => notFound('Mudança não encontrada.');
const noLaw = () => notFound('Norma não encontrada.');
const JOB = 'list-law-change-items';
/** The background search reads every text within this time. */
const LATE_DAYS = 30;

type Body = BodyOf<typeof contract.previewLawChange>;

async function compare(deps: Deps, user: { id: string }, lawId: number, body: Body) {
  const law = await requireFound(store.findLawHead(deps.db, lawId), noLaw);
  const compared = await changing.compareWithSource(deps.db, {
    lawId,
    normKey: law.normKey,
    source: { format: body.format, text: body.source },
    isAmending: body.kind === 'amending',
    startsOn: body.startsOn,
    person: user.id,
  });
  const revokesMany = compared.counts.revoked > compared.inForce * LAW_CHANGE_REVOKED_SHARE;
  return { law, compared, revokesMany };
}

export async function preview(deps: Deps, user: { id: string }, lawId: number, body: Body) {
  const { law, compared, revokesMany } = await compare(deps, user, lawId, body);
  const cited = citedBy(compared.changes.map(({ lexId }) => lexId));
  return {
    revision: law.revision,
    total: compared.changes.length,
    counts: compared.counts,
    inForce: compared.inForce,
    revokesMany,
    devices: compared.changes.slice(0, LAW_CHANGE_DEVICES_SHOWN).map(({ state: _, ...device }) => device),
    itemCount: await countCiting(deps.db, { normKey: law.normKey, lexIds: cited }),
    unread: await countUnreadTexts(deps.db, deps.clock.now(), LAW_UNREAD_COUNTED),
    problems: compared.problems,
  };
}

/** `isNew` is false where the same key made the change before. */
export async function addChange(
  deps: Deps,
  user: SessionUser,
  lawId: number,
  body: BodyOf<typeof contract.createLawChange>,
) {
  const known = await changing.findChangeByKey(deps.db, body.creationKey);
  if (known) return { made: await readChange(deps, known.id), isNew: false };
  if (body.publishedOn !== null && body.publishedOn > body.startsOn) {
    throw wrongField('startsOn', 'O texto novo não vale antes da publicação.');
  }
  const { compared, revokesMany } = await compare(deps, user, lawId, body);
  if (compared.changes.length === 0) {
    throw wrongField('source', 'Nenhum dispositivo mudou. Confira se este é o texto novo desta lei.');
  }
  if (revokesMany && !body.confirmsRevoked) {
    const { revoked } = compared.counts;
    throw wrongField(
      'confirmsRevoked',
      `Este texto revoga ${revoked} de ${compared.inForce} dispositivos. Confirme que ele é o texto inteiro da lei.`,
    );
  }
  const made = await transact(deps, async (tx) => {
    const law = await changing.lockLaw(tx, lawId);
    const again = await changing.findChangeByKey(tx, body.creationKey);
    if (again) return { id: again.id, isNew: false };
    if (law.revision !== body.revision) {
      throw new AppError('version_conflict', 'A lei mudou depois da comparação. Compare de novo antes de aplicar.');
    }
    const now = deps.clock.now();
    const id = await changing.applyChange(tx, { ...body, lawId, compared, by: user.id, now });
    await reconcile(deps, tx, { id, normKey: law.normKey, createdAt: now });
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'law.amended',
      subject: `law:${lawId}`,
      details: { name: body.amending, count: compared.changes.length },
    });
    return { id, isNew: true };
  });
  return { made: await readChange(deps, made.id), isNew: made.isNew };
}

/** Lists what cites the amendment and notifies students who marked it. Both are idempotent. */
async function reconcile(deps: Deps, tx: Tx, change: { id: number; normKey: string; createdAt: Date }): Promise<void> {
  const locked = await changing.lockChange(tx, change.id);
  if (!locked || locked.undoneAt) return;
  const lexIds = await changing.listChangedIds(tx, change.id, LAW_DEVICES_MAX);
  await listCiting(tx, change, citedBy(lexIds));
  await notifyStudents(deps, tx, change.id, await listed.listMarkers(tx, change.id));
}

const noticeKey = (changeId: number) => `law_changed:${changeId}`;

/** One notice per student and amendment, however often it is asked for. */
export async function notifyStudents(deps: Deps, tx: Tx, changeId: number, userIds: readonly string[]): Promise<void> {
  const change = await changing.findChange(tx, changeId);
  if (!change) return;
  await notify(deps, tx, {
    userIds,
    kind: 'law_changed',
    key: noticeKey(changeId),
    title: `${change.lawName} mudou`,
    text: `${change.amending} mudou o que você respondeu ou marcou. Veja o texto novo na lei.`,
    path: lawScreens.law(change.lawId),
  });
}

const lateSince = (deps: Deps) => new Date(deps.clock.now().getTime() - LATE_DAYS * DAY_MS);
const mayGrow = (deps: Deps, { createdAt, undoneAt }: { createdAt: Date; undoneAt: Date | null }) =>
  undoneAt === null && createdAt > lateSince(deps);

/** Texts that the background search has read since an amendment join its list. */
export async function reconcileRecent(deps: Deps): Promise<{ changes: number }> {
  const since = lateSince(deps);
  const { done } = await runEach(deps, {
    work: JOB,
    limit: LAW_CHANGES_SHOWN,
    list: (_, limit) => store.listRecentChanges(deps.db, since, limit),
    idOf: ({ id }) => id,
    run: (change) => transact(deps, (tx) => reconcile(deps, tx, change)),
  });
  return { changes: done };
}

export function defineLawChangeWork(deps: Deps): void {
  defineUpkeep(deps, { name: JOB, every: '*/10 * * * *', run: () => reconcileRecent(deps) });
}

export async function listForLaw(deps: Deps, lawId: number) {
  const law = await requireFound(store.findLawHead(deps.db, lawId), noLaw);
  return { lawName: law.name, changes: await changing.listChanges(deps.db, lawId, LAW_CHANGES_SHOWN) };
}

export const endOf = (createdAt: Date) => new Date(createdAt.getTime() + LAW_CHANGE_DAYS * DAY_MS);

export async function readChange(deps: Deps, id: number) {
  const { db } = deps;
  const change = await requireFound(changing.findChange(db, id), missing);
  const [total, devices, counts, unread, markedBy, decisions] = await Promise.all([
    store.countDevices(db, id),
    changing.listChangedDevices(db, id, LAW_CHANGE_DEVICES_SHOWN),
    listed.countItems(db, id),
    mayGrow(deps, change) ? countUnreadTexts(db, change.createdAt, LAW_UNREAD_COUNTED) : 0,
    listed.countMarkers(db, id, LAW_MARKERS_COUNTED),
    store.listDecisions(db, id, LAW_CHANGES_SHOWN),
  ]);
  const { normKey: _, ...head } = change;
  return {
    ...head,
    undoableUntil: endOf(change.createdAt),
    total,
    devices: devices as contract.ChangedDevice[],
    counts: counts as contract.LawChange['counts'],
    unread,
    markedBy,
    decisions: decisions.map((one) => ({
      ...one,
      decision: one.decision as contract.LawChange['decisions'][number]['decision'],
      left: one.left as contract.LawChange['decisions'][number]['left'],
      undoableUntil: endOf(one.createdAt),
    })),
  };
}

const byId = cursorOf({ id: rowId });

export async function pageItems(deps: Deps, id: number, query: QueryOf<typeof contract.listLawChangeItems>) {
  const from = byId.from({ ...query, limit: LAW_CHANGE_ITEMS_PAGE });
  if (!(await changing.findChange(deps.db, id))) throw missing();
  return readPage(from, {
    rows: (part) => listed.listItems(deps.db, id, { kind: query.kind, isOpen: query.open !== undefined, ...part }),
    total: countOf(deps.db, id, query),
    present: (row) => row as contract.LawChangeItem,
  });
}

async function countOf(db: Db, id: number, { kind, open }: QueryOf<typeof contract.listLawChangeItems>) {
  const counts = await listed.countItems(db, id);
  return counts
    .filter((one) => kind === undefined || one.kind === kind)
    .reduce((sum, one) => sum + (open === undefined ? one.count : one.open), 0);
}

async function existing(db: Db | Tx, id: number) {
  return requireFound(changing.findChange(db, id), missing);
}

export const expired = () =>
  new AppError('state_conflict', `Já passaram ${LAW_CHANGE_DAYS} dias: isto não se desfaz mais.`, {
    status: 'expired',
  });

/** Idempotent. */
export async function undoLawChange(deps: Deps, user: SessionUser, id: number) {
  const change = await existing(deps.db, id);
  if (change.undoneAt) return readChange(deps, id);
  if (endOf(change.createdAt) <= deps.clock.now()) throw expired();
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    if (!(await changing.revertChange(tx, change, now))) return;
    await takeNoticesBack(tx, noticeKey(id));
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'law.undone',
      subject: `law-change:${id}`,
      details: { name: change.amending },
    });
  });
  return readChange(deps, id);
}
