import type { Db, Tx } from '../../db/handle.ts';
import { searchKey } from '../../db/keys.ts';
import { transact } from '../../db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../db/violations.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { moveFilters } from '../question-bank/filter-topics.service.ts';
import { moveQuestions } from '../questions/questions.service.ts';
import { moveRules } from '../quizzes/authoring/rules.service.ts';
import { moveDraws } from '../quizzes/drawing/draws.service.ts';
import { moveSubjectEntries } from '../search/search.service.ts';
import { moveSyllabiToSubject } from '../syllabus/syllabus-topics.service.ts';
import { foldTopicsOfSubject, lockTopicTree, usesText } from '../topics/topic-tree.service.ts';
import { forgetEverywhere, type LessonCache, tag } from './lessons.cache.ts';
import * as store from './subjects.store.ts';
import { moveDrafts } from './writing/drafts.store.ts';

const missing = () => notFound('Matéria não encontrada.');

async function present(db: Db | Tx, id: number) {
  const subject = await store.findSubject(db, id);
  if (!subject) throw missing();
  return subject;
}

const exists = ({ id, name }: { id: number; name: string }) =>
  new AppError('subject_exists', `A matéria "${name}" já existe.`, { subject: { id, name } });

export async function addSubject(deps: Deps, cache: LessonCache, name: string) {
  const subject = await transact(deps, async (tx, after) => {
    const id = await store.insertSubject(tx, name, deps.clock.now());
    if (id === null) return null;
    await cache.forget(tx, after, [tag.lists]);
    return present(tx, id);
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
export async function ensureSubjects(deps: Deps, tx: Tx, names: readonly string[]) {
  const wanted = new Map(names.map((name) => [searchKey(name), name]));
  const known = await store.findSubjectIds(tx, [...wanted.keys()]);
  for (const [key, name] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (known.has(key)) continue;
    await store.insertSubject(tx, name, deps.clock.now());
  }
  if (known.size < wanted.size) await forgetEverywhere(deps.bus, tx, [tag.lists]);
  const ids = await store.findSubjectIds(tx, [...wanted.keys()]);
  return (name: string): number | null => ids.get(searchKey(name)) ?? null;
}

/** The subjects of these names, as far as they are there. */
export async function listSubjectIds(db: Db | Tx, names: readonly string[]) {
  const ids = await store.findSubjectIds(db, names.map(searchKey));
  return (name: string): number | null => ids.get(searchKey(name)) ?? null;
}

/** Of these names, those that no subject has. */
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
    if (!subject) throw missing();
    if (subject.name !== name) {
      await store.renameSubjectRow(tx, id, name);
      await audit(deps, tx, admin, 'subject.renamed', id, { from: subject.name, to: name });
      await cache.forget(tx, after, tags);
    }
    return present(tx, id);
  }).catch(async (error: unknown) => {
    const taken = isUniqueViolation(error) && (await store.findSubjectByName(deps.db, name));
    throw taken ? exists(taken) : error;
  });
}

/** Everything of `id` belongs to `into` afterwards, and `id` is gone. Asking again finds nothing to do: 404. */
export async function mergeSubjects(deps: Deps, cache: LessonCache, admin: Admin, id: number, into: number) {
  if (id === into) throw new AppError('bad_request', 'Escolha outra matéria para receber as aulas.');
  const tags = [tag.lists, tag.subject(id), tag.subject(into)];
  return inUse(
    transact(deps, async (tx, after) => {
      // Before the rows that whoever labels a question holds, too.
      await lockTopicTree(tx);
      const locked = await store.lockSubjects(tx, [id, into]);
      const source = locked.find((subject) => subject.id === id);
      if (!source) throw missing();
      if (locked.length < 2) throw new AppError('subject_gone', 'A matéria de destino não existe mais. Escolha outra.');
      await moveSyllabiToSubject(tx, id, into);
      await foldTopicsOfSubject(tx, id, into);
      await store.moveLessons(tx, id, into);
      await moveDrafts(tx, id, into);
      await moveSubjectEntries(tx, id, into);
      await moveQuestions(tx, id, into);
      await moveDraws(tx, id, into);
      await moveFilters(tx, id, into);
      await moveRules(tx, id, into);
      await store.deleteSubjectRow(tx, id);
      await audit(deps, tx, admin, 'subject.merged', id, { name: source.name, into });
      await cache.forget(tx, after, tags);
      return present(tx, into);
    }),
  );
}

export async function dropSubject(deps: Deps, cache: LessonCache, admin: Admin, id: number): Promise<void> {
  await inUse(
    transact(deps, async (tx, after) => {
      const [locked] = await store.lockSubjects(tx, [id]);
      if (!locked) throw missing();
      const uses = await store.countSubjectUses(tx, id);
      if (Object.values(uses).some((count) => count > 0)) throw subjectInUse(uses);
      await store.deleteSubjectRow(tx, id);
      await audit(deps, tx, admin, 'subject.deleted', id, { name: locked.name });
      await cache.forget(tx, after, [tag.lists]);
    }),
  );
}

const subjectInUse = (uses?: store.SubjectUses) =>
  uses
    ? new AppError(
        'subject_in_use',
        `Esta matéria ainda é usada: ${usesText(uses)}. Junte-a com outra antes de excluir.`,
        {
          uses,
        },
      )
    : new AppError('subject_in_use', 'Esta matéria ainda é usada. Junte-a com outra antes de excluir.');

/** Other features may point at subjects, too: their foreign keys refuse the removal. */
async function inUse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isForeignKeyViolation(error) ? subjectInUse() : error;
  }
}

function audit(
  deps: Deps,
  tx: Tx,
  admin: Admin,
  action: string,
  id: number,
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit(tx, { at: deps.clock.now(), actorId: admin.id, action, subject: `subject:${id}`, details });
}
