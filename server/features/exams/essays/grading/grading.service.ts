import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { mostPoints } from '#contract/exams/espelho.ts';
import { emptyCorrection, withKnownReasons } from '#contract/exams/essay-corrections.ts';
import type { listEssays, QueuedEssay, ReadEssayAnswer, saveCorrection } from '#contract/exams/essay-grading.ts';
import { ESSAY_LEASE_MINUTES } from '#contract/exams/essay-limits.ts';
import { countedReadings, type FinishedReading, finalReading, isDiscrepant } from '#contract/exams/second-reading.ts';
import { screens } from '#contract/screens.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { cursorOf, instant, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { addDays, dayOf, startOfDay } from '#server/time/calendar.ts';
import { listPages } from '../photos/photos.store.ts';
import { shownPage } from '../photos/shown-page.ts';
import { countOpenReviews, findShownReview, mayDecide as mayDecideReview } from '../reviews/reviews.store.ts';
import * as blind from './blind-readings.store.ts';
import { countUses } from './comments.store.ts';
import { draftProblems, resultOf, returnProblems } from './correction.rules.ts';
import * as store from './grading.store.ts';

const essayNotFound = () => notFound('Redação não encontrada.');

const leaseEnd = (now: Date) => new Date(now.getTime() + ESSAY_LEASE_MINUTES * MINUTE_MS);

type Leased = { leasedBy: string | null; leasedUntil: Date | null; leaserName: string | null };

/** A lease in force; one that is over is none. */
function leaseOf({ leasedBy, leasedUntil, leaserName }: Leased, user: SessionUser, now: Date) {
  if (leasedBy === null || leasedUntil === null || leasedUntil <= now) return null;
  return { by: leaserName ?? '', isMine: leasedBy === user.id, until: leasedUntil.toISOString() };
}

const isBlind = ({ readersNeeded }: { readersNeeded: number }) => readersNeeded > 1;

const isOpenBlind = (row: store.ReadingRow) => isBlind(row) && row.state === 'delivered';

const queueCursor = cursorOf({ at: instant, id: rowId });

export async function listQueue(deps: Deps, user: SessionUser, { list, ...query }: QueryOf<typeof listEssays>) {
  const now = deps.clock.now();
  const of = { list, reader: user, now };
  const page = await readPage(queueCursor.from(query), {
    rows: (part) => store.listQueueRows(deps.db, of, part),
    total: store.countQueue(deps.db, of),
    positionOf: ({ id, at }) => ({ at, id }),
  });
  const shown = (row: store.QueueRow): QueuedEssay => ({
    id: row.id,
    title: row.title,
    state: row.state,
    number: row.number,
    lines: row.lines,
    isPhoto: row.isPhoto,
    deliveredAt: row.deliveredAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    lease: leaseOf(row, user, now),
    hasDraft: row.hasDraft,
    score: row.score,
    total: mostPoints(row.espelho),
  });
  return { ...page, rows: page.rows.map(shown) };
}

export async function countWaiting(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  const [due, reviews] = await Promise.all([
    store.countDue(deps.db, { readerId: user.id, now, dayEnd: startOfDay(addDays(dayOf(now), 1)) }),
    store.countQueue(deps.db, { list: 'reviews', reader: user, now }),
  ]);
  return { ...due, reviews };
}

/** For the owner: the delivered essays and the open reviews of all readers. */
export async function readDueEssays(deps: Deps) {
  const now = deps.clock.now();
  const due = await store.countAllDue(deps.db, { now, dayEnd: startOfDay(addDays(dayOf(now), 1)) });
  const reviews = await countOpenReviews(deps.db);
  return { ...due, firstDueAt: due.firstDueAt?.toISOString() ?? null, reviews };
}

export async function shownReading(
  db: Db | Tx,
  row: store.ReadingRow,
  user: SessionUser,
  now: Date,
): Promise<ReadEssayAnswer> {
  const review = row.state === 'returned' ? await findShownReview(db, row.id) : null;
  const mayDecide = review?.state === 'asked' && (await mayDecideReview(db, row.id, user));
  const breakMs = row.breakSeconds * 1000;
  const took = Math.round((row.deliveredAt.getTime() - row.startedAt.getTime() - breakMs) / MINUTE_MS);
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    theme: row.theme,
    text: row.text,
    pages: row.photo ? (await listPages(db, row.id)).map(shownPage) : [],
    lines: row.lines,
    minutes: row.deadlineAt === null ? null : took,
    deliveredAt: row.deliveredAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    lease: leaseOf(row, user, now),
    isBlind: isBlind(row),
    isFinished: row.finishedAt !== null,
    correction: row.correction ?? row.draft ?? emptyCorrection,
    revision: row.revision ?? 1,
    result: row.result,
    review,
    mayDecide,
    mayClose: user.role === 'admin' && isOpenBlind(row) && (await blind.listFinishedReadings(db, row.id)).length > 0,
  };
}

/** The reading, without reasons that its espelho lost since it was stored: no reader could remove them. */
export async function requireReading(find: Promise<store.ReadingRow | undefined>): Promise<store.ReadingRow> {
  const row = await requireFound(find, essayNotFound);
  const { draft, correction } = row;
  const { espelho } = row.theme;
  return {
    ...row,
    draft: draft && withKnownReasons(espelho, draft),
    correction: correction && withKnownReasons(espelho, correction),
  };
}

export async function readToGrade(deps: Deps, user: SessionUser, id: number) {
  const row = await requireReading(store.findReadingRow(deps.db, id, user.id));
  return shownReading(deps.db, row, user, deps.clock.now());
}

const alreadyReturned = () => new AppError('state_conflict', 'Esta redação já foi devolvida.');
const readBy = (name: string | null) =>
  new AppError('state_conflict', `${name ?? 'Outra pessoa'} está lendo esta redação. Escolha outra da fila.`);

const alreadyFinished = () =>
  new AppError('state_conflict', 'Você já concluiu a leitura desta redação. Ela espera as outras.');
const enoughReaders = () =>
  new AppError('state_conflict', 'Esta redação já tem leitores bastantes. Escolha outra da fila.');

/** The essay is locked. A blind reader takes one of its readings, as long as other people leave one. */
async function requireFreeReading(tx: Tx, row: store.ReadingRow, user: SessionUser, now: Date): Promise<void> {
  if (row.finishedAt !== null) throw alreadyFinished();
  const others = await blind.countOtherReaders(tx, { id: row.id, readerId: user.id, now });
  if (others >= row.readersNeeded) throw enoughReaders();
}

export async function lease(deps: Deps, user: SessionUser, id: number) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireReading(store.lockReadingRow(tx, id, user.id));
    if (row.state !== 'delivered') throw alreadyReturned();
    const taking = { id, readerId: user.id, until: leaseEnd(now), now, empty: emptyCorrection };
    if (isBlind(row)) {
      await requireFreeReading(tx, row, user, now);
      await blind.takeBlindLease(tx, taking);
    } else if (!(await store.takeLease(tx, taking))) throw readBy(row.leaserName);
    return shownReading(tx, await requireReading(store.findReadingRow(tx, id, user.id)), user, now);
  });
}

export async function release(deps: Deps, user: SessionUser, id: number) {
  const row = await requireReading(store.findReadingRow(deps.db, id, user.id));
  await (isBlind(row) ? blind.endBlindLease : store.endLease)(deps.db, id, user.id);
}

export function refuse(problems: Record<string, string>): void {
  const [first] = Object.values(problems);
  if (first !== undefined) throw new AppError('bad_request', first, { fields: problems });
}

const notTaken = () => new AppError('state_conflict', 'Abra a redação de novo para continuar a leitura.');

type Body = BodyOf<typeof saveCorrection>;

/** The essay is locked. Requires that this reader is the last one who leased it, or has one of its blind readings. */
async function requireOwnReading(tx: Tx, row: store.ReadingRow, user: SessionUser, now: Date): Promise<void> {
  if (row.state !== 'delivered') throw alreadyReturned();
  if (isBlind(row)) await requireFreeReading(tx, row, user, now);
  if (row.leasedBy !== user.id) throw isBlind(row) ? notTaken() : readBy(row.leaserName);
}

const savedElsewhere = () =>
  new AppError('version_conflict', 'A correção foi salva em outra aba. Nada foi sobrescrito.');

async function storeDraft(tx: Tx, row: store.ReadingRow, user: SessionUser, { correction, revision }: Body, now: Date) {
  if (isDeepStrictEqual(row.draft, correction)) return row.revision ?? 1;
  const reading = { id: row.id, readerId: user.id, until: leaseEnd(now), now, draft: correction, revision };
  const saved = await (isBlind(row) ? blind.saveBlindReading : store.saveReading)(tx, reading);
  if (saved === undefined) throw savedElsewhere();
  return saved;
}

export async function saveDraft(deps: Deps, user: SessionUser, id: number, body: Body) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireReading(store.lockReadingRow(tx, id, user.id));
    await requireOwnReading(tx, row, user, now);
    refuse(draftProblems(row, body.correction));
    const revision = await storeDraft(tx, row, user, body, now);
    return { revision, leasedUntil: leaseEnd(now) };
  });
}

/** What is returned, or undefined while the essay waits for another blind reading. */
async function finishReading(tx: Tx, row: store.ReadingRow, user: SessionUser, own: FinishedReading, now: Date) {
  if (!isBlind(row)) return own;
  const share = own.result.score / mostPoints(row.theme.espelho);
  const reading = { id: row.id, readerId: user.id, result: own.result, share, now };
  if (!(await blind.finishBlindReading(tx, reading))) throw alreadyFinished();
  const readings = await blind.listFinishedReadings(tx, row.id);
  return finalOf(tx, row, readings);
}

/** Finished readings by the espelho of now, which may have been corrected since the first one, and the theme's rule. */
function scoredReadings(row: store.ReadingRow, finished: readonly FinishedReading[]) {
  const { espelho, secondReading } = row.theme;
  if (!secondReading) throw new Error(`The essay ${row.id} has blind readers, and its theme has no rule for them.`);
  const readings = finished.map((reading) => {
    const correction = withKnownReasons(espelho, reading.correction);
    return { correction, result: resultOf(row, correction) };
  });
  return { readings, secondReading };
}

async function finalOf(tx: Tx, row: store.ReadingRow, finished: readonly FinishedReading[]) {
  const { id, theme, readersNeeded } = row;
  const { espelho } = theme;
  const { readings, secondReading } = scoredReadings(row, finished);
  const [first, second] = readings;
  if (!first || !second || readings.length < readersNeeded) return undefined;
  if (readings.length === 2 && isDiscrepant(secondReading, espelho, [first, second])) {
    await blind.askThirdReader(tx, id);
    return undefined;
  }
  return finalReading(espelho, countedReadings(espelho, secondReading.finalMark, readings));
}

const isSameAsFinished = (row: store.ReadingRow, { correction }: Body) =>
  isBlind(row)
    ? row.finishedAt !== null && isDeepStrictEqual(row.draft, correction)
    : row.state === 'returned' && isDeepStrictEqual(row.correction, correction);

/** Score, state, notification, audit and the use of comments change together or not at all. */
export async function returnToStudent(deps: Deps, user: SessionUser, id: number, body: Body) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireReading(store.lockReadingRow(tx, id, user.id));
    // A retry whose first answer was lost.
    if (isSameAsFinished(row, body)) return shownReading(tx, row, user, now);
    await requireOwnReading(tx, row, user, now);
    const { correction } = body;
    refuse({ ...draftProblems(row, correction), ...returnProblems(row, correction) });
    await storeDraft(tx, row, user, body, now);
    const final = await finishReading(tx, row, user, { correction, result: resultOf(row, correction) }, now);
    if (final) await giveBack(deps, tx, { row, user, final, now });
    return shownReading(tx, await requireReading(store.findReadingRow(tx, id, user.id)), user, now);
  });
}

/** The different remarks of one reading. */
function remarksOf({ correction }: FinishedReading): string[] {
  const remarks = correction.marks.map(({ comment }) => comment.trim()).filter((comment) => comment !== '');
  return [...new Set(remarks)];
}

const oneReader = () => new AppError('state_conflict', 'Esta redação tem um só leitor: quem a lê devolve.');
const nothingFinished = () => new AppError('state_conflict', 'Nenhuma leitura desta redação foi concluída.');
const isBeingRead = () =>
  new AppError('state_conflict', 'Outra pessoa lê esta redação agora. Espere que ela conclua ou solte.');

/** An administrator returns an essay of several readers that lacks a reader, with the readings that are finished. */
export async function closeWithReadings(deps: Deps, user: SessionUser, id: number) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireReading(store.lockReadingRow(tx, id, user.id));
    if (!isBlind(row)) throw oneReader();
    // Also the answer to a retry whose first answer was lost.
    if (row.state === 'returned') return shownReading(tx, row, user, now);
    const finished = await blind.listFinishedReadings(tx, id);
    if (finished.length === 0) throw nothingFinished();
    if (await blind.isReadByOther(tx, { id, readerId: user.id, now })) throw isBeingRead();
    const { readings, secondReading } = scoredReadings(row, finished);
    const { espelho } = row.theme;
    const final = finalReading(espelho, countedReadings(espelho, secondReading.finalMark, readings));
    await giveBack(deps, tx, { row, user, final, now, action: 'essay.closed' });
    return shownReading(tx, await requireReading(store.findReadingRow(tx, id, user.id)), user, now);
  });
}

type GivenBack = {
  row: store.ReadingRow;
  user: SessionUser;
  final: FinishedReading;
  now: Date;
  action?: 'essay.returned' | 'essay.closed';
};

async function giveBack(deps: Deps, tx: Tx, given: GivenBack): Promise<void> {
  const { row, user, final, now, action = 'essay.returned' } = given;
  const { id, theme } = row;
  const by = isBlind(row) ? null : user.id;
  const { correction: content, result } = final;
  if (!(await store.markReturned(tx, { id, content, result, by, now }))) throw alreadyReturned();
  // Not before the return: the bank would show the words of a blind reader to the others.
  const readings = isBlind(row) ? await blind.listFinishedReadings(tx, id) : [final];
  await countUses(tx, readings.flatMap(remarksOf), now);
  await notify(deps, tx, {
    userId: row.studentId,
    kind: 'essay_returned',
    title: 'Sua redação foi corrigida',
    text: `“${theme.title}”: veja a nota e os comentários.`,
    path: screens.essay(id),
    key: `essay:${id}`,
  });
  await recordAudit(tx, {
    at: now,
    actorId: user.id,
    action,
    subject: `essay:${id}`,
    details: { theme: theme.title, score: result.score },
  });
}
