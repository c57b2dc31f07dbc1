import { DAY_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { addSampleSubject } from '#server/features/content/lessons/subjects.service.ts';
import { lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { removeEntry } from '#server/features/platform/search/search.service.ts';
import { labelQuestions } from '#server/features/questions/questions/questions.sample.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { createQuiz, publishNewQuiz } from '../authoring/authoring.service.ts';
import { saveDraft } from '../authoring/drafts.service.ts';
import { listQuestionsOfVersion } from '../drawing/draws.store.ts';
import { closeAttempts } from '../grading/closing.service.ts';
import { deadlineOf, GRACE_MS } from '../grading/deadline.ts';
import { findPublishedQuiz } from '../taking/quizzes.store.ts';
import { brazilianHistory } from './brazilian-history.ts';
import { answersOf, answersWith, spread, type Taker } from './class-answers.ts';
import { constitutionalAndCriminal } from './constitutional-and-criminal.ts';
import { portugueseAndLogic } from './portuguese-and-logic.ts';
import { insertSampleAttempts, type SampleAttemptRow } from './sample-attempts.store.ts';
import type { SampleQuiz } from './sample-question.ts';
import {
  deleteAttemptsOf,
  deleteSampleQuizzes,
  findUnmarkedQuiz,
  hasQuizWithKey,
  listSampleQuizzes,
  markSampleQuizzes,
} from './sample-quizzes.store.ts';
import { specialLaws } from './special-laws.ts';

const published: readonly { quiz: SampleQuiz; daysAgo: number }[] = [
  { quiz: portugueseAndLogic, daysAgo: 74 },
  { quiz: constitutionalAndCriminal, daysAgo: 66 },
  { quiz: brazilianHistory, daysAgo: 41 },
];

/** Published quizzes with commented questions, and one draft. Idempotent. */
export async function sampleQuizzes(deps: Deps, teacher: SessionUser): Promise<void> {
  const now = deps.clock.now().getTime();
  for (const { quiz, daysAgo } of published) {
    const then = silentDepsAt(deps, new Date(now - daysAgo * DAY_MS));
    await publishNewQuiz(then, teacher.id, await draftOf(then, quiz), quiz.creationKey);
  }
  const lately = silentDepsAt(deps, new Date(now - 2 * DAY_MS));
  const { title, creationKey } = specialLaws;
  const { isNew, made: quiz } = await createQuiz(lately, teacher, { title, creationKey });
  if (isNew) {
    const draft = await draftOf(lately, specialLaws);
    await saveDraft(lately, teacher, quiz.id, { ...draft, revision: quiz.revision });
  }
  await transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const written = [...published.map(({ quiz }) => quiz), specialLaws].flatMap(({ questions }) => questions);
    await labelQuestions(tx, teacher.id, written);
  });
  await markQuizzes(deps.db, teacher.id);
}

export const markQuizzes = (db: Db | Tx, authorId: string) => markSampleQuizzes(db, authorId);

/** Earlier versions of the product brought a sample that bore no marks: beside it there is no place for this one. */
export const hasUnmarkedSample = (deps: Deps) => hasQuizWithKey(deps.db, portugueseAndLogic.creationKey);

/** Who signed the unmarked sample of an earlier version, and when it was loaded; undefined: there is none. */
export async function readUnmarkedSample(tx: Tx): Promise<{ teacherId: string; at: Date } | undefined> {
  const found = await findUnmarkedQuiz(tx, portugueseAndLogic.creationKey);
  return found?.authorId ? { teacherId: found.authorId, at: found.createdAt } : undefined;
}

async function draftOf(deps: Deps, quiz: SampleQuiz) {
  const subjectIds = new Map<string, number>();
  for (const { subject } of quiz.questions) {
    if (!subjectIds.has(subject)) subjectIds.set(subject, await addSampleSubject(deps, subject));
  }
  const questions = quiz.questions.map(({ subject, topic: _, options, right, ...question }) => ({
    ...question,
    format: 'plain' as const,
    subjectId: subjectIds.get(subject) ?? null,
    options: options.map(([optionText, comment], index) => ({
      optionText,
      comment,
      isCorrect: index === right.charCodeAt(0) - 'A'.charCodeAt(0),
    })),
  }));
  const { title, description, timeLimit, passingScore } = quiz;
  return { title, description, timeLimit, passingScore, questions };
}

/** What the sample's people took: the quizzes by their keys. */
export type SampleQuizKey = 'portugueseAndLogic' | 'constitutionalAndCriminal' | 'brazilianHistory';
const keys: Record<SampleQuizKey, string> = {
  portugueseAndLogic: portugueseAndLogic.creationKey,
  constitutionalAndCriminal: constitutionalAndCriminal.creationKey,
  brazilianHistory: brazilianHistory.creationKey,
};

export type AnswerKey = NonNullable<Awaited<ReturnType<typeof readAnswerKey>>>;

/** Every published quiz of the sample with its key, read once for all attempts. */
export async function readSampleAnswerKeys(deps: Deps): Promise<Record<SampleQuizKey, AnswerKey>> {
  const quizzes = await listSampleQuizzes(deps.db);
  const sheets = await Promise.all(
    Object.entries(keys).map(async ([name, key]) => {
      const found = quizzes.find((quiz) => quiz.key === key);
      const sheet = found?.publishedAt && (await readAnswerKey(deps, found.id, found.publishedAt));
      if (!sheet) throw new Error(`The sample's quiz ${name} is not there.`);
      return [name, sheet] as const;
    }),
  );
  return Object.fromEntries(sheets) as Record<SampleQuizKey, AnswerKey>;
}

export async function readAnswerKey(deps: Deps, quizId: number, publishedAt: Date) {
  const quiz = await findPublishedQuiz(deps.db, quizId);
  if (!quiz) return null;
  const placed = await listQuestionsOfVersion(deps.db, quiz.versionId);
  const contents = await readContents(
    deps.db,
    placed.map(({ questionVersionId }) => questionVersionId),
  );
  const options = placed.map((one) => contents.find(({ id }) => id === one.questionVersionId)?.options ?? []);
  const right = options.map((list) => list.findIndex(({ isCorrect }) => isCorrect));
  return { quizId, quiz, publishedAt, placed, options, right };
}

export type SampleAttempt = {
  sheet: AnswerKey;
  userId: string;
  at: Date;
  /** Taken inside a window: closed with all others. */
  window?: { closesAt: Date; resultsAt: Date };
} & (Taker | { hits: number /** The number of answers flagged as guesses, wrong ones first. */; doubts?: number });

/** The simulated time spent on an answer: 25 to 115 seconds. */
const answerMs = (seed: number, place: number) => (25 + Math.round(spread(seed + 50, place) * 90)) * 1000;

/** One go at a quiz, from its start to the moment it was handed in. */
function handedIn({ sheet, userId, at, window, ...taker }: SampleAttempt): SampleAttemptRow {
  const { quizId, quiz, placed, options, right } = sheet;
  const optionCount = options[0]?.length ?? 0;
  const choices = 'hits' in taker ? answersWith(taker.hits, right, optionCount) : answersOf(taker, right, optionCount);
  const seed = 'hits' in taker ? taker.hits : taker.seed;
  const guessed = 'hits' in taker ? guessesOf(choices, right, taker.doubts ?? 0) : new Set<number>();
  let moment = at.getTime();
  const answers = choices.map((choice, place) => {
    moment += answerMs(seed, place);
    const optionId = choice === null ? null : (options[place]?.[choice]?.id ?? null);
    const doubted = guessed.has(place);
    return { ...(placed[place] as (typeof placed)[number]), optionId, doubted, answeredAt: new Date(moment) };
  });
  const { versionId, passingScore, timeLimit } = quiz;
  const deadlineAt = new Date(Math.min(deadlineOf(at, timeLimit).getTime(), window?.closesAt.getTime() ?? Infinity));
  const submittedAt = new Date(Math.min(moment, deadlineAt.getTime()));
  const resultsAt = window?.resultsAt ?? null;
  return { quizId, versionId, userId, passingScore, startedAt: at, deadlineAt, submittedAt, resultsAt, answers };
}

/** The places that were marked as guesses: what went wrong first, then whatever comes. */
function guessesOf(choices: readonly (number | null)[], right: readonly number[], count: number): Set<number> {
  const isWrong = (place: number) => choices[place] !== right[place];
  const places = choices.map((_, place) => place).toSorted((a, b) => Number(isWrong(b)) - Number(isWrong(a)));
  return new Set(places.slice(0, count));
}

const TOGETHER = 12;

const afterResults = (resultsAt: Date) => new Date(resultsAt.getTime() + GRACE_MS + 1000);

/**
 * Graded like any other attempt, in the order of delivery. In batches, because each grading costs the same ten
 * statements, and never two of one student, because the second may depend on what the first has shown.
 */
export async function sampleAttempts(
  deps: Deps,
  tx: Tx,
  attempts: readonly SampleAttempt[],
  together = TOGETHER,
): Promise<number[]> {
  const inOrder = attempts.map(handedIn).toSorted((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const ids: number[] = [];
  for (let from = 0; from < inOrder.length; ) {
    const some = togetherFrom(inOrder, from, together);
    from += some.length;
    const last = some.at(-1);
    const end = last?.resultsAt ? afterResults(last.resultsAt) : (last?.submittedAt ?? deps.clock.now());
    const inserted = await insertSampleAttempts(tx, some);
    await closeAttempts(silentDepsAt(deps, end), tx, inserted, end);
    ids.push(...inserted);
  }
  return ids;
}

function togetherFrom(inOrder: readonly SampleAttemptRow[], from: number, most: number): SampleAttemptRow[] {
  const next = inOrder.slice(from, from + most);
  const again = next.findIndex(({ userId }, place) => next.findIndex((one) => one.userId === userId) < place);
  return again === -1 ? next : next.slice(0, again);
}

export const forgetSampleAttempts = (tx: Tx, userIds: readonly string[]) => deleteAttemptsOf(tx, userIds);

/** In the removal's transaction, behind the courses. */
export async function removeSampleQuizzes(tx: Tx, loadedAt: Date): Promise<{ removed: number; kept: number }> {
  const { removed, kept } = await deleteSampleQuizzes(tx, loadedAt);
  for (const id of removed) await removeEntry(tx, 'quiz', id);
  return { removed: removed.length, kept };
}
