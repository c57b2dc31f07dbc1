import type { Deps } from '../../deps.ts';
import { addSampleSubject } from '../lessons/subjects.service.ts';
import { publishNewQuiz } from './authoring.service.ts';
import { constitutionalAndCriminal } from './sample/constitutional-and-criminal.ts';
import { portugueseAndLogic } from './sample/portuguese-and-logic.ts';
import type { SampleQuiz } from './sample/sample-question.ts';

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
  await publishNewQuiz(deps, teacherId, { ...quiz, questions }, quiz.creationKey);
}
