import type { FastifyInstance } from 'fastify';
import * as annulment from '#contract/exams/annulment.ts';
import type { Deps } from '#server/deps.ts';
import type { QuestionUses } from '#server/features/questions/questions/question-uses.ts';
import { route } from '#server/http/route.ts';
import { annulQuestion, previewAnnulment, reinstateQuestion, watchRegrading } from './annulment.service.ts';

export function annulmentRoutes(app: FastifyInstance, deps: Deps, uses: QuestionUses): void {
  route(app, annulment.getRegrading, ({ params, user }) => watchRegrading(deps, user, params.id));
  route(app, annulment.previewAnnulment, ({ params, user }) => previewAnnulment(deps, user, params.id));
  route(app, annulment.annulQuestion, ({ params, body, user }) =>
    annulQuestion(deps, uses, user, params.id, body.reason),
  );
  route(app, annulment.reinstateQuestion, ({ params, user }) => reinstateQuestion(deps, uses, user, params.id));
}
