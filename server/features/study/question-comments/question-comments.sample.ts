import { randomUUID } from 'node:crypto';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { takeAlias } from './comment-names.service.ts';
import { insertComment, saveVote } from './question-comments.store.ts';
import { listAnsweredByAll } from './question-comments-sample.store.ts';

const QUESTIONS = 3;

/** A comment of the teacher, one of a classmate with a reply, and some votes, below questions that all have answered. */
export async function sampleComments(
  deps: Deps,
  { studentId, mateIds, teacherId, at }: { studentId: string; mateIds: readonly string[]; teacherId: string; at: Date },
): Promise<void> {
  const [first, second] = mateIds;
  if (first === undefined || second === undefined) return;
  const questionIds = await listAnsweredByAll(deps.db, [studentId, first, second], QUESTIONS);
  await transact(deps, async (tx) => {
    for (const questionId of questionIds) {
      const add = async (userId: string, body: string, parentId: number | null, isTeacher = false) => {
        const alias = await takeAlias(deps, tx, { questionId, userId });
        const fixed = { state: 'shown', day: dayOf(at), creationKey: randomUUID(), now: at } as const;
        return insertComment(tx, { ...fixed, questionId, userId, parentId, body, alias, isTeacher });
      };
      const sealed = await add(
        teacherId,
        'Leia o comando até o fim antes das alternativas: a banca troca uma palavra só.',
        null,
        true,
      );
      const shared = await add(first, 'Errei por pressa. Sublinhar o verbo do enunciado resolveu para mim.', null);
      await add(second, 'Aqui também! E refazer no dia seguinte fixou.', shared);
      for (const userId of [studentId, second]) await saveVote(tx, shared, userId, true, at);
      await saveVote(tx, sealed, first, true, at);
    }
  });
}
