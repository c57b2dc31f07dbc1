import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/essay-grading.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readAgreement } from './agreement.service.ts';
import { addComment, listComments, removeComment } from './comments.service.ts';
import {
  closeWithReadings,
  countWaiting,
  lease,
  listQueue,
  readToGrade,
  release,
  returnToStudent,
  saveDraft,
} from './grading.service.ts';

export function gradingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listEssays, ({ query, user }) => listQueue(deps, user, query));
  route(app, contract.countEssays, ({ user }) => countWaiting(deps, user));
  route(app, contract.getEssayToRead, ({ params, user }) => readToGrade(deps, user, params.id));
  route(app, contract.leaseEssay, ({ params, user }) => lease(deps, user, params.id));
  route(app, contract.releaseEssay, ({ params, user }) => release(deps, user, params.id));
  route(app, contract.saveCorrection, ({ params, body, user }) => saveDraft(deps, user, params.id, body));
  route(app, contract.returnEssay, ({ params, body, user }) => returnToStudent(deps, user, params.id, body));
  route(app, contract.closeEssay, ({ params, user }) => closeWithReadings(deps, user, params.id));
  route(app, contract.getReaderAgreement, () => readAgreement(deps));
  route(app, contract.listEssayComments, ({ query }) => listComments(deps, query.search));
  route(app, contract.saveEssayComment, ({ body }) => addComment(deps, body.text));
  route(app, contract.removeEssayComment, ({ params }) => removeComment(deps, params.id));
}
