import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/exams/quiz-windows.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { indexEntry } from '#server/features/platform/search/search.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { findQuizByKey, insertQuiz, publishDraft, updateQuizRow } from '../authoring/authoring.store.ts';
import { draftVersionOf, findOwnQuiz } from '../authoring/drafts.service.ts';
import { refuseUnreachable } from '../authoring/rules.service.ts';
import {
  findVersion,
  insertVersion,
  insertVersionQuestions,
  listVersionQuestions,
} from '../authoring/versions.store.ts';
import { listDraws, listPools } from '../drawing/draws.store.ts';
import { drawWithoutRepeats } from '../drawing/draws.ts';
import { totalMinutes } from '../taking/conduct.ts';
import { resultsAtOf } from './window-rules.ts';
import { checked } from './windows.service.ts';
import { findWindow, writeWindow } from './windows.store.ts';

const WEEK_MS = 7 * DAY_MS;

/** Derives the creation key of one quiz from the series' key and the position in the series. */
function keyOf(creationKey: string, place: number): string {
  const hex = createHash('sha256').update(`${creationKey}:${place}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Makes the draws of a quiz now, once per week and without repeating a question, so that the questions of each week
 * can be kept secret until its window.
 */
export async function createSeries(deps: Deps, user: SessionUser, body: BodyOf<typeof contract.createSeries>) {
  const now = deps.clock.now();
  const first = checked(body.window, now);
  return transact(deps, async (tx) => {
    const known = await findQuizByKey(tx, keyOf(body.creationKey, 0), user.id);
    if (known) return { isNew: false, made: await readSeries(tx, user, body) };
    const source = await findOwnQuiz(tx, user, body.quizId);
    const version = await findVersion(tx, draftVersionOf(source));
    if (!version) throw new Error(`The draft of the quiz ${source.id} is gone.`);
    await refuseUnreachable(tx, version);
    const weeks = await drawWeeks(tx, version.id, body.count);
    const quizzes = [];
    for (const [place, placed] of weeks.entries()) {
      const quiz = await insertQuiz(tx, { authorId: user.id, creationKey: keyOf(body.creationKey, place), now });
      if (!quiz) throw new AppError('conflict', 'Esta série já foi criada.');
      const title = body.count === 1 ? body.title : `${body.title} ${place + 1}`;
      const { description, timeLimit, passingScore, shuffleOptions, rules, conduct } = version;
      const settings = { title, description, timeLimit, passingScore, shuffleOptions, rules, conduct };
      const versionId = await insertVersion(tx, {
        ...settings,
        quizId: quiz.id,
        number: 1,
        questionCount: placed.length,
        now,
      });
      await insertVersionQuestions(tx, versionId, placed);
      await updateQuizRow(tx, quiz.id, { draftVersionId: versionId, now, countsAsSave: false });
      await publishDraft(tx, { id: quiz.id, draftVersionId: versionId }, now);
      await indexEntry(tx, { kind: 'quiz', id: quiz.id, subjectId: null, title, text: description });
      const opensAt = new Date(first.opensAt.getTime() + place * WEEK_MS);
      const closesAt = new Date(first.closesAt.getTime() + place * WEEK_MS);
      const resultsAt = resultsAtOf(closesAt, first.lateStart, totalMinutes(version));
      await writeWindow(tx, quiz.id, { opensAt, closesAt, lateStart: first.lateStart, resultsAt, now });
      await recordAudit(tx, { at: now, actorId: user.id, action: 'quiz.published', subject: `quiz:${quiz.id}` });
      quizzes.push({ id: quiz.id, title, opensAt, closesAt });
    }
    return { isNew: true, made: quizzes };
  });
}

type AskedQuestion = { questionId: number; questionVersionId: number };

async function drawWeeks(tx: Tx, versionId: number, count: number): Promise<AskedQuestion[][]> {
  const rules = await listDraws(tx, versionId);
  const fixed = await listVersionQuestions(tx, versionId);
  if (rules.length === 0 || fixed.length > 0)
    throw missing('Uma série é feita só de sorteios: componha um simulado com sorteios e sem questões fixas.');
  const counts = Array.from({ length: count }, () => rules.map((rule) => rule.count)).flat();
  const needed = counts.reduce((sum, one) => sum + one, 0);
  const candidates = await listPools(tx, versionId, needed);
  const versions = new Map(candidates.map(({ questionId, questionVersionId }) => [questionId, questionVersionId]));
  const pools = counts.map((_, slot) =>
    candidates.filter(({ rule }) => rule === slot % rules.length).map(({ questionId }) => questionId),
  );
  const drawn = drawWithoutRepeats(counts, pools);
  const lacking = needed - drawn.flat().length;
  if (lacking > 0)
    throw missing(`O banco não tem questões bastantes para ${count} semanas sem repetir: faltam ${lacking}.`);
  return Array.from({ length: count }, (_, week) =>
    drawn
      .slice(week * rules.length, (week + 1) * rules.length)
      .flat()
      .map((questionId) => ({ questionId, questionVersionId: versions.get(questionId) ?? 0 })),
  );
}

const missing = (message: string) => wrongField('quizId', message, 'quiz_incomplete');

/** The series that the same call has created before. */
async function readSeries(tx: Tx, user: SessionUser, body: BodyOf<typeof contract.createSeries>) {
  const quizzes = [];
  for (let place = 0; place < body.count; place += 1) {
    const found = await findQuizByKey(tx, keyOf(body.creationKey, place), user.id);
    const quiz = found && (await findOwnQuiz(tx, user, found.id));
    const version = quiz && (await findVersion(tx, draftVersionOf(quiz)));
    const window = quiz && (await findWindow(tx, quiz.id));
    if (version && window)
      quizzes.push({ id: quiz.id, title: version.title, opensAt: window.opensAt, closesAt: window.closesAt });
  }
  return quizzes;
}
