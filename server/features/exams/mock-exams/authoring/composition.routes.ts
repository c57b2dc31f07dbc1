import type { FastifyInstance } from 'fastify';
import * as composition from '#contract/exams/quiz-composition.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { duplicateQuiz, listQuizVersions, readComposition, saveComposition } from './composition.service.ts';
import { previewComposition } from './composition-preview.service.ts';

/** What an author does with quizzes beside writing them: composing from the bank, copying. */
export function quizCompositionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, composition.getComposition, ({ params, user }) => readComposition(deps, user, params.id));
  route(app, composition.saveComposition, ({ params, body, user }) => saveComposition(deps, user, params.id, body));
  route(app, composition.previewComposition, ({ params, body, user }) =>
    previewComposition(deps, user, params.id, body),
  );
  route(app, composition.duplicateQuiz, ({ params, body, user }) => duplicateQuiz(deps, user, params.id, body));
  route(app, composition.listQuizVersions, ({ params, user }) => listQuizVersions(deps, user, params.id));
}
