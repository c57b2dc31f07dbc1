import type { Readable } from 'node:stream';
import yazl from 'yazl';
import type { Deps } from '../../deps.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { charge } from '../../http/throttle.ts';
import { readUnderWay, withheldAttempts } from '../quizzes/taking/being-taken.service.ts';
import { waysTo } from './export.policy.ts';
import { listActionsOn, listColumns, listReferences, readRows } from './export.store.ts';
import { withoutOpenKeys } from './export-withheld.ts';
import { isExported } from './privacy.rules.ts';

const README = `Seus dados

dados.json   tudo o que guardamos sobre você, tabela por tabela, com datas em UTC
arquivos/    os arquivos que você enviou (comprovantes e imagens)

A senha não está aqui: dela existe apenas um código irreversível.
Durante um simulado em andamento, os resultados que contêm questões dele ficam de fora: exporte de novo depois de
finalizá-lo.
`;

type Row = Record<string, unknown>;

/** Everything that is kept about a person, as of one moment, as a zip that is written while it is sent. */
export async function exportOwnData(deps: Deps, self: SessionUser): Promise<Readable> {
  await charge(deps, { bucket: 'export', max: 10, windowMs: 24 * 60 * 60_000 }, self.id);
  const tables = await collect(deps, self.id);
  const zip = new yazl.ZipFile();
  const at = deps.clock.now();
  const content = { escola: deps.config.schoolName, geradoEm: at.toISOString(), dados: tables };
  zip.addBuffer(Buffer.from(README), 'LEIA-ME.txt', { mtime: at });
  zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), 'dados.json', { mtime: at });
  for (const key of fileKeys(tables)) {
    const file = await deps.files.read(key);
    // Removed since the rows were read.
    if (file) zip.addReadStream(file.stream, `arquivos/${key}`, { mtime: at });
  }
  zip.end();
  return zip.outputStream as Readable;
}

function collect(deps: Deps, userId: string): Promise<Record<string, Row[]>> {
  const snapshot = deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const columns = await listColumns(tx);
    const tables: Record<string, Row[]> = {};
    for (const way of waysTo(await listReferences(tx))) {
      const names = (columns.get(way.table) ?? []).filter(isExported).map(({ name }) => name);
      tables[way.table] = [...(tables[way.table] ?? []), ...(await readRows(tx, way, names, userId))];
    }
    tables.actions = await listActionsOn(tx, userId);
    const underWay = await readUnderWay(tx, userId, deps.clock.now());
    return withoutOpenKeys(tables, { underWay, withheld: await withheldAttempts(tx, userId, underWay) });
  });
}

function fileKeys(tables: Record<string, Row[]>): string[] {
  const keys = Object.values(tables).flatMap((rows) => rows.map((row) => row.file_key));
  return [...new Set(keys.filter((key) => typeof key === 'string'))];
}
