import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/quiz-statistics.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { exportStatistics, readStatistics } from './statistics.service.ts';

export function quizStatisticsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getQuizStatistics, ({ params, query, user, lagging }) =>
    readStatistics(deps, lagging, user, params.id, query),
  );
  route(app, contract.exportQuizStatistics, async ({ params, query, user, reply, lagging }) => {
    const content = await exportStatistics(deps, lagging, user, params.id, query);
    return sendTextFile(reply, `estatisticas-simulado-${params.id}.csv`, content);
  });
}
