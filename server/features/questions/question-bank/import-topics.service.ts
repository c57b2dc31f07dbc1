import { IMPORT_TOPICS_SHOWN } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';
import { listSubjectIds } from '#server/features/content/lessons/subjects.service.ts';
import {
  ensureTopics,
  findMeantTopics,
  findTopicsById,
  lockExistingTopic,
  proposeTopics,
  topicGone,
} from '#server/features/content/topics/topics.service.ts';
import { AppError } from '#server/http/errors.ts';
import { plainWords, singular } from '#server/text/search-words.ts';
import * as store from './imports.store.ts';

type Text = { subject: string; topic: string };
const keyOf = ({ subject, topic }: Text) => JSON.stringify([searchKey(subject), searchKey(topic)]);

/** The first topic texts that match no topic of their subject, each with the most similar topic as a proposal. */
async function unknownTexts(db: Db | Tx, importId: number) {
  const texts = [...new Map((await store.listTopicTexts(db, importId)).map((text) => [keyOf(text), text])).values()];
  const subjects = await listSubjectIds(db, [...new Set(texts.map(({ subject }) => subject))]);
  const placed = texts.map((text) => ({ ...text, subjectId: subjects(text.subject) ?? 0, text: text.topic }));
  const known = await findMeantTopics(db, placed);
  const unknown = placed.filter((_, at) => known[at] === null).slice(0, IMPORT_TOPICS_SHOWN);
  const proposals = await proposeTopics(db, unknown);
  return unknown.map((text, at) => ({ ...text, proposal: proposals[at] ?? null }));
}

export async function listNewTopics(db: Db | Tx, importId: number) {
  const chosen = new Map((await store.findTopicChoices(db, importId)).map((choice) => [keyOf(choice), choice.topicId]));
  const standing = new Set((await findTopicsById(db, [...chosen.values()])).map(({ id }) => id));
  return (await unknownTexts(db, importId)).map((text) => {
    const topicId = chosen.get(keyOf(text)) ?? 0;
    const { subject, topic, questionCount, proposal } = text;
    return { subject, topic, questionCount, proposal, topicId: standing.has(topicId) ? topicId : null };
  });
}

const words = (text: string) => plainWords(text).map(singular).join(' ');

/** Chooses topics that differ only in number ('Crases' is 'Crase'). The author may change the choice. */
export async function chooseObviousTopics(tx: Tx, importId: number): Promise<void> {
  const choices = (await unknownTexts(tx, importId)).flatMap(({ subject, topic, proposal }) =>
    proposal && words(proposal.name) === words(topic) ? { subject, topic, topicId: proposal.id } : [],
  );
  if (choices.length > 0) await store.saveTopicChoices(tx, importId, choices);
}

export async function changeChoices(
  tx: Tx,
  importId: number,
  wishes: readonly (Text & { topicId: number | null })[],
): Promise<void> {
  await store.lockImport(tx, importId);
  const choices = new Map((await store.findTopicChoices(tx, importId)).map((choice) => [keyOf(choice), choice]));
  const subjects = await listSubjectIds(tx, [...new Set(wishes.map(({ subject }) => subject))]);
  for (const { subject, topic, topicId } of wishes) {
    const key = keyOf({ subject, topic });
    if (topicId === null) choices.delete(key);
    else {
      const named = await lockExistingTopic(tx, topicId);
      if (named.subjectId !== subjects(subject)) throw topicGone();
      choices.set(key, { subject, topic, topicId });
    }
  }
  if (choices.size > IMPORT_TOPICS_SHOWN) {
    throw new AppError('bad_request', `Escolha no máximo ${IMPORT_TOPICS_SHOWN} assuntos.`);
  }
  if (!(await store.saveTopicChoices(tx, importId, [...choices.values()]))) {
    throw new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });
  }
}

export type TopicsOfImport = (question: Text) => { topicId: number | null; topic: string };

/** The topic of each question of an import: the chosen one, the one with that name, or a new one. */
export async function topicsOfImport(
  tx: Tx,
  importId: number,
  subjectIds: (name: string) => number | null,
): Promise<TopicsOfImport> {
  const choices = await store.findTopicChoices(tx, importId);
  const standing = new Map(
    (
      await findTopicsById(
        tx,
        choices.map(({ topicId }) => topicId),
      )
    ).map((topic) => [topic.id, topic]),
  );
  const chosen = new Map(
    choices.flatMap((choice) => {
      const topic = standing.get(choice.topicId);
      // A topic that was merged or moved since is ignored: the topic is found by its text.
      return topic && topic.subjectId === subjectIds(choice.subject) ? [[keyOf(choice), topic.id] as const] : [];
    }),
  );
  const texts = (await store.listTopicTexts(tx, importId)).flatMap((text) => {
    const subjectId = subjectIds(text.subject);
    return subjectId === null || chosen.has(keyOf(text)) ? [] : { subjectId, text: text.topic };
  });
  const meant = await ensureTopics(tx, texts);
  const ids = new Map<string, number>(chosen);
  for (const { subject, topic } of await store.listTopicTexts(tx, importId)) {
    const subjectId = subjectIds(subject);
    const topicId = subjectId === null ? null : meant({ subjectId, text: topic });
    const key = keyOf({ subject, topic });
    if (topicId !== null && !ids.has(key)) ids.set(key, topicId);
  }
  const names = new Map((await findTopicsById(tx, [...ids.values()])).map(({ id, name }) => [id, name]));
  return (question) => {
    const topicId = ids.get(keyOf(question)) ?? null;
    return { topicId, topic: topicId === null ? question.topic : (names.get(topicId) ?? question.topic) };
  };
}
