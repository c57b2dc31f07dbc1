import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#contract/endpoint.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type {
  BankQuestionInput,
  createBankQuestion,
  saveBankQuestion,
  setQuestionStatus,
} from '#contract/questions/question-bank.ts';
import { contentFaults } from '#contract/questions/question-rules.ts';
import { distinctTags } from '#contract/questions/question-tags.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { lockTopicTreeForShare, topicLabels } from '#server/features/content/topics/topics.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { lockTexts, readTextsById } from '#server/features/questions/base-texts/base-texts.service.ts';
import {
  changeBankQuestion,
  changeQuestionStatus,
  deleteBankQuestion,
  lockQuestion,
} from '#server/features/questions/questions/bank-questions.service.ts';
import { sameContent } from '#server/features/questions/questions/question.rules.ts';
import type { QuestionUses } from '#server/features/questions/questions/question-uses.ts';
import { cleanQuestions, describeContents } from '#server/features/questions/questions/question-work.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { addBankQuestions, findQuestionsByKeys } from '#server/features/questions/questions/questions.service.ts';
import { AppError, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { questionNotFound, readQuestion } from './bank.service.ts';
import { isInList, wasAnswered, wasDrawn } from './bank.store.ts';

/** The current version of the base text that the input names; `kept` when the input has no `baseTextId`. */
async function meantText(db: Db, wish: number | null | undefined, kept: () => Promise<BaseText | null>) {
  if (wish === undefined) return kept();
  return wish === null ? null : ((await readTextsById(db, [wish])).get(wish) ?? null);
}

/** Cleans, checks and describes a question; throws when it is invalid. */
async function checked<Input extends BankQuestionInput>(input: Input, baseText: BaseText | null, person: string) {
  const [question] = await cleanQuestions([{ ...input, baseText }], person);
  if (!question) throw new Error('The question was lost while it was cleaned.');
  const described = await describeContents([question], person);
  const [fault] = contentFaults(question);
  if (fault) throw wrongField(fault.field, fault.text);
  return { question, described };
}

/** A question as it is stored when it is new. */
const asNew = (question: BankQuestionInput & { creationKey?: string | undefined }) => ({
  ...question,
  topicId: question.topicId ?? null,
  tags: distinctTags(question.tags ?? []),
  creationKey: question.creationKey ?? null,
  status: 'active' as const,
  statusReason: '',
});

/** Key in the worker queue for work that no user requested. */
const SAMPLE = 'sample';

/** Adds the questions whose creation key is not in the bank yet. */
export async function addSampleQuestions(
  deps: Deps,
  authorId: string | null,
  inputs: readonly (BankQuestionInput & { creationKey: string })[],
): Promise<void> {
  const questions = await cleanQuestions(inputs, SAMPLE);
  await transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const found = await findQuestionsByKeys(
      tx,
      inputs.map(({ creationKey }) => creationKey),
    );
    const known = new Set(found.map(({ creationKey }) => creationKey));
    const missing = questions.filter(({ creationKey }) => !known.has(creationKey));
    const described = await describeContents(missing, SAMPLE);
    await addBankQuestions(tx, authorId, missing.map(asNew), described, deps.clock.now());
  });
}

export async function createQuestion(deps: Deps, user: SessionUser, body: BodyOf<typeof createBankQuestion>) {
  const { creationKey } = body;
  const baseText = await meantText(deps.db, body.baseTextId, async () => null);
  const { question, described } = await checked(body, baseText, user.id);
  const create = transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    if (baseText) await lockTexts(tx, [baseText]);
    const labelled = { ...question, ...(await topicLabels(tx, question)) };
    const [id = 0] = await subjectKnown(() =>
      addBankQuestions(tx, user.id, [asNew(labelled)], described, deps.clock.now()),
    );
    return { isNew: true, made: await readQuestion(tx, user, id) };
  });
  return create.catch(async (error: unknown) => {
    if (!creationKey || !isUniqueViolation(error)) throw error;
    const [existing] = await findQuestionsByKeys(deps.db, [creationKey]);
    if (existing?.authorId !== user.id) throw new AppError('conflict', 'Esta questão já foi criada.');
    return { isNew: false, made: await readQuestion(deps.db, user, existing.id) };
  });
}

/** A changed text makes the next version; quizzes and attempts keep the one they have. */
export async function saveQuestion(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveBankQuestion>) {
  const baseText = await meantText(
    deps.db,
    body.baseTextId,
    async () => (await readQuestion(deps.db, user, id)).baseText,
  );
  const { question, described } = await checked(body, baseText, user.id);
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    // Locked before the question: a change of a text also locks the text first and its questions second.
    if (baseText && body.baseTextId !== undefined) await lockTexts(tx, [baseText]);
    const held = await editable(tx, user, id);
    const stored = await readQuestion(tx, user, id);
    if (body.baseTextId === undefined && stored.baseText?.versionId !== baseText?.versionId) throw changedElsewhere();
    const isSameText = sameContent(stored, question);
    // Idempotent: also the answer to a retry whose first answer was lost.
    if (isSameText && sameLabels(stored, body)) return stored;
    if (held.revision !== body.revision) {
      throw changedElsewhere();
    }
    const kept = keepsTopic(stored, body) && stored.topicId !== null ? { topicId: stored.topicId } : {};
    const labels = await topicLabels(tx, { ...body, ...kept });
    const tags = body.tags && distinctTags(body.tags);
    const { organ = stored.organ, post = stored.post } = body;
    const keptVersionId = isSameText ? held.currentVersionId : null;
    const change = { ...question, ...labels, organ, post, tags, keptVersionId };
    await subjectKnown(() => changeBankQuestion(tx, id, change, described, deps.clock.now()));
    return readQuestion(tx, user, id);
  });
}

const changedElsewhere = () =>
  new AppError('version_conflict', 'Esta questão foi alterada em outra janela. Recarregue antes de salvar.');

export async function changeStatus(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof setQuestionStatus>) {
  const reason = body.status === 'active' ? '' : body.reason;
  if (body.status !== 'active' && reason === '') {
    const message = 'Diga por que a questão está desatualizada.';
    throw wrongField('reason', message);
  }
  return transact(deps, async (tx) => {
    const held = await editable(tx, user, id);
    if (held.status === 'annulled') {
      throw new AppError('state_conflict', 'Esta questão está anulada. Desfaça a anulação antes.', {
        status: held.status,
      });
    }
    const stored = await readQuestion(tx, user, id);
    if (stored.status === body.status && stored.statusReason === reason) return stored;
    const now = deps.clock.now();
    await changeQuestionStatus(tx, id, { status: body.status, reason, now });
    await recordAudit(tx, { at: now, actorId: user.id, action: `question.${body.status}`, subject: `question:${id}` });
    return readQuestion(tx, user, id);
  });
}

export async function removeQuestion(deps: Deps, uses: QuestionUses, user: SessionUser, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    await editable(tx, user, id);
    const isUsed = (await wasDrawn(tx, id)) || (await wasAnswered(tx, id)) || (await isInList(tx, id));
    if (isUsed) throw inUse();
    await uses.refresh(tx, id);
    await deleteBankQuestion(tx, id);
    const at = deps.clock.now();
    await recordAudit(tx, { at, actorId: user.id, action: 'question.deleted', subject: `question:${id}` });
  }).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? inUse() : error;
  });
}

const inUse = () =>
  new AppError('question_in_use', 'Esta questão já foi usada. Marque-a como desatualizada em vez de excluir.');

export async function editable(tx: Tx, user: SessionUser, id: number) {
  const held = await requireFound(lockQuestion(tx, id), questionNotFound);
  if (!mayEditQuestion(user, held)) {
    throw new AppError('forbidden', 'Só quem criou a questão ou um administrador pode alterá-la.');
  }
  return held;
}

/** Turns a foreign-key violation into an error for the author: the subject was deleted meanwhile. */
async function subjectKnown<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError('subject_gone', 'Esta matéria não existe mais. Escolha outra.');
  }
}

type Labels = Pick<
  BankQuestionInput,
  'subjectId' | 'topicId' | 'topic' | 'source' | 'organ' | 'post' | 'year' | 'difficulty' | 'tags'
>;

type Stored = Labels & { topicId: number | null };

/** A topic sent as text, unchanged, keeps its topic id, even when a subtopic elsewhere has the same name. */
const keepsTopic = (stored: Stored, body: Labels) =>
  body.topicId === undefined &&
  body.subjectId === stored.subjectId &&
  searchKey(body.topic) === searchKey(stored.topic);

const sameTopic = (stored: Stored, body: Labels) =>
  body.topicId === undefined ? keepsTopic(stored, body) : body.topicId === stored.topicId;

const sameLabels = (a: Stored, b: Labels) =>
  a.subjectId === b.subjectId &&
  sameTopic(a, b) &&
  a.source === b.source &&
  (b.organ === undefined || a.organ === b.organ) &&
  (b.post === undefined || a.post === b.post) &&
  a.year === b.year &&
  a.difficulty === b.difficulty &&
  (b.tags === undefined || isDeepStrictEqual(a.tags, distinctTags(b.tags)));
