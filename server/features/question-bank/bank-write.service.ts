import type { BodyOf } from '../../../contract/endpoint.ts';
import type {
  BankQuestionInput,
  createBankQuestion,
  saveBankQuestion,
  setQuestionStatus,
} from '../../../contract/question-bank.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { mayEditQuestion } from './bank.policy.ts';
import { questionNotFound, readQuestion } from './bank.service.ts';
import {
  admitVersions,
  deleteQuestion,
  findQuestionByKey,
  insertBankQuestions,
  insertNextVersion,
  lockBankQuestion,
  saveIndex,
  updateBankQuestion,
  updateStatus,
  wasDrawn,
} from './bank-write.store.ts';
import { contentProblem, type QuestionContent } from './question.rules.ts';
import { cleanContent, fingerprintOf } from './question-check.ts';
import { indexForms } from './question-index.ts';

/** What may be stored, or the refusal. */
function checked(input: BankQuestionInput): QuestionContent {
  const content = cleanContent(input);
  const problem = contentProblem(content);
  if (problem) throw new AppError('bad_request', problem, { fields: { question: problem } });
  return content;
}

/** A question as it is stored when it is new. */
function asNew(body: BankQuestionInput, creationKey: string | null) {
  const content = checked(body);
  return {
    ...body,
    ...content,
    status: 'active' as const,
    statusReason: '',
    fingerprint: fingerprintOf(content),
    creationKey,
    index: indexForms(content, body),
  };
}

/** Those that are not there yet, told by their keys. */
export async function addSampleQuestions(
  deps: Deps,
  authorId: string | null,
  inputs: readonly (BankQuestionInput & { creationKey: string })[],
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const found = await Promise.all(inputs.map(({ creationKey }) => findQuestionByKey(tx, creationKey)));
    const missing = inputs.filter((_, index) => !found[index]).map((input) => asNew(input, input.creationKey));
    await insertBankQuestions(tx, authorId, missing, deps.clock.now());
  });
}

export async function createQuestion(deps: Deps, user: SessionUser, body: BodyOf<typeof createBankQuestion>) {
  const creationKey = body.creationKey ?? null;
  const question = asNew(body, creationKey);
  const create = deps.db.transaction().execute(async (tx) => {
    const [id = 0] = await subjectKnown(() => insertBankQuestions(tx, user.id, [question], deps.clock.now()));
    return { isNew: true, question: await readQuestion(tx, user, id) };
  });
  return create.catch(async (error: unknown) => {
    if (!creationKey || (error as { code?: string }).code !== '23505') throw error;
    const existing = await findQuestionByKey(deps.db, creationKey);
    if (existing?.authorId !== user.id) throw new AppError('conflict', 'Esta questão já foi criada.');
    return { isNew: false, question: await readQuestion(deps.db, user, existing.id) };
  });
}

/** A changed text makes the next version; quizzes and attempts keep the one they have. */
export async function saveQuestion(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveBankQuestion>) {
  const content = checked(body);
  return deps.db.transaction().execute(async (tx) => {
    const held = await editable(tx, user, id);
    const stored = await readQuestion(tx, user, id);
    const isSameText = sameContent(stored, content);
    // Also the answer to a repeated call whose first answer was lost.
    if (isSameText && sameLabels(stored, body)) return stored;
    if (held.revision !== body.revision) {
      throw new AppError('version_conflict', 'Esta questão foi alterada em outra janela. Recarregue antes de salvar.');
    }
    const now = deps.clock.now();
    const currentVersionId =
      isSameText && held.currentVersionId ? held.currentVersionId : await insertNextVersion(tx, id, content, now);
    await subjectKnown(() =>
      updateBankQuestion(tx, id, { ...body, currentVersionId, fingerprint: fingerprintOf(content), now }),
    );
    await saveIndex(tx, [{ questionId: id, ...indexForms(content, body) }]);
    return readQuestion(tx, user, id);
  });
}

export async function changeStatus(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof setQuestionStatus>) {
  const reason = body.status === 'active' ? '' : body.reason;
  if (body.status !== 'active' && reason === '') {
    const message = 'Diga por que a questão está desatualizada.';
    throw new AppError('bad_request', message, { fields: { reason: message } });
  }
  return deps.db.transaction().execute(async (tx) => {
    const held = await editable(tx, user, id);
    if (held.status === 'annulled') {
      throw new AppError('state_conflict', 'Esta questão está anulada. Desfaça a anulação antes.', {
        status: held.status,
      });
    }
    const stored = await readQuestion(tx, user, id);
    if (stored.status === body.status && stored.statusReason === reason) return stored;
    const now = deps.clock.now();
    await updateStatus(tx, id, { status: body.status, reason, now });
    await recordAudit(tx, { at: now, actorId: user.id, action: `question.${body.status}`, subject: `question:${id}` });
    return readQuestion(tx, user, id);
  });
}

export async function removeQuestion(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await deps.db
    .transaction()
    .execute(async (tx) => {
      await editable(tx, user, id);
      if (await wasDrawn(tx, id)) throw inUse();
      await deleteQuestion(tx, id);
      const at = deps.clock.now();
      await recordAudit(tx, { at, actorId: user.id, action: 'question.deleted', subject: `question:${id}` });
    })
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === '23503' ? inUse() : error;
    });
}

/** Questions of a published quiz. One whose current version is newer stays as it is. */
export async function admitToBank(
  tx: Tx,
  questions: readonly { questionId: number; versionId: number; content: QuestionContent }[],
): Promise<void> {
  const admitted = await admitVersions(
    tx,
    questions.map(({ content, ...place }) => ({ ...place, fingerprint: fingerprintOf(content) })),
  );
  const contents = new Map(questions.map(({ questionId, content }) => [questionId, content]));
  await saveIndex(
    tx,
    admitted.flatMap(({ questionId, ...labels }) => {
      const content = contents.get(questionId);
      return content ? [{ questionId, ...indexForms(content, labels) }] : [];
    }),
  );
}

const inUse = () =>
  new AppError('question_in_use', 'Esta questão já foi usada. Marque-a como desatualizada em vez de excluir.');

export async function editable(tx: Tx, user: SessionUser, id: number) {
  const held = await lockBankQuestion(tx, id);
  if (!held) throw questionNotFound();
  if (!mayEditQuestion(user, held)) {
    throw new AppError('forbidden', 'Só quem criou a questão ou um administrador pode alterá-la.');
  }
  return held;
}

/** A subject that was removed meanwhile is the author's to correct. */
async function subjectKnown<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error;
    throw new AppError('subject_gone', 'Esta matéria não existe mais. Escolha outra.');
  }
}

function sameContent(a: QuestionContent, b: QuestionContent): boolean {
  const parts = ({ format, questionText, comment, options }: QuestionContent) =>
    JSON.stringify([format, questionText, comment, options.map((o) => [o.optionText, o.comment, o.isCorrect])]);
  return parts(a) === parts(b);
}

type Labels = Pick<BankQuestionInput, 'subjectId' | 'topic' | 'source' | 'year' | 'difficulty'>;

const sameLabels = (a: Labels, b: Labels) =>
  a.subjectId === b.subjectId &&
  a.topic === b.topic &&
  a.source === b.source &&
  a.year === b.year &&
  a.difficulty === b.difficulty;
