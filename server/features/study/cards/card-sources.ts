import type { NewCardSource } from '#contract/study/cards.ts';
import type { Tx } from '#server/db/handle.ts';
import { boughtFault } from '#server/http/bought.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import {
  findAnsweredVersion,
  findDeviceVersion,
  findLessonVersion,
  findReadableComment,
} from './card-sources.store.ts';
import type { CardSource } from './cards.store.ts';

/** Without `study` there is no limit to some courses. */
export type CardMaker = Pick<SessionUser, 'id' | 'role'> & Partial<Pick<SessionUser, 'study'>>;

/** Where a card comes from: the version that the student has in front of them, and the topic of the source. */
export async function readSource(
  tx: Tx,
  user: CardMaker,
  source: NewCardSource,
  now: Date,
): Promise<CardSource & { topicId: number | null }> {
  const none = { lessonId: null, lawDeviceId: null, questionId: null, commentId: null, topicId: null };
  if (source.kind === 'lesson') {
    const found = await requireFound(findLessonVersion(tx, source.lessonId), () => notFound('Aula não encontrada.'));
    // As for the lesson itself: its version and topic are part of what was bought.
    const fault = await boughtFault(tx, user, { kind: 'lesson', id: source.lessonId }, now);
    if (fault) throw fault;
    return { ...none, kind: 'lesson', lessonId: source.lessonId, ...found };
  }
  if (source.kind === 'law') {
    const found = await findDeviceVersion(tx, source.lawId, source.lexId, dayOf(now));
    if (!found) throw notFound('Artigo não encontrado.');
    return { ...none, kind: 'law', lawDeviceId: found.deviceId, version: found.version };
  }
  if (source.kind === 'comment') {
    const comment = await findReadableComment(tx, user.id, source.commentId);
    // Comments are read below answered questions only, and the question's topic is the card's.
    const question = comment && (await findAnsweredVersion(tx, user.id, comment.questionId));
    if (!question) throw notFound('Comentário não encontrado.');
    return { ...none, kind: 'question', commentId: source.commentId, ...comment, topicId: question.topicId };
  }
  const found = await findAnsweredVersion(tx, user.id, source.questionId);
  if (!found) throw notFound('Questão não encontrada.');
  return { ...none, kind: 'question', questionId: source.questionId, ...found };
}
