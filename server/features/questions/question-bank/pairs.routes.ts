import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/question-pairs.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { decidePair, listPairs } from './pairs.service.ts';

export async function questionPairRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.listQuestionPairs, ({ query, user }) => listPairs(deps, user, query));
  route(app, contract.decideQuestionPair, ({ body, user }) => decidePair(deps, user, body));
}
