import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { type LessonCache, tag } from '#server/features/content/lessons/lessons.cache.ts';
import {
  auditSubject,
  countSubjectUses,
  lockSubjects,
  moveLessonsToSubject,
  presentSubject,
  removeSubject,
  type SubjectUses,
  subjectMissing,
} from '#server/features/content/lessons/subjects.service.ts';
import { moveSyllabiToSubject } from '#server/features/content/syllabus/syllabus-topics.service.ts';
import { foldTopicsOfSubject, lockTopicTree, usesText } from '#server/features/content/topics/topic-tree.service.ts';
import { moveRules } from '#server/features/exams/mock-exams/authoring/rules.service.ts';
import { moveDraws } from '#server/features/exams/mock-exams/drawing/draws.service.ts';
import { moveSubjectEntries } from '#server/features/platform/search/search.service.ts';
import { moveFilters } from '#server/features/questions/question-bank/filter-topics.service.ts';
import { moveQuestions } from '#server/features/questions/questions/questions.service.ts';
import { AppError } from '#server/http/errors.ts';
import { topicUses } from './topic-uses.service.ts';

type Admin = { id: string };

/** Moves everything from subject `id` to `into` and deletes `id`. A repeated call gets 404. */
export async function mergeSubjects(deps: Deps, cache: LessonCache, admin: Admin, id: number, into: number) {
  if (id === into) throw new AppError('bad_request', 'Escolha outra matéria para receber as aulas.');
  const tags = [tag.lists, tag.subject(id), tag.subject(into)];
  return inUse(
    transact(deps, async (tx, after) => {
      // Locked first, in the same order as a change of the labels of a question: no deadlock.
      await lockTopicTree(tx);
      const locked = await lockSubjects(tx, [id, into]);
      const source = locked.find((subject) => subject.id === id);
      if (!source) throw subjectMissing();
      if (locked.length < 2) throw new AppError('subject_gone', 'A matéria de destino não existe mais. Escolha outra.');
      await moveSyllabiToSubject(tx, id, into);
      await foldTopicsOfSubject(tx, topicUses(cache), id, into);
      await moveLessonsToSubject(tx, id, into);
      await moveSubjectEntries(tx, id, into);
      await moveQuestions(tx, id, into);
      await moveDraws(tx, id, into);
      await moveFilters(tx, id, into);
      await moveRules(tx, id, into);
      await removeSubject(tx, id);
      await auditSubject(deps, tx, admin, 'subject.merged', id, { name: source.name, into });
      await cache.forget(tx, after, tags);
      return presentSubject(tx, into);
    }),
  );
}

export async function dropSubject(deps: Deps, cache: LessonCache, admin: Admin, id: number): Promise<void> {
  await inUse(
    transact(deps, async (tx, after) => {
      const [locked] = await lockSubjects(tx, [id]);
      if (!locked) throw subjectMissing();
      const uses = await countSubjectUses(tx, id);
      if (Object.values(uses).some((count) => count > 0)) throw subjectInUse(uses);
      await removeSubject(tx, id);
      await auditSubject(deps, tx, admin, 'subject.deleted', id, { name: locked.name });
      await cache.forget(tx, after, [tag.lists]);
    }),
  );
}

const subjectInUse = (uses?: SubjectUses) =>
  uses
    ? new AppError(
        'subject_in_use',
        `Esta matéria ainda é usada: ${usesText(uses)}. Junte-a com outra antes de excluir.`,
        {
          uses,
        },
      )
    : new AppError('subject_in_use', 'Esta matéria ainda é usada. Junte-a com outra antes de excluir.');

/** Maps a foreign-key violation to an error: another feature still refers to the subject. */
async function inUse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isForeignKeyViolation(error) ? subjectInUse() : error;
  }
}
