import { createHash } from 'node:crypto';
import { familyName } from '#contract/names.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { endAccess, readMyAccess } from '#server/features/money/access/access.service.ts';
import { enrollByHand, hashRandomSecret } from '#server/features/money/payments/enrollments.service.ts';
import { eraseUser } from '#server/features/people/accounts/administration.service.ts';
import { sendInvitation } from '#server/features/platform/users/invitation-letter.ts';
import { AppError, isOutage } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { runAll } from '#server/jobs/each.ts';
import { addImportedCpf } from '../documents/documents.service.ts';
import { removeDocumentsOf } from '../documents/documents.store.ts';
import { findStudentByEmail, insertNote } from '../people.store.ts';
import { type ImportedWithCpf, readCpfs, type StoredPerson } from './import-cpfs.ts';
import { IMPORT_JOB, LETTERS_JOB, UNDO_JOB } from './people-imports.service.ts';
import {
  findImport,
  findOrderByKey,
  hasEarlierOrder,
  listOpenRows,
  listUndoable,
  markUndone,
  moveImport,
  saveOutcome,
  takeUninvited,
} from './people-imports.store.ts';

type Sessions = ReturnType<typeof createSessions>;
type Import = NonNullable<Awaited<ReturnType<typeof findImport>>>;

const CHUNK = 50;

/** A key that belongs to one line of one import: a line that is processed twice enrols once. */
function keyOf(importId: number, line: number, purpose: string): string {
  const hex = createHash('sha256').update(`people-import:${importId}:${line}:${purpose}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function definePeopleImportWork(deps: Deps, sessions: Sessions): void {
  deps.jobs.define<{ id: number }>({ name: IMPORT_JOB, retries: 10, run: ({ id }) => runImport(deps, sessions, id) });
  deps.jobs.define<{ id: number }>({ name: LETTERS_JOB, retries: 10, run: ({ id }) => runLetters(deps, id) });
  deps.jobs.define<{ id: number; by: string }>({
    name: UNDO_JOB,
    retries: 10,
    run: ({ id, by }) => runUndo(deps, sessions, id, by),
  });
}

async function runImport(deps: Deps, sessions: Sessions, id: number): Promise<void> {
  const found = await findImport(deps.db, id);
  if (found?.state !== 'running') return;
  const passwordHash = await hashRandomSecret(deps);
  const cpfs = readCpfs(deps, found);
  for (;;) {
    const people = await listOpenRows(deps.db, id, CHUNK);
    if (people.length === 0) break;
    for (const person of people) {
      await importPerson(deps, sessions, found, { ...person, cpf: cpfs[person.line] ?? null }, passwordHash);
    }
  }
  await moveImport(deps.db, id, 'running', 'done');
}

/** Each line in its own transactions: a line that is refused stops no other. */
async function importPerson(
  deps: Deps,
  sessions: Sessions,
  { id, byId, takesSeat }: Import,
  person: ImportedWithCpf,
  passwordHash: string,
): Promise<void> {
  const { line } = person;
  const creationKey = keyOf(id, line, 'order');
  try {
    const existing = await findStudentByEmail(deps.db, person.email);
    const done = await findOrderByKey(deps.db, creationKey);
    if (existing && !done && !(await isLonger(deps, existing.id, person.accessUntil))) {
      const remark = await addCpf(deps, id, existing.id, person.cpf);
      await saveOutcome(deps.db, id, line, { outcome: 'unchanged', userId: existing.id, ...remark });
      return;
    }
    const isNew = done ? done.userId !== null && !(await hasEarlierOrder(deps.db, done)) : !existing;
    const { firstName, lastName, email } = person;
    const who = existing
      ? { studentId: existing.id }
      : { newStudent: { firstName, lastName: familyName.parse(lastName), email } };
    const order = await enrollByHand(
      deps,
      sessions,
      { id: byId ?? '' },
      {
        ...who,
        method: 'courtesy',
        note: orderNote(person),
        creationKey,
        takesSeat,
        ...(person.offerId === null ? {} : { offerId: person.offerId }),
      },
      {
        isSilent: true,
        passwordHash,
        ...(person.accessUntil === null ? {} : { rule: { kind: 'until', count: null, until: person.accessUntil } }),
      },
    );
    const userId = existing?.id ?? (await findOrderByKey(deps.db, creationKey))?.userId ?? undefined;
    if (userId) await writeNote(deps, { importId: id, byId, userId, person });
    const outcome = isNew ? 'created' : 'extended';
    const remark = userId ? await addCpf(deps, id, userId, person.cpf) : {};
    await saveOutcome(deps.db, id, line, { outcome, paymentId: order.id, ...(userId ? { userId } : {}), ...remark });
  } catch (error) {
    // During an outage the queue retries the job. A line that is broken is refused, and stops no other.
    if (isOutage(error)) throw error;
    if (!(error instanceof AppError)) deps.log.error({ err: error, import: id, line }, 'a line was not imported');
    const message =
      error instanceof AppError ? error.message : 'Algo deu errado nesta linha. Tente importá-la de novo.';
    await saveOutcome(deps.db, id, line, { outcome: 'refused', message });
  }
}

/** A person whose CPF cannot be saved enters without it, and the line says why. */
async function addCpf(deps: Deps, importId: number, userId: string, cpf: string | null): Promise<{ message?: string }> {
  const message = cpf === null ? null : await addImportedCpf(deps, { userId, cpf, importId });
  return message === null ? {} : { message };
}

/** An import only extends the access of an existing student. */
async function isLonger(deps: Deps, id: string, until: string | null): Promise<boolean> {
  const { active, endsOn } = await readMyAccess(deps, { id, role: 'student' });
  if (!active) return true;
  return until !== null && endsOn !== null && until > endsOn;
}

/** The price is a note: no report counts it as money received. */
const orderNote = ({ price }: StoredPerson): string =>
  ['Importação', ...(price ? [`preço pago antes: ${price}`] : [])].join('; ');

type Noted = { importId: number; byId: string | null; userId: string; person: StoredPerson };

async function writeNote(deps: Deps, { importId, byId, userId, person: { line, phone, note } }: Noted): Promise<void> {
  const text = [phone ? `Telefone: ${phone}` : '', note ?? ''].filter(Boolean).join('\n');
  if (text === '' || byId === null) return;
  const creationKey = keyOf(importId, line, 'note');
  await insertNote(deps.db, { userId, by: byId, text, creationKey, now: deps.clock.now() });
}

async function runLetters(deps: Deps, id: number): Promise<void> {
  let taken: number;
  do {
    taken = await transact(deps, async (tx) => {
      const userIds = await takeUninvited(tx, id, CHUNK, deps.clock.now());
      for (const userId of userIds) await sendInvitation(deps, tx, userId);
      return userIds.length;
    });
  } while (taken === CHUNK);
}

/**
 * Deletes new accounts with their links; students of before get back the earlier end of their access. A line that fails
 * stops no other: the job fails at the end, and its retry finds only the lines that are left.
 */
async function runUndo(deps: Deps, sessions: Sessions, id: number, by: string): Promise<void> {
  await runAll(await listUndoable(deps.db, id), ({ line, outcome, userId, paymentId }) =>
    transact(deps, async (tx, after) => {
      if (outcome === 'extended' && paymentId !== null) {
        await endAccess(deps, tx, paymentId);
        if (userId) await sessions.forget(tx, after, userId);
      }
      if (outcome === 'created' && userId !== null) await eraseUser(deps, sessions, { tx, after }, userId, by);
      await markUndone(tx, id, line);
    }),
  );
  await removeDocumentsOf(deps.db, id);
  await moveImport(deps.db, id, 'undoing', 'undone');
}
