import type { NewCardSource } from '#contract/study/cards.ts';
import type { Tx } from '#server/db/handle.ts';
import { notFound } from '#server/http/errors.ts';
import { findAnsweredVersion, findDeviceVersion, findLessonVersion } from './card-sources.store.ts';
import type { CardSource } from './cards.store.ts';

/** Where a card comes from: the version that the student has in front of them, and the topic of the source. */
export async function readSource(
  tx: Tx,
  userId: string,
  source: NewCardSource,
): Promise<CardSource & { topicId: number | null }> {
  const none = { lessonId: null, lawDeviceId: null, questionId: null, topicId: null };
  if (source.kind === 'lesson') {
    const found = await findLessonVersion(tx, source.lessonId);
    if (!found) throw notFound('Aula não encontrada.');
    return { ...none, kind: 'lesson', lessonId: source.lessonId, ...found };
  }
  if (source.kind === 'law') {
    const found = await findDeviceVersion(tx, source.lawId, source.lexId);
    if (!found) throw notFound('Artigo não encontrado.');
    return { ...none, kind: 'law', lawDeviceId: found.deviceId, version: found.version };
  }
  const found = await findAnsweredVersion(tx, userId, source.questionId);
  if (!found) throw notFound('Questão não encontrada.');
  return { ...none, kind: 'question', questionId: source.questionId, ...found };
}
