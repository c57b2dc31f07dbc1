import { DAY_MS } from '../../../../contract/time.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { addSampleSubject } from '../../lessons/subjects.service.ts';
import { readContents } from '../../questions/questions.service.ts';
import { publishNewQuiz } from '../authoring/authoring.service.ts';
import { listQuestionsOfVersion } from '../drawing/draws.store.ts';
import { closeAttempts } from '../grading/closing.service.ts';
import { deadlineOf } from '../grading/deadline.ts';
import { findPublishedQuiz } from '../taking/quizzes.store.ts';
import { CLASS_SIZE, classAnswers, spread } from './class-answers.ts';
import { constitutionalAndCriminal } from './constitutional-and-criminal.ts';
import { portugueseAndLogic } from './portuguese-and-logic.ts';
import { insertSampleAttempt } from './sample-attempts.store.ts';
import type { SampleQuiz } from './sample-question.ts';

/** Two published quizzes with commented questions, signed by the sample's teacher (or by the school). */
export async function sampleQuizzes(deps: Deps, teacherId: string | null): Promise<void> {
  for (const quiz of [portugueseAndLogic, constitutionalAndCriminal]) await load(deps, quiz, teacherId);
}

async function load(deps: Deps, quiz: SampleQuiz, teacherId: string | null): Promise<void> {
  const subjectIds = new Map<string, number>();
  for (const { subject } of quiz.questions) {
    if (!subjectIds.has(subject)) subjectIds.set(subject, await addSampleSubject(deps, subject));
  }
  const questions = quiz.questions.map(({ subject, options, right, ...question }) => ({
    ...question,
    format: 'plain' as const,
    subjectId: subjectIds.get(subject) ?? null,
    options: options.map(([optionText, comment], index) => ({
      optionText,
      comment,
      isCorrect: index === right.charCodeAt(0) - 'A'.charCodeAt(0),
    })),
  }));
  const quizId = await publishNewQuiz(deps, teacherId, { ...quiz, questions }, quiz.creationKey);
  if (quizId !== null && quiz.hasClass) await loadClass(deps, quizId);
}

/** So long after the one before it, from quick to slow. */
const answerMs = (student: number, place: number) => (25 + Math.round(spread(student + 50, place) * 90)) * 1000;

/** A class that took the quiz in the two weeks before, so that the statistics have something to say. Nobody's names. */
async function loadClass(deps: Deps, quizId: number): Promise<void> {
  const quiz = await findPublishedQuiz(deps.db, quizId);
  if (!quiz) return;
  const { versionId, passingScore, timeLimit } = quiz;
  const placed = await listQuestionsOfVersion(deps.db, versionId);
  const contents = await readContents(
    deps.db,
    placed.map(({ questionVersionId }) => questionVersionId),
  );
  const options = placed.map((one) => contents.find(({ id }) => id === one.questionVersionId)?.options ?? []);
  const right = options.map((list) => list.findIndex(({ isCorrect }) => isCorrect));
  await transact(deps, async (tx) => {
    for (let student = 0; student < CLASS_SIZE; student += 1) {
      const startedAt = new Date(deps.clock.now().getTime() - DAY_MS * (1 + spread(student, 99) * 13));
      let at = startedAt.getTime();
      const answers = classAnswers(student, right, options[0]?.length ?? 0).map((choice, place) => {
        at += answerMs(student, place);
        const optionId = choice === null ? null : (options[place]?.[choice]?.id ?? null);
        return { ...(placed[place] as (typeof placed)[number]), optionId, answeredAt: new Date(at) };
      });
      const deadlineAt = deadlineOf(startedAt, timeLimit);
      const id = await insertSampleAttempt(tx, { quizId, versionId, passingScore, startedAt, deadlineAt, answers });
      await closeAttempts(deps, tx, [id], new Date(at));
    }
  });
}
