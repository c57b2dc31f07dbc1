import type { Readable } from 'node:stream';
import yazl from 'yazl';
import { writtenCpf } from '#contract/cpf.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { readSnapshot } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readUnderWay, withheldAttempts } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readOwnCpf } from '#server/features/people/people/documents/documents.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { waysTo } from './export.policy.ts';
import { listActionsOn, listColumns, listReferences, readRows, readTexts } from './export.store.ts';
import { withFileNames } from './export-files.ts';
import { exportPage } from './export-page.ts';
import { withoutOpenKeys } from './export-withheld.ts';
import { isExported, textsOfIds } from './privacy.rules.ts';

const README = `Seus dados

index.html   abra este: seus dados em tabelas, para ler
dados.json   os mesmos dados, completos, tabela por tabela, com datas em UTC
arquivos/    os arquivos que você enviou (comprovantes e imagens)

A senha não está aqui: dela existe apenas um código irreversível.
Durante um simulado em andamento, os resultados que contêm questões dele ficam de fora: exporte de novo depois de
finalizá-lo.
`;

type Row = Record<string, unknown>;

/** All data about a person, in one snapshot, as a zip that is streamed. */
export async function exportOwnData(deps: Deps, self: SessionUser): Promise<Readable> {
  await charge(deps, { bucket: 'export', max: 10, windowMs: DAY_MS }, self.id);
  const { tables, files } = withFileNames(await collect(deps, self.id));
  const zip = new yazl.ZipFile();
  const at = deps.clock.now();
  const content = { escola: deps.school.now.schoolName, geradoEm: at.toISOString(), dados: tables };
  zip.addBuffer(Buffer.from(README), 'LEIA-ME.txt', { mtime: at });
  zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), 'dados.json', { mtime: at });
  zip.addBuffer(Buffer.from(exportPage(deps.school.now.schoolName, at, tables)), 'index.html', { mtime: at });
  for (const [key, name] of files) {
    const file = await deps.files.read(key);
    // Removed since the rows were read.
    if (file) zip.addReadStream(file.stream, name, { mtime: at });
  }
  zip.end();
  return zip.outputStream as Readable;
}

function collect(deps: Deps, userId: string): Promise<Record<string, Row[]>> {
  return readSnapshot(deps, async (tx) => {
    const columns = await listColumns(tx);
    const tables: Record<string, Row[]> = {};
    for (const way of waysTo(await listReferences(tx))) {
      const names = (columns.get(way.table) ?? []).filter(isExported).map(({ name }) => name);
      tables[way.table] = [...(tables[way.table] ?? []), ...(await readRows(tx, way, names, userId))];
    }
    const cpf = await readOwnCpf(deps, tx, userId);
    tables.person_documents = (tables.person_documents ?? []).map((row) => ({ ...row, cpf: cpf && writtenCpf(cpf) }));
    tables.actions = await listActionsOn(tx, userId);
    const underWay = await readUnderWay(tx, userId, deps.clock.now());
    return withoutOpenKeys(await withTexts(tx, tables), {
      underWay,
      withheld: await withheldAttempts(tx, userId, underWay),
    });
  });
}

/** Adds the text that an id refers to beside the id. */
async function withTexts(tx: Tx, tables: Record<string, Row[]>): Promise<Record<string, Row[]>> {
  const told: Record<string, Row[]> = { ...tables };
  for (const { column, as, ...source } of textsOfIds) {
    const having = Object.entries(told).filter(([, [first]]) => first && column in first);
    const ids = new Set(having.flatMap(([, rows]) => rows.map((row) => row[column])).filter((id) => id !== null));
    const texts = await readTexts(tx, source, [...ids] as number[]);
    for (const [table, rows] of having) {
      told[table] = rows.map((row) => ({ ...row, [as]: texts.get(row[column] as number) ?? null }));
    }
  }
  return told;
}
