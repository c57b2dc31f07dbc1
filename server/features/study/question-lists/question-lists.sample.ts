import { randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { listPractisableBy } from '#server/features/study/practice/free-practice.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { createList } from './question-lists.service.ts';
import { offerTo } from './shared-lists.service.ts';

const QUESTIONS = 12;
const everything = { topicIds: [], sources: [], difficulties: [] };

/** Two lists of the student, one fixed and one living, and one that the teacher offers to a course. */
export async function sampleQuestionLists(
  deps: Deps,
  { student, teacher, courseId, at }: { student: SessionUser; teacher: SessionUser; courseId: number; at: Date },
): Promise<void> {
  const then = silentDepsAt(deps, at);
  const questionIds = await listPractisableBy(then, student, everything, QUESTIONS);
  if (questionIds.length === 0) return;
  const make = (user: SessionUser, name: string, body: object) =>
    createList(then, user, { name, isLiving: false, creationKey: randomUUID(), ...body });
  await make(student, 'Véspera: para não errar de novo', { questionIds });
  await make(student, 'O banco inteiro, no meu ritmo', { filter: everything, isLiving: true });
  const own = await listPractisableBy(then, teacher, everything, QUESTIONS);
  const { made } = await make(teacher, 'Aquecimento da semana', { questionIds: own });
  await offerTo(then, teacher, made.id, { courseIds: [courseId], ended: [] });
}
