import type { BodyOf } from '#contract/endpoint.ts';
import { type decideReview, isSameDecision } from '#contract/exams/essay-reviews.ts';
import { screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { draftProblems, resultOf, returnProblems } from '../grading/correction.rules.ts';
import { refuse, requireReading, shownReading } from '../grading/grading.service.ts';
import { findReadingRow, lockReadingRow, type ReadingRow } from '../grading/grading.store.ts';
import { requireEssay } from '../writing/own-essay.ts';
import { shownEssay } from '../writing/writing.service.ts';
import { findEssayRow, lockEssayRow } from '../writing/writing.store.ts';
import { reviewUntil } from './reviews.rules.ts';
import * as store from './reviews.store.ts';

const conflict = (message: string) => new AppError('state_conflict', message);

/** Once per essay, within the days of its theme. */
export async function ask(deps: Deps, user: SessionUser, id: number, reason: string) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireEssay(lockEssayRow(tx, id), user);
    const { result } = row;
    if (row.state !== 'returned' || !result) throw conflict('A redação ainda não voltou da correção.');
    const before = await store.findReview(tx, id);
    // A retry whose first answer was lost.
    if (before?.reason === reason) return shownEssay(deps, tx, row);
    if (before) throw conflict('A revisão desta redação já foi pedida.');
    const until = reviewUntil(row);
    if (until === null) throw conflict('Este tema não tem revisão de nota.');
    if (now > until) throw conflict('O prazo para pedir revisão terminou.');
    await store.insertReview(tx, { essayId: id, reason, scoreBefore: result.score, now });
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'essay.review_asked',
      subject: `essay:${id}`,
      details: { theme: row.theme.title },
    });
    return shownEssay(deps, tx, await requireEssay(findEssayRow(tx, id), user));
  });
}

type Body = BodyOf<typeof decideReview>;

/** The same points keep the score, also where it is a mean that no single correction would give. */
function decided(row: ReadingRow, body: Body) {
  const { correction, result } = row;
  if (!correction || !result) throw new Error(`The returned essay ${row.id} has no correction.`);
  if (isSameDecision(correction, body)) {
    return { state: 'kept' as const, before: { correction, result }, after: { correction, result } };
  }
  const { points, languageErrors, zeroReasonKeys } = body;
  const changed = { ...correction, points, languageErrors, zeroReasonKeys };
  // Marks and words were checked when they were stored; those of several readers may exceed what one may write.
  const checked = { ...changed, marks: [], comment: '' };
  refuse({ ...draftProblems(row, checked), ...returnProblems(row, checked) });
  const after = { correction: changed, result: resultOf(row, changed) };
  return { state: 'changed' as const, before: { correction, result }, after };
}

export async function decide(deps: Deps, user: SessionUser, id: number, body: Body) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireReading(lockReadingRow(tx, id, user.id));
    const review = await requireFound(store.findReview(tx, id), () => conflict('Ninguém pediu revisão desta redação.'));
    if (!(await store.mayDecide(tx, id, user))) {
      throw conflict('Você leu esta redação: a revisão cabe a outra pessoa.');
    }
    const { state, before, after } = decided(row, body);
    if (review.state !== 'asked') {
      // A retry whose first answer was lost: the stored points are those of the body.
      if (review.answer === body.answer && state === 'kept') return shownReading(tx, row, user, now);
      throw conflict('Esta revisão já foi decidida.');
    }
    if (body.scoreBefore !== before.result.score) {
      throw conflict('A nota mudou enquanto você decidia. Confira os pontos de agora e decida de novo.');
    }
    const isDecided = await store.markDecided(tx, {
      essayId: id,
      state,
      answer: body.answer,
      scoreBefore: before.result.score,
      scoreAfter: after.result.score,
      replaced: state === 'changed' ? before : null,
      by: user.id,
      now,
    });
    if (!isDecided) throw conflict('Esta revisão já foi decidida.');
    if (state === 'changed') await store.replaceCorrection(tx, id, after);
    await announce(deps, tx, { row, user, scores: [before.result.score, after.result.score], now });
    return shownReading(tx, await requireReading(findReadingRow(tx, id, user.id)), user, now);
  });
}

type Announced = {
  row: ReadingRow;
  user: SessionUser;
  scores: [before: number, after: number];
  now: Date;
};

async function announce(deps: Deps, tx: Tx, { row, user, scores: [before, after], now }: Announced) {
  await notify(deps, tx, {
    userId: row.studentId,
    kind: 'essay_returned',
    title: before === after ? 'A revisão manteve a sua nota' : 'A revisão mudou a sua nota',
    text: `“${row.theme.title}”: veja a resposta ao seu pedido.`,
    path: screens.essay(row.id),
    key: `essay-review:${row.id}`,
  });
  await recordAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'essay.review_decided',
    subject: `essay:${row.id}`,
    details: { theme: row.theme.title, before, after },
  });
}
