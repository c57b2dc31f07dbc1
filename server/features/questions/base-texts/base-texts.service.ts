import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { BaseTextInput, createBaseText, listBaseTexts, saveBaseText } from '#contract/questions/base-texts.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { changeTextOfQuestions } from '#server/features/questions/questions/base-text-questions.service.ts';
import { cleanQuestions } from '#server/features/questions/questions/question-work.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { cleanTitle, describeText, textFingerprint, textProblem } from './base-text.rules.ts';
import * as store from './base-texts.store.ts';

const textNotFound = () => notFound('Texto-base não encontrado.');

/** Cleans and checks a text; throws when it is invalid. Large HTML is cleaned in the worker, like that of questions. */
async function checked({ title, format, text }: BaseTextInput, person: string): Promise<store.NewText> {
  const [cleaned] = await cleanQuestions([{ format, questionText: text, comment: '', options: [] }], person);
  const stored = { title: cleanTitle(title), format, text: cleaned?.questionText ?? '' };
  const problem = textProblem(stored);
  if (problem) throw wrongField('text', problem);
  return describeText(stored);
}

const shown = (user: SessionUser, row: store.TextRow) => ({
  ...without(row, 'authorId'),
  mayEdit: mayEditQuestion(user, row),
});

const listCursor = cursorOf({ id: rowId });

export async function listTexts(deps: Deps, user: SessionUser, query: QueryOf<typeof listBaseTexts>) {
  return readPage(listCursor.from(query), {
    rows: ({ limit, after }) => store.listTextRows(deps.db, query.search, { limit, before: after?.id ?? null }),
    total: store.countTextRows(deps.db, query.search),
    present: (row) => without(shown(user, row), 'versionId', 'format', 'text', 'revision'),
  });
}

export async function readText(db: Db | Tx, user: SessionUser, id: number) {
  const row = await requireFound(store.findTextRow(db, id), textNotFound);
  return shown(user, row);
}

export async function createText(deps: Deps, user: SessionUser, body: BodyOf<typeof createBaseText>) {
  const { creationKey } = body;
  const text = await checked(body, user.id);
  const create = transact(deps, async (tx) => {
    const { id } = await store.insertText(tx, user.id, text, {
      creationKey: creationKey ?? null,
      now: deps.clock.now(),
    });
    return { isNew: true, made: await readText(tx, user, id) };
  });
  return create.catch(async (error: unknown) => {
    if (!creationKey || !isUniqueViolation(error)) throw error;
    const existing = await store.findTextByKey(deps.db, creationKey);
    if (existing?.authorId !== user.id) throw new AppError('conflict', 'Este texto-base já foi criado.');
    return { isNew: false, made: await readText(deps.db, user, existing.id) };
  });
}

/** A changed text gets a new version, and so does every question of the bank with this text. */
export async function saveText(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveBaseText>) {
  const text = await checked(body, user.id);
  return transact(deps, async (tx) => {
    const held = await editable(tx, user, id);
    const stored = await readText(tx, user, id);
    // Idempotent: also the answer to a retry whose first answer was lost.
    if (stored.title === text.title && stored.format === text.format && stored.text === text.text) return stored;
    if (held.revision !== body.revision) {
      throw new AppError(
        'version_conflict',
        'Este texto-base foi alterado em outra janela. Recarregue antes de salvar.',
      );
    }
    const now = deps.clock.now();
    const versionId = await store.updateText(tx, id, text, now);
    const { title, format } = text;
    await changeTextOfQuestions(tx, { id, versionId, title, format, text: text.text }, user.id, now);
    return readText(tx, user, id);
  });
}

export async function removeText(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    await editable(tx, user, id);
    await store.deleteText(tx, id);
    const at = deps.clock.now();
    await recordAudit(tx, { at, actorId: user.id, action: 'base_text.deleted', subject: `base-text:${id}` });
  }).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError('text_in_use', 'Este texto-base já foi usado em questões e não pode ser excluído.');
  });
}

async function editable(tx: Tx, user: SessionUser, id: number) {
  const held = await requireFound(store.lockText(tx, id), textNotFound);
  if (!mayEditQuestion(user, held)) {
    throw new AppError('forbidden', 'Só quem criou o texto-base ou um administrador pode alterá-lo.');
  }
  return held;
}

const textGone = () => {
  const message = 'Este texto-base não existe mais. Escolha outro.';
  return wrongField('baseTextId', message);
};

/** The current texts among these ids, with the beginning of each. Deleted ones are left out. */
export async function findTexts(db: Db | Tx, ids: readonly number[]): Promise<(BaseText & { excerpt: string })[]> {
  return store.listTextsWithExcerpt(db, ids);
}

/** The current versions of the texts. Throws an error for the author when one no longer exists. */
export async function readTextsById(db: Db | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, BaseText>> {
  const wanted = [...new Set(ids)];
  const found = await store.listCurrentTexts(db, wanted, false);
  if (found.length < wanted.length) throw textGone();
  return new Map(found.map((text) => [text.id, text]));
}

/** Locks the texts until the transaction ends. Throws `version_conflict` when one changed after it was read. */
export async function lockTexts(tx: Tx, texts: readonly BaseText[]): Promise<void> {
  const held = await store.listCurrentTexts(tx, [...new Set(texts.map(({ id }) => id))], true);
  const current = new Map(held.map(({ id, versionId }) => [id, versionId]));
  for (const { id, versionId } of texts) {
    if (!current.has(id)) throw textGone();
    if (current.get(id) !== versionId) {
      throw new AppError('version_conflict', 'O texto-base acaba de ser alterado. Confira-o e salve de novo.');
    }
  }
}

/**
 * For an import: finds the base texts with this content, and creates missing ones. In order. The input is clean and
 * valid.
 */
export async function ensureTexts(
  tx: Tx,
  authorId: string | null,
  texts: readonly BaseTextInput[],
  now: Date,
): Promise<BaseText[]> {
  const wanted = texts.map((text) => ({ ...describeText(text), key: textFingerprint(text).toString('hex') }));
  const rows = await store.listTextsSaying(
    tx,
    wanted.map(({ fingerprint }) => fingerprint),
  );
  const known = new Map(rows.map(({ fingerprint, ...row }) => [fingerprint.toString('hex'), row]));
  const found: BaseText[] = [];
  for (const { key, ...text } of wanted) {
    const row = known.get(key) ?? (await store.insertText(tx, authorId, text, { creationKey: null, now }));
    known.set(key, row);
    const { title, format, text: words } = text;
    found.push({ ...row, title, format, text: words });
  }
  return found;
}
