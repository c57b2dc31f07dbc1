import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/question-pairs.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import { decidePair, listPairs } from './pairs.service.ts';

export async function questionPairRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.listQuestionPairs, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await listPairs(deps, user, query)),
  );
  route(app, contract.decideQuestionPair, async ({ body, user }) => {
    await decidePair(deps, user, body);
    return { ok: true as const };
  });
}
