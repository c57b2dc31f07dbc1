import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/quiz-statistics.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { exportStatistics, readStatistics } from './statistics.service.ts';

export function quizStatisticsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getQuizStatistics, ({ params, query, user, lagging }) =>
    readStatistics(deps, lagging, user, params.id, query),
  );
  route(app, contract.exportQuizStatistics, async ({ params, query, user, reply, lagging }) => {
    const content = await exportStatistics(deps, lagging, user, params.id, query);
    return reply
      .header('content-disposition', `attachment; filename="estatisticas-simulado-${params.id}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(content);
  });
}
