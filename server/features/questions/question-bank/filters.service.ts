import type { BodyOf } from '#contract/endpoint.ts';
import { QUESTION_FILTERS_MAX } from '#contract/limits.ts';
import type { saveQuestionFilter } from '#contract/questions/question-filters.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockExistingTopic, lockTopicTreeForShare, topicGone } from '#server/features/content/topics/topics.service.ts';
import { lockExistingSubjects } from '#server/features/questions/questions/questions.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { deleteFilter, type FilterRow, listFilters, saveFilter } from './filters.store.ts';

const presented = ({ id, name, subjectId, topicId, filter }: FilterRow) => ({
  id,
  name,
  filter: { ...filter, ...(subjectId === null ? {} : { subjectId }), ...(topicId === null ? {} : { topicId }) },
});

export async function readFilters(deps: Deps, user: SessionUser) {
  return (await listFilters(deps.db, user.id, QUESTION_FILTERS_MAX)).map(presented);
}

export async function saveOwnFilter(
  deps: Deps,
  user: SessionUser,
  { name, filter }: BodyOf<typeof saveQuestionFilter>,
) {
  const { subjectId = null, topicId = null, ...rest } = filter;
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const topic = topicId === null ? null : await lockExistingTopic(tx, topicId);
    if (topic && subjectId !== null && topic.subjectId !== subjectId) throw topicGone();
    if (subjectId !== null && !(await lockExistingSubjects(tx, [subjectId])).has(subjectId)) {
      throw new AppError('subject_gone', 'Esta matéria não existe mais. Escolha outra.');
    }
    const saved = await saveFilter(
      tx,
      { ownerId: user.id, name, subjectId, topicId, filter: rest, now: deps.clock.now() },
      QUESTION_FILTERS_MAX,
    );
    if (!saved) {
      throw new AppError('bad_request', `Você já guarda ${QUESTION_FILTERS_MAX} filtros. Apague um deles.`);
    }
    return presented(saved);
  });
}

export async function forgetFilter(deps: Deps, user: SessionUser, id: number): Promise<void> {
  if (!(await deleteFilter(deps.db, user.id, id))) throw notFound('Filtro não encontrado.');
}
