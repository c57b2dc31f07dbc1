import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#contract/endpoint.ts';
import { QUESTION_CHANGE_DAYS, QUESTION_FILE_MAX_QUESTIONS, QUESTION_TAGS_MAX } from '#contract/limits.ts';
import type { BulkChange, ChangedField, changeQuestions, LeftReason } from '#contract/questions/question-changes.ts';
import { distinctTags } from '#contract/questions/question-tags.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { lockExistingTopic, lockTopicTreeForShare, topicGone } from '#server/features/content/topics/topics.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import type { Before, LabelChange, LockedQuestion } from '#server/features/questions/questions/bulk-labels.ts';
import {
  changeLabels,
  lockForChange,
  putLabelsBack,
  removeUntouched,
} from '#server/features/questions/questions/bulk-questions.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { lockExistingSubjects } from '#server/features/questions/questions/questions.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { listChosen } from './bank.service.ts';
import * as store from './changes.store.ts';

/** How many of the skipped questions the outcome lists. */
const NAMED = 50;
const LISTED = 20;
const CHUNK = 2000;

type Left = { id: number; excerpt: string; reason: LeftReason };

const outcomeOf = (changed: number, left: readonly Left[]): store.Outcome => ({
  changed,
  leftCount: left.length,
  left: left.slice(0, NAMED),
});

export async function changeMany(deps: Deps, user: SessionUser, body: BodyOf<typeof changeQuestions>) {
  const fields = fieldsOf(body.change);
  if (fields.length === 0) throw new AppError('bad_request', 'Escolha o que mudar.');
  if ((body.ids === undefined) === (body.filter === undefined))
    throw new AppError('bad_request', 'Escolha as questões.');
  if (body.change.status === 'outdated' && body.change.reason === '') {
    const message = 'Diga por que as questões estão desatualizadas.';
    throw wrongField('change.reason', message);
  }
  const { creationKey = null } = body;
  const ids = body.filter ? await listChosen(deps, body.filter, QUESTION_FILE_MAX_QUESTIONS) : (body.ids ?? []);
  const change = transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const known = creationKey ? await store.findChangeByKey(tx, user.id, creationKey) : undefined;
    if (known) return { id: known.id, ...known.outcome };
    if (body.filter && body.expected !== undefined && body.expected !== ids.length) {
      throw foundOthers(ids.length, body.expected);
    }
    const wish = await meant(tx, body.change);
    const { rows, left } = sorted(user, await lockForChange(tx, ids), wish);
    return changeHeld(tx, user, { rows, left, wish, fields, creationKey, now: deps.clock.now() });
  });
  return change.catch(async (error: unknown) => {
    if (!creationKey || !isUniqueViolation(error)) throw error;
    const theirs = await store.findChangeByKey(deps.db, user.id, creationKey);
    if (!theirs) throw error;
    return { id: theirs.id, ...theirs.outcome };
  });
}

function foundOthers(found: number, expected: number): AppError {
  const words = found === 1 ? '1 questão' : `${found} questões`;
  return new AppError(
    'conflict',
    `A busca encontra agora ${words}, e não ${expected}. Confira a lista e mude de novo.`,
  );
}

type HeldChange = {
  rows: readonly LockedQuestion[];
  left: readonly Left[];
  wish: LabelChange;
  fields: ChangedField[];
  creationKey: string | null;
  now: Date;
};

/** Changes locked questions and records their labels of before. */
async function changeHeld(tx: Tx, user: SessionUser, { rows, left, wish, fields, creationKey, now }: HeldChange) {
  await changeLabels(
    tx,
    rows.map(({ id }) => id),
    wish,
    now,
  );
  const outcome = outcomeOf(rows.length, left);
  const id = await store.insertChange(tx, {
    ...{ authorId: user.id, kind: 'bulk', fields, fileName: null, creationKey, outcome, now },
  });
  await saveRows(
    tx,
    id,
    rows.map(({ authorId: _, excerpt: __, revision, ...before }) => ({
      id: before.id,
      revision: revision + 1,
      before,
    })),
  );
  const details = { count: rows.length, fields: fields.join(', ') };
  await recordAudit(tx, { at: now, actorId: user.id, action: 'questions.changed', subject: `change:${id}`, details });
  return { id, ...outcome };
}

type StatusChange = { ids: readonly number[]; status: 'active' | 'outdated'; reason: string; now: Date };

/**
 * Makes active questions outdated with a reason, or those outdated with this reason active again, in the caller's
 * transaction. Questions that have the status already need no change; annulled ones and those with another reason are
 * left.
 */
export async function changeStatus(tx: Tx, user: SessionUser, { ids, status, reason, now }: StatusChange) {
  await lockTopicTreeForShare(tx);
  const held = (await lockForChange(tx, ids)).filter((row) => row.status !== status);
  const fits = (row: LockedQuestion) =>
    row.status !== 'annulled' && (status === 'outdated' || row.statusReason === reason);
  const wish: LabelChange = { status, statusReason: status === 'outdated' ? reason : '' };
  const { rows, left } = sorted(user, held.filter(fits), wish);
  const others = held
    .filter((row) => !fits(row))
    .map(
      (row): Left => ({
        ...{ id: row.id, excerpt: row.excerpt, reason: row.status === 'annulled' ? 'annulled' : 'changed' },
      }),
    );
  const all = [...left, ...others];
  if (rows.length > 0)
    await changeHeld(tx, user, { rows, left: all, wish, fields: ['status'], creationKey: null, now });
  return all.map(({ id, reason: why }) => ({ id, reason: why }));
}

async function saveRows(tx: Tx, changeId: number, rows: readonly store.ChangedRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    await store.insertChangedRows(tx, changeId, rows.slice(from, from + CHUNK));
  }
}

function fieldsOf(change: BulkChange): ChangedField[] {
  const told: [ChangedField, unknown][] = [
    ['subject', change.subjectId],
    ['topic', change.topicId],
    ['source', change.source],
    ['year', change.year],
    ['difficulty', change.difficulty],
    ['status', change.status],
    ['tags', change.addTags?.length || change.removeTags?.length || undefined],
  ];
  return told.flatMap(([field, value]) => (value === undefined ? [] : [field]));
}

/** Resolves a change and locks the topic or subject that it names. Throws an error for the author when one is gone. */
async function meant(
  tx: Tx,
  { reason, topicId, subjectId, status, addTags, removeTags, ...rest }: BulkChange,
): Promise<LabelChange> {
  const set: LabelChange = { ...rest };
  if (addTags) set.addTags = distinctTags(addTags);
  if (removeTags) set.removeTags = distinctTags(removeTags);
  if (status !== undefined) Object.assign(set, { status, statusReason: status === 'outdated' ? reason : '' });
  if (subjectId !== undefined) set.subjectId = subjectId;
  if (topicId !== undefined) set.topicId = topicId;
  if (topicId) {
    const topic = await lockExistingTopic(tx, topicId);
    if (subjectId !== undefined && subjectId !== topic.subjectId) throw topicGone();
    set.topicName = topic.name;
    set.subjectId = topic.subjectId;
  } else if (subjectId && !(await lockExistingSubjects(tx, [subjectId])).has(subjectId)) {
    throw new AppError('subject_gone', 'Esta matéria não existe mais. Escolha outra.');
  }
  return set;
}

/** The tags after the change; must match `changeTags` of the store. */
function tagsAfter(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const removed = new Set(remove.map((one) => one.toLowerCase()));
  return distinctTags([...tags.filter((one) => !removed.has(one.toLowerCase())), ...add]);
}

/** `rows`: questions that the change modifies. `left`: those it may not modify. The others need no change. */
function sorted(user: SessionUser, held: readonly LockedQuestion[], wish: LabelChange) {
  const rows: LockedQuestion[] = [];
  const left: Left[] = [];
  const { topicName: _, addTags = [], removeTags = [], ...labels } = wish;
  const names = Object.keys(labels) as (keyof typeof labels)[];
  for (const row of held) {
    const { id, excerpt } = row;
    if (!mayEditQuestion(user, row)) left.push({ id, excerpt, reason: 'not_yours' });
    else if (wish.status !== undefined && row.status === 'annulled') left.push({ id, excerpt, reason: 'annulled' });
    else if (tagsAfter(row.tags, addTags, removeTags).length > QUESTION_TAGS_MAX) {
      left.push({ id, excerpt, reason: 'too_many_tags' });
    } else if (
      names.some((name) => row[name] !== labels[name]) ||
      !isDeepStrictEqual(tagsAfter(row.tags, addTags, removeTags), row.tags)
    ) {
      rows.push(row);
    }
  }
  return { rows, left };
}

/** Records an import as a change, so that it can be undone like one. */
export async function recordImport(
  tx: Tx,
  imported: { authorId: string; fileName: string; questionIds: readonly number[]; now: Date },
): Promise<void> {
  const { authorId, fileName, questionIds, now } = imported;
  const outcome = outcomeOf(questionIds.length, []);
  const id = await store.insertChange(tx, {
    ...{ authorId, kind: 'import', fields: [], fileName, creationKey: null, outcome, now },
  });
  await saveRows(
    tx,
    id,
    questionIds.map((questionId) => ({ id: questionId, revision: 1, before: null })),
  );
}

const since = (deps: Deps) => new Date(deps.clock.now().getTime() - QUESTION_CHANGE_DAYS * DAY_MS);

export async function readChanges(deps: Deps, user: SessionUser) {
  const rows = await store.listChanges(deps.db, user.id, since(deps), LISTED);
  return rows.map((row) => ({
    ...row,
    undoableUntil: new Date(row.createdAt.getTime() + QUESTION_CHANGE_DAYS * DAY_MS),
  }));
}

/** Idempotent: a second call returns the outcome of the first. */
export async function undoChange(deps: Deps, user: SessionUser, id: number) {
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const change = await requireFound(store.lockChange(tx, id, user.id), () => notFound('Mudança não encontrada.'));
    if (change.undoneAt && change.undoOutcome) return { id, ...change.undoOutcome };
    if (change.createdAt <= since(deps)) {
      throw new AppError('state_conflict', `Já passaram ${QUESTION_CHANGE_DAYS} dias: isto não se desfaz mais.`, {
        status: 'expired',
      });
    }
    const rows = await store.listChangedRows(tx, id);
    const now = deps.clock.now();
    const outcome = change.kind === 'import' ? await takeImportBack(tx, rows) : await takeBack(tx, rows, now);
    await store.markUndone(tx, id, outcome, now);
    const details = { count: outcome.changed };
    await recordAudit(tx, { at: now, actorId: user.id, action: 'questions.undone', subject: `change:${id}`, details });
    return { id, ...outcome };
  });
}

/**
 * Splits the rows of a change into those that are unmodified since (`same`) and those to skip (`left`), with the
 * reason.
 */
async function untouched(tx: Tx, rows: readonly store.ChangedRow[]) {
  const held = await lockForChange(
    tx,
    rows.map(({ id }) => id),
  );
  const byId = new Map(held.map((row) => [row.id, row]));
  const same: { row: store.ChangedRow; excerpt: string }[] = [];
  const left: Left[] = [];
  for (const row of rows) {
    const now = byId.get(row.id);
    const excerpt = now?.excerpt ?? '';
    if (!now) left.push({ id: row.id, excerpt, reason: 'deleted' });
    else if (now.revision !== row.revision) left.push({ id: row.id, excerpt, reason: 'changed' });
    else same.push({ row, excerpt });
  }
  return { same, left };
}

async function takeBack(tx: Tx, rows: readonly store.ChangedRow[], now: Date): Promise<store.Outcome> {
  const { same, left } = await untouched(tx, rows);
  const subjects = await lockExistingSubjects(tx, [...new Set(same.flatMap(({ row }) => row.before?.subjectId ?? []))]);
  const back: Before[] = [];
  for (const { row, excerpt } of same) {
    const subjectId = row.before?.subjectId ?? null;
    if (subjectId !== null && !subjects.has(subjectId)) left.push({ id: row.id, excerpt, reason: 'subject_gone' });
    else if (row.before) back.push({ ...row.before, id: row.id });
  }
  for (let from = 0; from < back.length; from += CHUNK) await putLabelsBack(tx, back.slice(from, from + CHUNK), now);
  return outcomeOf(back.length, left);
}

async function takeImportBack(tx: Tx, rows: readonly store.ChangedRow[]): Promise<store.Outcome> {
  const { same, left } = await untouched(tx, rows);
  const gone = new Set(
    await removeUntouched(
      tx,
      same.map(({ row }) => row.id),
    ),
  );
  const used = same.filter(({ row }) => !gone.has(row.id));
  const named = used.map(({ row, excerpt }): Left => ({ id: row.id, excerpt, reason: 'used' }));
  return outcomeOf(gone.size, [...left, ...named]);
}

export const forgetOldChanges = (deps: Deps) => store.deleteOldChanges(deps.db, since(deps));
