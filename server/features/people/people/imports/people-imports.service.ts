import type { BodyOf } from '#contract/endpoint.ts';
import {
  IMPORT_UNDO_MS,
  type PeopleImport,
  type PeoplePreview,
  type PeoplePreviewRow,
  type startPeopleImport,
  type TypedLine,
} from '#contract/people/people-imports.ts';
import { identityKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { listOnSale } from '#server/features/money/offers/offers.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import type { Limit } from '#server/http/throttle.ts';
import { dayOf } from '#server/time/calendar.ts';
import { sealCpfs } from '../documents/sealed-cpf.ts';
import { listKnownAddresses } from '../people.store.ts';
import { readTables } from '../students-file.ts';
import { CORRECTIONS, PREVIEWS, partCpfs, withoutTakenCpfs } from './import-cpfs.ts';
import {
  countOutcomes,
  findImport,
  findImportByKey,
  findLastMapping,
  hasSignedIn,
  insertImport,
  listRefused,
  listRemarks,
  markLettersAsked,
  moveImport,
} from './people-imports.store.ts';
import { type MappedRow, newContext, readLine } from './people-line.ts';
import { mapTable, readChosen } from './people-table.ts';

type Actor = { id: string };
type Office = Pick<SessionUser, 'id' | 'role'>;

export const IMPORT_JOB = 'people-import';
export const LETTERS_JOB = 'people-import-letters';
export const UNDO_JOB = 'people-import-undo';
const REFUSED_SHOWN = 200;

export async function previewPeople(
  deps: Deps,
  actor: Office,
  { file, mapping }: { file: Buffer | null; mapping: string | undefined },
): Promise<PeoplePreview> {
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha uma planilha.');
  const tables = await readTables(file, actor.id);
  const { rows, ...table } = mapTable(tables, {
    remembered: await findLastMapping(deps.db),
    chosen: readChosen(mapping),
    offers: await listOnSale(deps),
    today: dayOf(deps.clock.now()),
  });
  return { ...table, rows: await checked(deps, actor, rows, PREVIEWS) };
}

/** Only the whole file shows which line is the first with an e-mail: the browser compares them. */
export async function checkLines(deps: Deps, actor: Office, lines: readonly TypedLine[]): Promise<PeoplePreviewRow[]> {
  const offers = await listOnSale(deps);
  const today = dayOf(deps.clock.now());
  const rows = lines.map((line) => readLine(line, newContext(offers, today)));
  return checked(deps, actor, rows, CORRECTIONS);
}

/** With what the school knows already: accounts and CPFs. */
async function checked(
  deps: Deps,
  actor: Office,
  rows: readonly MappedRow[],
  limit: Limit,
): Promise<PeoplePreviewRow[]> {
  const good = rows.filter(({ problem }) => problem === null);
  const known = await listKnownAddresses(
    deps.db,
    good.map(({ email }) => email),
  );
  const free = await withoutTakenCpfs(deps, actor, rows, limit);
  return free.map((row) => ({ ...row, isKnown: known.has(identityKey(row.email)) }));
}

export async function startImport(deps: Deps, actor: Actor, body: BodyOf<typeof startPeopleImport>) {
  const id = await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const { people, cpfs } = partCpfs(body.people);
    const sealed = Object.keys(cpfs).length > 0 ? sealCpfs(deps.config, body.creationKey, cpfs) : null;
    const made = await insertImport(tx, { ...body, people, sealed, by: actor.id, now });
    if (made === undefined) return (await findImportByKey(tx, body.creationKey))?.id;
    await recordAudit(tx, {
      at: now,
      actorId: actor.id,
      action: 'people.imported',
      subject: `import:${made}`,
      details: { lines: body.people.length },
    });
    await deps.jobs.send(tx, IMPORT_JOB, { id: made });
    return made;
  });
  return readImport(deps, id ?? 0);
}

export async function readImport(deps: Deps, id: number): Promise<PeopleImport> {
  const found = await requireFound(findImport(deps.db, id), () => notFound('Importação não encontrada.'));
  const outcomes = await countOutcomes(deps.db, id);
  const countOf = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.count ?? 0;
  const undoUntil = new Date(found.at.getTime() + IMPORT_UNDO_MS);
  return {
    id,
    fileName: found.fileName,
    at: found.at.toISOString(),
    by: found.by,
    state: found.state,
    total: found.total,
    created: countOf('created'),
    extended: countOf('extended'),
    unchanged: countOf('unchanged'),
    refused: await listRefused(deps.db, id, REFUSED_SHOWN),
    remarks: await listRemarks(deps.db, id, REFUSED_SHOWN),
    invited: outcomes.reduce((sum, { invited }) => sum + invited, 0),
    lettersAt: found.lettersAt?.toISOString() ?? null,
    undoUntil: undoUntil.toISOString(),
    notUndoable: await whyNotUndoable(deps, id, found.state, undoUntil),
  };
}

async function whyNotUndoable(
  deps: Deps,
  id: number,
  state: PeopleImport['state'],
  undoUntil: Date,
): Promise<PeopleImport['notUndoable']> {
  if (state === 'running') return 'running';
  if (state !== 'done') return 'undone';
  if (deps.clock.now() >= undoUntil) return 'too_late';
  return (await hasSignedIn(deps.db, id)) ? 'signed_in' : null;
}

export async function sendLetters(deps: Deps, actor: Actor, id: number): Promise<void> {
  const found = await requireFound(findImport(deps.db, id), () => notFound('Importação não encontrada.'));
  if (found.state !== 'done') throw new AppError('state_conflict', 'Espere a importação terminar.');
  await transact(deps, async (tx) => {
    const at = deps.clock.now();
    await markLettersAsked(tx, id, at);
    await recordAudit(tx, { at, actorId: actor.id, action: 'people.invited', subject: `import:${id}`, details: {} });
    await deps.jobs.send(tx, LETTERS_JOB, { id });
  });
}

const refusals: Record<NonNullable<PeopleImport['notUndoable']>, string> = {
  running: 'Espere a importação terminar.',
  undone: 'Esta importação já foi desfeita.',
  too_late: 'Só dá para desfazer no primeiro dia.',
  signed_in: 'Alguém desta importação já acessou: não dá mais para desfazer.',
};

export async function undoImport(deps: Deps, actor: Actor, id: number): Promise<void> {
  const { notUndoable } = await readImport(deps, id);
  if (notUndoable) throw new AppError('state_conflict', refusals[notUndoable]);
  await transact(deps, async (tx) => {
    if (!(await moveImport(tx, id, 'done', 'undoing'))) throw new AppError('state_conflict', refusals.undone);
    const at = deps.clock.now();
    await recordAudit(tx, {
      at,
      actorId: actor.id,
      action: 'people.import_undone',
      subject: `import:${id}`,
      details: {},
    });
    await deps.jobs.send(tx, UNDO_JOB, { id, by: actor.id });
  });
}
