import type { QueryOf } from '#contract/endpoint.ts';
import type { AuditFilters, listAuditEvents } from '#contract/platform/audit.ts';
import { TIME_ZONE } from '#contract/time.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import { countAuditRows, listAuditRows } from './audit-list.store.ts';
import { readSubjectNames } from './subject-names.store.ts';

const EXPORTED_MAX = 10_000;

const cursor = cursorOf({ id: rowId });

type Row = Awaited<ReturnType<typeof listAuditRows>>[number];

type Names = Awaited<ReturnType<typeof readSubjectNames>>;

const view = ({ actorId, actorName, ...row }: Row, names: Names) => {
  const { name = null, amount = null } = names.get(row.subject) ?? {};
  const actor = actorId === null ? null : { id: actorId, name: actorName ?? '' };
  return { ...row, actor, subjectName: name, subjectAmount: amount };
};

const namesOf = (db: Parameters<typeof readSubjectNames>[0], rows: readonly Row[]) =>
  readSubjectNames(
    db,
    rows.map(({ subject }) => subject),
  );

export async function listAudit(deps: Deps, query: QueryOf<typeof listAuditEvents>) {
  const { rows, ...page } = await readPage(cursor.from(query), {
    rows: (part) => listAuditRows(deps.db, { ...query, ...part }),
    total: countAuditRows(deps.db, query),
  });
  const names = await namesOf(deps.db, rows);
  return { ...page, rows: rows.map((row) => view(row, names)) };
}

const moment = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

export async function exportAudit(lagging: LaggingDb, filters: AuditFilters): Promise<string> {
  const rows = await listAuditRows(lagging, { ...filters, limit: EXPORTED_MAX, after: null });
  const names = await namesOf(lagging, rows);
  return writeCsv([
    ['Quando', 'Quem', 'Ação', 'Em quê', 'Nome', 'Detalhes'],
    ...rows.map(({ at, actorName, action, subject, details }) => [
      moment.format(at),
      actorName ?? '',
      action,
      subject,
      names.get(subject)?.name ?? '',
      JSON.stringify(details),
    ]),
  ]);
}
