import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { mostPoints } from '#contract/exams/espelho.ts';
import { ESSAYS_OF_THEME_MAX } from '#contract/exams/essay-limits.ts';
import { essayLines } from '#contract/exams/essay-lines.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { beginEssay, Essay, EssayOfTheme, listThemes, saveEssay } from '#contract/exams/essays.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { givenBreaks, isPaused } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { extraOf, readRightInForce } from '#server/features/exams/exam-time/rights/rights.service.ts';
import { readLeft, spendCorrection } from '#server/features/money/corrections/corrections.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { correctionOf } from '../credits/subject.ts';
import { listPages, removeAllPages } from '../photos/photos.store.ts';
import { shownPage } from '../photos/shown-page.ts';
import { reviewUntil } from '../reviews/reviews.rules.ts';
import { findShownReview } from '../reviews/reviews.store.ts';
import { isInWindow } from '../themes/themes.policy.ts';
import { endRunningBreak, readAids } from './breaks.service.ts';
import { saveGivenBreaks } from './essay-times.store.ts';
import { essayDeadline, lateUntil, mayDeliver } from './essay-times.ts';
import { alreadyDelivered, requireEssay } from './own-essay.ts';
import * as store from './writing.store.ts';

const RETURNED_SHOWN = 100;
const themeNotFound = () => notFound('Tema não encontrado.');

/** Lines on the sheet; those beyond it are not graded. */
const linesOnSheet = (text: string, { lineWidth, maxLines }: PublishedTheme) =>
  Math.min(maxLines, essayLines(text, lineWidth).length);

const dueAfter = (from: Date, { returnHours }: PublishedTheme) => new Date(from.getTime() + returnHours * HOUR_MS);

const ofTheme = (row: store.EssayRow): EssayOfTheme => ({
  id: row.id,
  number: row.number,
  state: row.state,
  lines: row.lines ?? linesOnSheet(row.text, row.theme),
  pageCount: row.pageCount,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  dueAt: row.dueAt?.toISOString() ?? null,
  score: row.result?.score ?? null,
});

const listCursor = cursorOf({ id: rowId });

export async function listOpen(deps: Deps, user: SessionUser, query: QueryOf<typeof listThemes>) {
  const page = await readPage(listCursor.from(query), {
    rows: ({ limit, after }) => store.listOpenThemes(deps.db, user.id, { limit, before: after?.id ?? null }),
    total: store.countOpenThemes(deps.db, user.id),
  });
  const ids = page.rows.flatMap(({ essayId }) => essayId ?? []);
  const essays = new Map((await store.listEssaysById(deps.db, ids)).map((row) => [row.id, row]));
  return {
    ...page,
    rows: page.rows.map(({ id, theme, examName, topic, essayId }) => {
      const mine = essayId === null ? undefined : essays.get(essayId);
      const { kind, title, maxLines, minutes, opensAt, closesAt, espelho } = theme;
      const sheet = { kind, title, maxLines, minutes, opensAt, closesAt };
      const points = { total: mostPoints(espelho), minimum: espelho.minimum };
      return { id, examName, topic, ...sheet, ...points, mine: mine ? ofTheme(mine) : null };
    }),
  };
}

export async function readOpenTheme(deps: Deps, user: SessionUser, id: number) {
  const found = await requireFound(store.findOpenTheme(deps.db, user.id, id), themeNotFound);
  const now = deps.clock.now();
  return {
    id,
    examName: found.examName,
    topic: found.topic,
    theme: found.theme,
    isOpen: found.isOpen && isInWindow(found.theme, now),
    dueAt: dueAfter(now, found.theme),
    correctionsLeft: await readLeft(deps.db, user.id, now),
    serverTime: now,
    essays: (await store.listEssaysOfTheme(deps.db, user.id, id)).map(ofTheme),
  };
}

export async function shownEssay(deps: Deps, db: Db | Tx, row: store.EssayRow): Promise<Essay> {
  const before = row.number > 1 ? await store.findEssayByNumber(db, { ...row, number: row.number - 1 }) : undefined;
  const { returnedAt, returnedBy, correction, result } = row;
  const now = deps.clock.now();
  const aids = await readAids(db, row, now);
  return {
    id: row.id,
    themeId: row.themeId,
    number: row.number,
    state: row.state,
    theme: row.theme,
    text: row.text,
    isPhoto: row.isPhoto,
    pages: row.pageCount === 0 ? [] : (await listPages(db, row.id)).map(shownPage),
    revision: row.revision,
    startedAt: row.startedAt.toISOString(),
    savedAt: row.savedAt.toISOString(),
    deadlineAt: row.deadlineAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    serverTime: now.toISOString(),
    ...(aids ? { aids: { ...aids, pausedUntil: aids.pausedUntil?.toISOString() ?? null } } : {}),
    returned:
      returnedAt && correction && result ? { at: returnedAt.toISOString(), by: returnedBy, correction, result } : null,
    review: row.reviewState === null ? null : await findShownReview(db, row.id),
    reviewUntil: reviewUntil(row)?.toISOString() ?? null,
    previous:
      before?.correction && before.result
        ? {
            id: before.id,
            number: before.number,
            text: before.text,
            isPhoto: before.isPhoto,
            correction: before.correction,
            result: before.result,
          }
        : null,
  };
}

const closed = () => new AppError('state_conflict', 'Este tema está fechado: não dá para começar agora.');

export async function begin(deps: Deps, user: SessionUser, themeId: number, { isTimed }: BodyOf<typeof beginEssay>) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const found = await requireFound(store.findOpenTheme(tx, user.id, themeId), themeNotFound);
    await store.lockWriter(tx, user.id, themeId);
    const essays = await store.listEssaysOfTheme(tx, user.id, themeId);
    const [last] = essays;
    // A second click, another tab or a retry goes on with the same essay.
    if (last?.state === 'writing') return { isNew: false, made: await shownEssay(deps, tx, last) };
    if (!found.isOpen || !isInWindow(found.theme, now)) throw closed();
    if (last?.state === 'delivered') {
      throw new AppError('state_conflict', 'Sua redação deste tema está em correção. Espere a devolução.');
    }
    if (essays.length >= ESSAYS_OF_THEME_MAX) {
      throw new AppError('state_conflict', `Cada tema pode ser escrito até ${ESSAYS_OF_THEME_MAX} vezes.`);
    }
    const { minutes } = found.theme;
    const right = await readRightInForce(tx, user.id, now);
    const { closesAt } = found.theme;
    const deadlineAt =
      isTimed && minutes !== null
        ? essayDeadline({ startedAt: now, minutes, closesAt }, right && extraOf(right))
        : null;
    const id = await store.insertEssay(tx, {
      studentId: user.id,
      themeId,
      versionId: found.versionId,
      number: (last?.number ?? 0) + 1,
      text: last?.text ?? '',
      deadlineAt,
      lateUntil: right && deadlineAt && lateUntil(deadlineAt, closesAt),
      now,
    });
    if (right && deadlineAt) await saveGivenBreaks(tx, id, givenBreaks(null, right));
    return { isNew: true, made: await shownEssay(deps, tx, await requireEssay(store.findEssayRow(tx, id), user)) };
  });
}

export async function readEssay(deps: Deps, user: SessionUser, id: number) {
  return shownEssay(deps, deps.db, await requireEssay(store.findEssayRow(deps.db, id), user));
}

/** Accents typed as two characters are stored as one, and line ends in one form: positions of marks depend on both. */
const normalised = (text: string) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n');

/** The clock stands still: the text waits in the browser until it runs again. */
const paused = () => new AppError('attempt_paused', 'O relógio está parado. Volte à redação para escrever.');
const savedElsewhere = () =>
  new AppError('version_conflict', 'O texto foi salvo em outra aba ou aparelho. Nada foi sobrescrito.');

/** One statement on success; the row is read only to explain a refusal. */
export async function save(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveEssay>) {
  const text = normalised(body.text);
  const written = { id, studentId: user.id, text, revision: body.revision, now: deps.clock.now() };
  const saved = await store.saveText(deps.db, written);
  if (saved) return saved;
  const row = await requireEssay(store.findEssayRow(deps.db, id), user);
  // The same text again: a retry whose first answer was lost, or two tabs that agree.
  if (row.text === text) return { revision: row.revision, savedAt: row.savedAt };
  if (row.state !== 'writing') throw alreadyDelivered();
  throw isPaused(row, written.now) ? paused() : savedElsewhere();
}

export async function deliver(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveEssay>) {
  const text = normalised(body.text);
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const locked = await requireEssay(store.lockEssayRow(tx, id), user);
    if (locked.state !== 'writing') {
      if (!locked.isPhoto && locked.text === text) return shownEssay(deps, tx, locked);
      throw alreadyDelivered();
    }
    const row = await requireDeliverable(deps, tx, locked, now);
    if (row.text !== text) {
      // The break has ended a moment after `now`.
      const savedAt = row.pausedUntil && row.pausedUntil > now ? row.pausedUntil : now;
      const written = { id, studentId: user.id, text, revision: body.revision, now: savedAt };
      if (!(await store.saveText(tx, written))) throw savedElsewhere();
    }
    // Pages that were sent before the student typed instead.
    if (row.pageCount > 0) await removeAllPages(tx, id);
    return finishDelivery(deps, tx, row, { lines: linesOnSheet(text, row.theme), isPhoto: false, now });
  });
}

/** The essay is locked. A delivery ends a running break first, and is refused when the theme has closed. */
export async function requireDeliverable(deps: Deps, tx: Tx, locked: store.EssayRow, now: Date) {
  const row = await endRunningBreak(deps, tx, locked);
  if (!mayDeliver(row.theme, row.lateUntil, now)) {
    throw new AppError('state_conflict', 'O prazo de entrega deste tema terminou. O texto continua guardado.');
  }
  return row;
}

type Delivered = { lines: number; isPhoto: boolean; now: Date };

/** The essay is locked and its text or pages are stored. */
export async function finishDelivery(deps: Deps, tx: Tx, row: store.EssayRow, delivered: Delivered): Promise<Essay> {
  const readers = row.theme.secondReading ? 2 : 1;
  const dueAt = dueAfter(delivered.now, row.theme);
  if (!(await store.markDelivered(tx, { ...delivered, id: row.id, readers, dueAt }))) throw alreadyDelivered();
  await spendCorrection(tx, { userId: row.studentId, subject: correctionOf(row.id), now: delivered.now });
  const stored = await requireFound(store.findEssayRow(tx, row.id), themeNotFound);
  return shownEssay(deps, tx, stored);
}

export async function listReturned(deps: Deps, user: SessionUser) {
  const rows = await store.listReturned(deps.db, user.id, RETURNED_SHOWN);
  return rows.toReversed().flatMap(({ id, themeId, number, theme, returnedAt, correction, result }) => {
    if (!returnedAt || !correction || !result) return [];
    const criteria = theme.espelho.criteria.map(({ key, name, points }) => {
      return { name, points: correction.points[key] ?? 0, most: points };
    });
    const total = mostPoints(theme.espelho);
    return [{ id, themeId, title: theme.title, number, returnedAt, score: result.score, total, criteria }];
  });
}
