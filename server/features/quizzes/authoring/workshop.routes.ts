import type { FastifyInstance } from 'fastify';
import * as annulment from '../../../../contract/annulment.ts';
import * as composition from '../../../../contract/quiz-composition.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../http/route.ts';
import { annul, previewAnnulment, reinstate } from '../grading/annulment.service.ts';
import { compose, duplicate, readComposition, readVersions } from './composition.service.ts';

/** What an author does with quizzes beside writing them: composing from the bank, copying, annulling. */
export function quizWorkshopRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, composition.getComposition, ({ params, user }) => readComposition(deps, user, params.id));
  route(app, composition.saveComposition, ({ params, body, user }) => compose(deps, user, params.id, body));
  route(app, composition.duplicateQuiz, async ({ params, body, user, reply }) => {
    const { isNew, id } = await duplicate(deps, user, params.id, body);
    if (isNew) reply.code(201);
    return { id };
  });
  route(app, composition.listQuizVersions, ({ params, user }) => readVersions(deps, user, params.id));

  route(app, annulment.previewAnnulment, ({ params, user }) => previewAnnulment(deps, user, params.id));
  route(app, annulment.annulQuestion, ({ params, body, user }) => annul(deps, user, params.id, body.reason));
  route(app, annulment.reinstateQuestion, ({ params, user }) => reinstate(deps, user, params.id));
}
