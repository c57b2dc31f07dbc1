import type { QueryOf } from '#contract/endpoint.ts';
import type { AuditFilters, listAuditEvents } from '#contract/platform/audit.ts';
import { TIME_ZONE } from '#contract/time.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import { countAuditRows, listAuditRows } from './audit-list.store.ts';

const EXPORTED_MAX = 10_000;

const cursor = cursorOf({ id: rowId });

type Row = Awaited<ReturnType<typeof listAuditRows>>[number];

const view = ({ actorId, actorName, ...row }: Row) => ({
  ...row,
  actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
});

export async function listAudit(deps: Deps, query: QueryOf<typeof listAuditEvents>) {
  const after = cursor.read(query.cursor);
  const { rows, ...page } = await readPage({
    cursor,
    limit: query.limit,
    rows: (limit) => listAuditRows(deps.db, { ...query, limit, after }),
    total: countAuditRows(deps.db, query),
    positionOf: ({ id }) => ({ id }),
  });
  return { ...page, rows: rows.map(view) };
}

const moment = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

export async function exportAudit(lagging: LaggingDb, filters: AuditFilters): Promise<string> {
  const rows = await listAuditRows(lagging, { ...filters, limit: EXPORTED_MAX, after: null });
  return writeCsv([
    ['Quando', 'Quem', 'Ação', 'Em quê', 'Nome', 'Detalhes'],
    ...rows.map(({ at, actorName, action, subject, subjectName, details }) => [
      moment.format(at),
      actorName ?? '',
      action,
      subject,
      subjectName ?? '',
      JSON.stringify(details),
    ]),
  ]);
}
