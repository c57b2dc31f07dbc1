import type { FastifyInstance } from 'fastify';
import { beginBreak, endBreak } from '#contract/exams/exam-time.ts';
import * as quizzes from '#contract/exams/mock-exams.ts';
import * as attempts from '#contract/exams/quiz-attempts.ts';
import { countQuizzes, getQuizOverview, listAttempts, listQuizzes } from '#contract/exams/quiz-overview.ts';
import { getAttemptResult } from '#contract/exams/quiz-results.ts';
import type { Deps } from '#server/deps.ts';
import { questionContents } from '#server/features/questions/questions/question-contents.ts';
import { route } from '#server/http/route.ts';
import { answerBatches } from './answer-batches.service.ts';
import { beginAnswerCard, countLeaves, saveBubbles, takeOver } from './answer-card.service.ts';
import { resumeAttempt, saveAnswers, startAttempt } from './attempts.service.ts';
import { finishBreak, startBreak } from './breaks.service.ts';
import { recordDirectAnswer, recordDirectAttempt } from './direct.service.ts';
import { finishAttempt, finishings } from './finishing.service.ts';
import { countForStudents, listForStudents } from './quiz-list.service.ts';
import { listAttemptsOf, readOverview, readQuiz } from './quizzes.service.ts';
import { readResult } from './result.service.ts';
import { review } from './review.service.ts';

export function quizRoutes(app: FastifyInstance, deps: Deps): void {
  const contents = questionContents(deps.db);
  const saveOne = answerBatches(deps.db);
  const finishOne = finishings(deps);

  route(app, quizzes.getQuiz, ({ params, user }) => readQuiz(deps, contents, user, params.id));

  route(app, getQuizOverview, ({ params, user }) => readOverview(deps, user, params.id));

  route(app, listQuizzes, ({ query, user }) => listForStudents(deps, user, query));

  route(app, countQuizzes, ({ user }) => countForStudents(deps, user));

  route(app, listAttempts, ({ params, query, user }) => listAttemptsOf(deps, user, params.quizId, query));

  route(app, attempts.startAttempt, ({ params, user }) => startAttempt(deps, contents, user, params.id));

  route(app, attempts.resumeAttempt, ({ params, user }) => resumeAttempt(deps, contents, user, params.id));

  route(app, attempts.saveAnswers, ({ params, body, user }) =>
    saveAnswers(deps, saveOne, user, params.id, body.answers),
  );

  route(app, attempts.finishAttempt, ({ params, body, user }) => finishAttempt(deps, finishOne, user, params.id, body));

  route(app, attempts.beginSheet, ({ params, user }) => beginAnswerCard(deps, user, params.id));

  route(app, attempts.saveMarks, ({ params, body, user }) => saveBubbles(deps, user, params.id, body.marks));

  route(app, beginBreak, ({ params, user }) => startBreak(deps, user, params.id));

  route(app, endBreak, ({ params, user }) => finishBreak(deps, user, params.id));

  route(app, attempts.takeOverAttempt, ({ params, user }) => takeOver(deps, user, params.id));

  route(app, attempts.countLeaves, ({ params, body, user }) => countLeaves(deps, user, params.id, body.count));

  route(app, attempts.reviewAttempt, ({ params, query, user }) => review(deps, user, params.id, query.key));

  route(app, getAttemptResult, ({ params, user }) => readResult(deps, user, params.id));

  route(app, attempts.recordAttempt, async ({ params, body, user }) => ({
    made: await recordDirectAttempt(deps, user, params.id, body),
    isNew: true,
  }));

  route(app, attempts.recordAnswer, ({ params, body, user }) => recordDirectAnswer(deps, user, params.attemptId, body));
}
