import type { FastifyInstance } from 'fastify';
import { getRanking, setRankingPresence } from '#contract/exams/quiz-ranking.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readRanking, setRankingPresence as setPresence } from './ranking.service.ts';

export function rankingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getRanking, ({ params, query, user, lagging }) =>
    readRanking(deps, lagging, user, params.id, query.subjectId),
  );
  route(app, setRankingPresence, ({ body, user }) => setPresence(deps, user, body.isIn));
}
