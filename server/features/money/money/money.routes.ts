import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/money.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { listMovements, readMoney } from './money.service.ts';

export function moneyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getMoney, ({ query, lagging }) => readMoney(deps, lagging, query));
  route(app, contract.exportMoney, async ({ query, reply, lagging }) => {
    const { from, to, rows } = await listMovements(deps, lagging, query);
    return sendTextFile(reply, `financeiro-${from}-a-${to}.csv`, writeCsv(rows));
  });
}
