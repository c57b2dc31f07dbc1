import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/exam-time.ts';
import type { Deps } from '#server/deps.ts';
import { sendProof } from '#server/features/money/payments/proof-reply.ts';
import { route } from '#server/http/route.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { readOf, remove, save } from './grants.service.ts';
import { ask, listWaiting, openDocument, readOwn, refuse, withdraw } from './requests.service.ts';

const rules = { maxBytes: contract.EXAM_TIME_FILE_MAX_BYTES, tooLarge: 'O documento deve ter no máximo 10 MB.' };

export async function examTimeRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.getOwnExamTime, ({ user }) => readOwn(deps, user));

  await withUploads(app, (scope) =>
    route(scope, contract.askExamTime, async ({ user, request, reply }) =>
      ask(deps, user, await readForm(request, reply, rules)),
    ),
  );

  route(app, contract.withdrawExamTimeRequest, ({ user }) => withdraw(deps, user));

  route(app, contract.getExamTimeDocument, async ({ params, user, reply }) =>
    sendProof(reply, await openDocument(deps, user, params.id)),
  );

  route(app, contract.listExamTimeRequests, () => listWaiting(deps));

  route(app, contract.refuseExamTime, ({ params, body, user }) => refuse(deps, user, params.id, body.answer));

  route(app, contract.getExamTimeOf, ({ params }) => readOf(deps, params.id));

  route(app, contract.saveExamTime, ({ params, body, user }) => save(deps, user, params.id, body));

  route(app, contract.removeExamTime, ({ params, query, user }) => remove(deps, user, params.id, query.revision));
}
