import type { FastifyInstance } from 'fastify';
import { getFadingTopics } from '#contract/study/class-map.ts';
import * as contract from '#contract/study/review.ts';
import { answerCard, undoCardAnswer } from '#contract/study/review-cards.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { answer as answerOneCard, undo } from './cards/card-answers.service.ts';
import { readFadingTopics } from './forecast/fading-topics.service.ts';
import { readForecast } from './forecast/forecast.service.ts';
import { noteMistake, readMistakeKey, readMistakes } from './mistakes.service.ts';
import { postpone, resume } from './postponed.service.ts';
import { readReminder, setReminder } from './reminders.service.ts';
import { answer, readToday } from './review.service.ts';

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getReviewToday, ({ query, user }) => readToday(deps, user, query));
  route(app, contract.getReviewForecast, ({ user }) => readForecast(deps, user));
  route(app, getFadingTopics, ({ params, user }) => readFadingTopics(deps, user, params.id));
  route(app, contract.answerReview, ({ body, user }) => answer(deps, user, body));
  route(app, contract.postponeReview, ({ params, user }) => postpone(deps, user, params.questionId));
  route(app, contract.resumeReview, ({ params, user }) => resume(deps, user, params.questionId));
  route(app, answerCard, ({ body, user }) => answerOneCard(deps, user.id, body));
  route(app, undoCardAnswer, ({ params, user }) => undo(deps, user.id, params.key));
  route(app, contract.listMistakes, ({ query, user }) => readMistakes(deps, user, query));
  route(app, contract.getMistakeKey, ({ params, user }) => readMistakeKey(deps, user, params.questionId));
  route(app, contract.changeMistake, ({ params, body, user }) => noteMistake(deps, user, params.questionId, body));
  route(app, contract.getReviewReminder, ({ user }) => readReminder(deps, user));
  route(app, contract.setReviewReminder, ({ body, user }) => setReminder(deps, user, body));
}
