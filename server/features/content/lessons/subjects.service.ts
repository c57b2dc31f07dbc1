import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';
import { type After, transact } from '#server/db/transact.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { forgetEverywhere, type LessonCache, tag } from './lessons.cache.ts';
import * as store from './subjects.store.ts';
import { moveDrafts } from './writing/drafts.store.ts';

export const subjectMissing = () => notFound('Matéria não encontrada.');

export async function presentSubject(db: Db | Tx, id: number) {
  return requireFound(store.findSubject(db, id), subjectMissing);
}

const exists = ({ id, name }: { id: number; name: string }) =>
  new AppError('subject_exists', `A matéria "${name}" já existe.`, { subject: { id, name } });

export async function addSubject(deps: Deps, cache: LessonCache, name: string) {
  const subject = await transact(deps, async (tx, after) => {
    const id = await store.insertSubject(tx, name, deps.clock.now());
    if (id === null) return null;
    await cache.forget(tx, after, [tag.lists]);
    return presentSubject(tx, id);
  });
  if (subject) return subject;
  const taken = await store.findSubjectByName(deps.db, name);
  // Renamed or removed between the two reads: the name is free again, and asking once more will tell.
  throw taken ? exists(taken) : new AppError('conflict', 'Tente de novo.');
}

/** For the sample content, which loads before the first request: the subject of that name, made where it is missing. */
export async function addSampleSubject(deps: Deps, name: string): Promise<number> {
  const id = await store.insertSubject(deps.db, name, deps.clock.now(), { isSample: true });
  const subject = id === null ? await store.findSubjectByName(deps.db, name) : { id };
  if (!subject) throw new Error(`The subject ${name} was neither made nor found.`);
  return subject.id;
}

/** Subjects by name, made where they are missing, in the caller's transaction. */
export async function ensureSubjects(deps: Deps, tx: Tx, after: After, names: readonly string[]) {
  const wanted = new Map(names.map((name) => [searchKey(name), name]));
  const known = await store.findSubjectIds(tx, [...wanted.keys()]);
  for (const [key, name] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (known.has(key)) continue;
    await store.insertSubject(tx, name, deps.clock.now());
  }
  if (known.size < wanted.size) await forgetEverywhere(deps.bus, tx, after, [tag.lists]);
  const ids = await store.findSubjectIds(tx, [...wanted.keys()]);
  return (name: string): number | null => ids.get(searchKey(name)) ?? null;
}

/** The subjects of these names, as far as they are there. */
export async function listSubjectIds(db: Db | Tx, names: readonly string[]) {
  const ids = await store.findSubjectIds(db, names.map(searchKey));
  return (name: string): number | null => ids.get(searchKey(name)) ?? null;
}

/** The names among these that no subject has. */
export async function listMissingSubjects(db: Db | Tx, names: readonly string[]): Promise<string[]> {
  const byKey = new Map(names.map((name) => [searchKey(name), name]));
  const known = await store.findSubjectIds(db, [...byKey.keys()]);
  return [...byKey].flatMap(([key, name]) => (known.has(key) ? [] : [name]));
}

type Admin = { id: string };

export async function giveSubjectName(deps: Deps, cache: LessonCache, admin: Admin, id: number, name: string) {
  const tags = [tag.lists, tag.subject(id)];
  return transact(deps, async (tx, after) => {
    const [subject] = await store.lockSubjects(tx, [id]);
    if (!subject) throw subjectMissing();
    if (subject.name !== name) {
      await store.renameSubjectRow(tx, id, name);
      await auditSubject(deps, tx, admin, 'subject.renamed', id, { from: subject.name, to: name });
      await cache.forget(tx, after, tags);
    }
    return presentSubject(tx, id);
  }).catch(async (error: unknown) => {
    const taken = isUniqueViolation(error) && (await store.findSubjectByName(deps.db, name));
    throw taken ? exists(taken) : error;
  });
}

/* What the merging of subjects (curriculum/) needs of them. */

/** Those of the subjects that are there, held. */
export const lockSubjects = (tx: Tx, ids: readonly number[]) => store.lockSubjects(tx, ids);

export async function moveLessonsToSubject(tx: Tx, from: number, into: number): Promise<void> {
  await store.moveLessons(tx, from, into);
  await moveDrafts(tx, from, into);
}

export const removeSubject = (tx: Tx, id: number): Promise<void> => store.deleteSubjectRow(tx, id);

export type SubjectUses = store.SubjectUses;
export const countSubjectUses = (tx: Tx, id: number): Promise<SubjectUses> => store.countSubjectUses(tx, id);

export function auditSubject(
  deps: Deps,
  tx: Tx,
  admin: Admin,
  action: string,
  id: number,
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit(tx, { at: deps.clock.now(), actorId: admin.id, action, subject: `subject:${id}`, details });
}
