import type * as contract from '#contract/content/topics.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { TOPICS_MAX } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, wrongField } from '#server/http/errors.ts';
import type { TopicUses } from './topic-uses.ts';
import { topicGone } from './topics.service.ts';
import * as store from './topics.store.ts';

type Author = { id: string };
type Row = store.TopicRow;

const missing = () => notFound('Assunto não encontrado.');
const exists = ({ id, name }: { id: number; name: string }) =>
  new AppError('topic_exists', `O assunto "${name}" já existe aqui.`, { topic: { id, name } });

async function present(tx: Tx, id: number) {
  const [row] = await store.findTopics(tx, [id]);
  if (!row) throw missing();
  const counted = await store.listCountedTopics(tx, row.subjectId);
  const found = counted.find((one) => one.id === id);
  if (!found) throw missing();
  const { key: _, ...topic } = found;
  return topic;
}

/** The foreign key has the last word on whether a subject is still there. */
const subjectGone = () => new AppError('subject_gone', 'A matéria escolhida não existe mais. Escolha outra.');

async function withSubject<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isForeignKeyViolation(error) ? subjectGone() : error;
  }
}

export async function addTopic(deps: Deps, author: Author, body: BodyOf<typeof contract.createTopic>) {
  return withSubject(
    transact(deps, async (tx) => {
      await store.lockTree(tx);
      if (body.parentId !== null) checkParent((await store.findTopics(tx, [body.parentId]))[0], body.subjectId);
      if ((await store.countTopics(tx, body.subjectId)) >= TOPICS_MAX) {
        throw wrongField('name', `Uma matéria tem no máximo ${TOPICS_MAX} assuntos.`);
      }
      const id = await store.insertTopic(tx, body);
      if (id === null) throw await taken(tx, body);
      await audit(deps, tx, author, 'topic.created', id, { name: body.name });
      return present(tx, id);
    }),
  );
}

async function taken(tx: Tx, place: { subjectId: number; parentId: number | null; name: string }) {
  const namesake = await store.findNamesake(tx, place);
  if (!namesake) throw new Error(`The name ${place.name} is taken by nobody.`);
  return exists(namesake);
}

function checkParent(parent: Row | undefined, subjectId: number): void {
  if (!parent || parent.subjectId !== subjectId) throw topicGone();
  if (parent.parentId !== null) throw wrongField('parentId', 'Um subassunto não tem outros abaixo dele.');
}

/** Rows that a change needs, held, with what lies below the first. */
async function lockRows(tx: Tx, id: number, others: readonly number[] = []) {
  await store.lockTree(tx);
  const rows = await store.lockTopics(tx, [id, ...others]);
  const topic = rows.find((row) => row.id === id);
  if (!topic) throw missing();
  return { topic, rows, below: rows.filter(({ parentId }) => parentId === id) };
}

/** A rename, a move, or both; everything that stands on the topic follows in the same transaction. */
export async function changeTopic(
  deps: Deps,
  uses: TopicUses,
  author: Author,
  id: number,
  body: BodyOf<typeof contract.changeTopic>,
) {
  const work = transact(deps, async (tx, after) => {
    const { topic, rows, below } = await lockRows(tx, id, body.parentId ? [body.parentId] : []);
    const subjectId = body.subjectId ?? topic.subjectId;
    const parentId =
      body.parentId === undefined ? (subjectId === topic.subjectId ? topic.parentId : null) : body.parentId;
    const place = { subjectId, parentId, name: body.name ?? topic.name };
    const isSame = place.name === topic.name && subjectId === topic.subjectId && parentId === topic.parentId;
    if (isSame) return present(tx, id);
    if (parentId !== null) {
      if (parentId === id) throw wrongField('parentId', 'Um assunto não fica abaixo dele mesmo.');
      const parent = rows.find((row) => row.id === parentId) ?? (await store.findTopics(tx, [parentId]))[0];
      checkParent(parent, subjectId);
      if (below.length > 0) throw wrongField('parentId', 'Este assunto tem subassuntos: mova-os antes.');
    }
    const namesake = await store.findNamesake(tx, place);
    if (namesake && namesake.id !== id) throw exists(namesake);
    await store.moveTopic(tx, id, place);
    const lessons = await uses.carry(tx, [id, ...below.map((row) => row.id)]);
    await uses.forget(tx, after, lessons, [topic.subjectId, subjectId]);
    const action = place.name === topic.name ? 'topic.moved' : 'topic.renamed';
    await audit(deps, tx, author, action, id, { from: topic.name, to: place.name, subject: subjectId });
    return present(tx, id);
  });
  return withSubject(work).catch((error: unknown) => {
    // The version before writes topics without the tree's lock.
    throw isUniqueViolation(error) ? new AppError('conflict', 'Tente de novo.') : error;
  });
}

/** Everything of `id` belongs to `into` afterwards, and `id` is gone. Asking again finds nothing to do: 404. */
export async function mergeTopics(deps: Deps, uses: TopicUses, author: Author, id: number, into: number) {
  if (id === into) throw wrongField('into', 'Escolha outro assunto para receber as questões.');
  return transact(deps, async (tx, after) => {
    const { topic, rows, below } = await lockRows(tx, id, [into]);
    const target = rows.find((row) => row.id === into);
    if (!target) throw topicGone();
    if (target.parentId === id) throw wrongField('into', 'O subassunto está dentro deste assunto: mova-o antes.');
    if (target.parentId !== null && below.length > 0) {
      throw wrongField('into', 'Este assunto tem subassuntos, e um subassunto não os recebe. Mova-os antes.');
    }
    const lessons = await uses.lessonsOf(tx, [id, ...below.map((row) => row.id)]);
    await fold(tx, uses, topic, target, below);
    await uses.forget(tx, after, lessons, [topic.subjectId, target.subjectId]);
    await audit(deps, tx, author, 'topic.merged', id, { name: topic.name, into });
    return present(tx, into);
  });
}

/** Puts a topic into another one: subtopics of the same name become one, the others move along. */
async function fold(tx: Tx, uses: TopicUses, topic: Row, target: Row, below: readonly Row[]): Promise<void> {
  for (const child of below) {
    const place = { subjectId: target.subjectId, parentId: target.id, name: child.name };
    const twin = await store.findNamesake(tx, place);
    if (twin) await fold(tx, uses, child, twin, []);
    else {
      await store.moveTopic(tx, child.id, place);
      await uses.carry(tx, [child.id]);
    }
  }
  await uses.fold(tx, topic.id, target);
  await store.deleteTopicRow(tx, topic.id);
}

/** First of all in a transaction that changes the tree from outside. */
export async function lockTopicTree(tx: Tx): Promise<void> {
  await store.lockTree(tx);
}

/** A subject is merged into another: topics of the same name become one, the others move along. */
export async function foldTopicsOfSubject(tx: Tx, uses: TopicUses, from: number, into: number): Promise<void> {
  const all = await store.listTopicRows(tx, from);
  await store.lockTopics(
    tx,
    all.map(({ id }) => id),
  );
  for (const topic of all.filter(({ parentId }) => parentId === null)) {
    const below = all.filter(({ parentId }) => parentId === topic.id);
    const place = { subjectId: into, parentId: null, name: topic.name };
    const twin = await store.findNamesake(tx, place);
    if (twin) await fold(tx, uses, topic, twin, below);
    else {
      await store.moveTopic(tx, topic.id, place);
      await uses.carry(tx, [topic.id, ...below.map(({ id }) => id)]);
    }
  }
}

export async function dropTopic(deps: Deps, author: Author, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    const { topic } = await lockRows(tx, id);
    const counts = await store.countUses(tx, id);
    if (Object.values(counts).some((count) => count > 0)) {
      throw new AppError('topic_in_use', `Este assunto ainda é usado: ${usesText(counts)}. Junte-o com outro.`, {
        uses: counts,
      });
    }
    await store.deleteTopicRow(tx, id);
    await audit(deps, tx, author, 'topic.deleted', id, { name: topic.name });
  });
}

const counted = (count: number, one: string, many: string) =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];

/** '12 questões, 1 aula' */
export const usesText = ({
  questions,
  lessons,
  draws,
  subtopics,
  syllabi,
  themes = 0,
}: Omit<store.Uses, 'themes'> & { themes?: number }): string =>
  [
    ...counted(questions, 'questão', 'questões'),
    ...counted(lessons, 'aula', 'aulas'),
    ...counted(draws, 'sorteio', 'sorteios'),
    ...counted(subtopics, 'subassunto', 'subassuntos'),
    ...counted(syllabi, 'edital', 'editais'),
    ...counted(themes, 'tema de redação', 'temas de redação'),
  ].join(', ');

function audit(
  deps: Deps,
  tx: Tx,
  author: Author,
  action: string,
  id: number,
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit(tx, { at: deps.clock.now(), actorId: author.id, action, subject: `topic:${id}`, details });
}
