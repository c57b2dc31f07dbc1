import { TOPIC_SEPARATOR } from '#contract/content/topics.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import { without } from '#server/http/without.ts';
import * as store from './topics.store.ts';

/** The subject's topics in natural order, each followed by its subtopics. */
export async function topicsOfSubject(db: Db | Tx, subjectId: number) {
  return (await store.listTopicRows(db, subjectId)).map((row) => without(row, 'key'));
}

export async function readTopics(deps: Deps, subjectId: number) {
  return (await store.listCountedTopics(deps.db, subjectId)).map((row) => without(row, 'key'));
}

/** The topics among these that exist. */
export async function findTopicsById(db: Db | Tx, ids: readonly number[]) {
  return (await store.findTopics(db, ids)).map((row) => without(row, 'key'));
}

/**
 * First of all in a transaction that labels something with a topic: a merge, rename or move that is under way is
 * waited for, and none begins until the labels are stored.
 */
export async function lockTopicTreeForShare(tx: Tx): Promise<void> {
  await store.lockTreeForShare(tx);
}

export const topicGone = () => new AppError('topic_gone', 'Este assunto não existe mais. Escolha outro.');

/** A topic that is to be a label: it stays as it is until the transaction ends. */
export async function lockExistingTopic(tx: Tx, id: number) {
  const [topic] = await store.lockTopicsForShare(tx, [id]);
  if (!topic) throw topicGone();
  return topic;
}

type Labels = { subjectId: number | null; topicId?: number | null | undefined; topic: string };

/**
 * What is stored for a topic: an id gets its subject and name. For a text alone the database finds or creates the
 * topic.
 */
export async function topicLabels(tx: Tx, { subjectId, topicId, topic }: Labels) {
  if (topicId === undefined || topicId === null) {
    return { subjectId, topicId: null, topic: topicId === null ? '' : topic };
  }
  const named = await lockExistingTopic(tx, topicId);
  if (subjectId !== null && subjectId !== named.subjectId) throw topicGone();
  return { subjectId: named.subjectId, topicId, topic: named.name };
}

export type TopicText = { subjectId: number; text: string };

const keyOf = ({ subjectId, text }: TopicText) => `${subjectId}:${text}`;

/** A text and the parts of its path, where it is one. */
function partsOf(text: string): [string, string] | null {
  const at = text.indexOf(TOPIC_SEPARATOR.trim());
  const parts: [string, string] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at > 0 && parts[0] !== '' && parts[1] !== '' && !parts[1].includes('>') ? parts : null;
}

/** What texts mean that files carry: a name, or a path ('Regência > Crase'). Null where nothing is called so. */
export async function findMeantTopics(db: Db | Tx, texts: readonly TopicText[]): Promise<(number | null)[]> {
  const ids = await store.findMeant(db, texts);
  return Promise.all(
    texts.map(async ({ subjectId, text }, at) => {
      const parts = ids[at] === null ? partsOf(text) : null;
      if (!parts) return ids[at] ?? null;
      const above = await store.findNamesake(db, { subjectId, parentId: null, name: parts[0] });
      if (!above) return null;
      return (await store.findNamesake(db, { subjectId, parentId: above.id, name: parts[1] }))?.id ?? null;
    }),
  );
}

/** The topics that these texts mean, made where they are missing, in the caller's transaction. */
export async function ensureTopics(tx: Tx, texts: readonly TopicText[]) {
  const wanted = [...new Map(texts.map((one) => [keyOf(one), one])).values()];
  const ids = new Map<string, number>();
  const found = await findMeantTopics(tx, wanted);
  for (const [at, one] of wanted.entries()) {
    ids.set(keyOf(one), found[at] ?? (await makeTopic(tx, one)));
  }
  await store.lockTopicsForShare(tx, [...ids.values()]);
  return (one: TopicText): number | null => ids.get(keyOf(one)) ?? null;
}

async function makeTopic(tx: Tx, { subjectId, text }: TopicText): Promise<number> {
  const parts = partsOf(text);
  if (!parts) return make(tx, { subjectId, parentId: null, name: text });
  const above = await make(tx, { subjectId, parentId: null, name: parts[0] });
  return make(tx, { subjectId, parentId: above, name: parts[1] });
}

async function make(tx: Tx, place: { subjectId: number; parentId: number | null; name: string }): Promise<number> {
  const id = (await store.insertTopic(tx, place)) ?? (await store.findNamesake(tx, place))?.id;
  if (id === undefined) throw new Error(`The topic ${place.name} was neither made nor found.`);
  return id;
}

/** For each text the topic that is written most like it. */
export async function proposeTopics(db: Db | Tx, texts: readonly TopicText[]) {
  return store.findLike(db, texts);
}

/**
 * The topic of this name, in the caller's transaction: of a subject anywhere in its tree, below a topic only there.
 * Made where it is missing; below a subtopic, which takes none, it stands beside it.
 */
export async function subtopicNamed(
  tx: Tx,
  { subjectId, parentId, name }: { subjectId: number; parentId: number | null; name: string },
): Promise<number> {
  if (parentId === null) {
    const [meant] = await store.findMeant(tx, [{ subjectId, text: name }]);
    return meant ?? make(tx, { subjectId, parentId: null, name });
  }
  const [above] = await store.findTopics(tx, [parentId]);
  return make(tx, { subjectId, parentId: above?.parentId ?? parentId, name });
}
