import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import * as contract from '#contract/money/statements.ts';
import type { Deps } from '#server/deps.ts';
import { wrongField } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { confirmSure, decideOne } from './confirming.service.ts';
import type { Columns } from './reading/statement-file.ts';
import { listAll, listEntries, listWithoutMoney, readStatement, uploadStatement } from './statements.service.ts';
import { ignoreUnmatched, takeStatementBack } from './take-back.service.ts';

const tooLarge = `O extrato passa de ${STATEMENT_MAX_BYTES / 1024 / 1024} MB. Baixe um período menor.`;

const column = z.int().check(z.gte(0), z.lte(59));
const columns = z.object({ date: column, amount: column });

export async function statementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await withUploads(app, (scope) =>
    route(scope, contract.uploadStatement, async ({ user, request, reply }) => {
      const { file, fields } = await readForm(request, reply, { maxBytes: STATEMENT_MAX_BYTES, tooLarge });
      if (!file) throw wrongField('file', 'Escolha um arquivo.');
      const upload = { bytes: file, name: fields.name ?? '', columns: columnsOf(fields.columns) };
      return uploadStatement(deps, user, upload);
    }),
  );
  route(app, contract.listStatements, ({ query }) => listAll(deps, query));
  route(app, contract.getStatement, ({ params }) => readStatement(deps, params.id));
  route(app, contract.listStatementEntries, ({ params, query }) => listEntries(deps, params.id, query));
  route(app, contract.listUnreceived, ({ params, query }) => listWithoutMoney(deps, params.id, query));
  route(app, contract.confirmStatement, ({ params, user }) => confirmSure(deps, app.sessions, user, params.id));
  route(app, contract.ignoreUnmatched, ({ params, user }) => ignoreUnmatched(deps, user, params.id));
  route(app, contract.takeStatementBack, ({ params, user }) => takeStatementBack(deps, user, params.id));
  route(app, contract.decideEntry, ({ params, body, user }) => decideOne(deps, app.sessions, user, params.id, body));
}

function columnsOf(field: string | undefined): Columns | null {
  if (field === undefined || field === '') return null;
  let told: unknown = null;
  try {
    told = JSON.parse(field);
  } catch {
    // Told as what it is below.
  }
  const parsed = z.safeParse(columns, told);
  if (parsed.success && parsed.data.date !== parsed.data.amount) return parsed.data;
  throw wrongField('columns', 'Escolha a coluna da data e a do valor.');
}
