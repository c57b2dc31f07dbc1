import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import {
  ESSAY_LINE_WIDTH_DEFAULT,
  ESSAY_RETURN_HOURS_DEFAULT,
  ESSAY_REVIEW_DAYS_DEFAULT,
} from '#contract/exams/essay-limits.ts';
import type {
  AuthoredTheme,
  createTheme,
  listAuthoredThemes,
  PublishedTheme,
  saveTheme,
} from '#contract/exams/essay-themes.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { findExam } from '#server/features/content/contests/contests.service.ts';
import { findTopicsById, lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { indexEntry, removeEntry } from '#server/features/platform/search/search.service.ts';
import { findTexts } from '#server/features/questions/base-texts/base-texts.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { dayOf } from '#server/time/calendar.ts';
import { mayEditTheme } from './themes.policy.ts';
import * as store from './themes.store.ts';

const VERSIONS_SHOWN = 20;
const themeNotFound = () => notFound('Tema não encontrado.');

const hasUnpublishedChanges = ({ publishedRevision, revision }: store.ThemeRecord) =>
  publishedRevision !== null && publishedRevision !== revision;

const draftOf = ({ draft, examId, topicId }: store.ThemeRecord) => ({ ...draft, examId, topicId });

async function shown(db: Db | Tx, row: store.ThemeRecord): Promise<AuthoredTheme> {
  const texts = await findTexts(db, row.draft.baseTextIds);
  const [topic] = row.topicId === null ? [] : await findTopicsById(db, [row.topicId]);
  return {
    id: row.id,
    draft: draftOf(row),
    baseTexts: texts.map(({ id, title, excerpt }) => ({ id, title, excerpt })),
    topic: topic ? { id: topic.id, subjectId: topic.subjectId, name: topic.name } : null,
    revision: row.revision,
    versionNumber: row.versionNumber,
    isOpen: row.isOpen,
    hasUnpublishedChanges: hasUnpublishedChanges(row),
    essayCount: row.essayCount,
    readerCount: await store.countReaders(db),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The theme, if this user may edit it; for others it does not exist. */
export async function requireTheme(
  find: Promise<store.ThemeRecord | undefined>,
  user: SessionUser,
): Promise<store.ThemeRecord> {
  const row = await find;
  if (!row || !mayEditTheme(user, row)) throw themeNotFound();
  return row;
}

const listCursor = cursorOf({ id: rowId });

export async function listThemesOf(deps: Deps, user: SessionUser, query: QueryOf<typeof listAuthoredThemes>) {
  const authorId = user.role === 'admin' ? null : user.id;
  return readPage(listCursor.from(query), {
    rows: ({ limit, after }) => store.listThemeRows(deps.db, authorId, { limit, before: after?.id ?? null }),
    total: store.countThemeRows(deps.db, authorId),
    present: (row) => ({
      id: row.id,
      kind: row.draft.kind,
      title: row.draft.title,
      authorName: row.authorName,
      versionNumber: row.versionNumber,
      isOpen: row.isOpen,
      hasUnpublishedChanges: hasUnpublishedChanges(row),
      essayCount: row.essayCount,
      waitingCount: row.waitingCount,
      updatedAt: row.updatedAt,
    }),
  });
}

const [firstPreset] = espelhoPresets;

/** Where every new theme begins. */
function newDraft({ title, kind }: Pick<BodyOf<typeof createTheme>, 'title' | 'kind'>): store.StoredDraft {
  if (!firstPreset) throw new Error('There is no preset of an espelho.');
  return {
    kind,
    title,
    command: '',
    maxLines: 30,
    minLines: 20,
    lineWidth: ESSAY_LINE_WIDTH_DEFAULT,
    minutes: 60,
    opensAt: null,
    closesAt: null,
    returnHours: ESSAY_RETURN_HOURS_DEFAULT,
    espelho: firstPreset.espelho,
    secondReading: null,
    reviewDays: ESSAY_REVIEW_DAYS_DEFAULT,
    baseTextIds: [],
  };
}

export async function addTheme(deps: Deps, user: SessionUser, body: BodyOf<typeof createTheme>) {
  const { creationKey = null } = body;
  return transact(deps, async (tx) => {
    const theme = { authorId: user.id, draft: newDraft(body), creationKey, now: deps.clock.now() };
    const made = await store.insertTheme(tx, theme);
    if (made) await indexOwn(tx, made, theme.draft);
    const id = made ?? (creationKey && (await store.findThemeByKey(tx, user.id, creationKey)));
    if (!id) throw new AppError('conflict', 'Este tema já foi criado.');
    return {
      isNew: made !== undefined,
      made: await shown(tx, await requireTheme(store.findThemeRecord(tx, id), user)),
    };
  });
}

export async function readTheme(deps: Deps, user: SessionUser, id: number) {
  return shown(deps.db, await requireTheme(store.findThemeRecord(deps.db, id), user));
}

const savedElsewhere = () =>
  new AppError('version_conflict', 'O tema foi salvo em outro lugar. Recarregue para ver a versão salva.');

export async function saveDraft(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveTheme>) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const row = await requireTheme(store.lockThemeRecord(tx, id), user);
    // Also the answer to a retry whose first answer was lost.
    if (isDeepStrictEqual(draftOf(row), body.draft)) return shown(tx, row);
    if (row.revision !== body.revision) throw savedElsewhere();
    const { examId, topicId, ...draft } = body.draft;
    if (examId !== null && (await findExam(tx, examId, dayOf(now))) === null) {
      const message = 'Esta prova não existe mais. Escolha outra.';
      throw new AppError('bad_request', message, { fields: { 'draft.examId': message } });
    }
    if (topicId !== null && (await findTopicsById(tx, [topicId])).length === 0) {
      const message = 'Este assunto não existe mais. Escolha outro.';
      throw new AppError('bad_request', message, { fields: { 'draft.topicId': message } });
    }
    await store.updateDraft(tx, id, { draft, examId, topicId, now });
    await indexOwn(tx, id, body.draft);
    return shown(tx, await requireTheme(store.findThemeRecord(tx, id), user));
  });
}

/** The draft with the words of its texts, so that later changes of the bank do not reach essays. */
async function contentOf(tx: Tx, draft: store.StoredDraft): Promise<PublishedTheme> {
  const found = new Map((await findTexts(tx, draft.baseTextIds)).map((text) => [text.id, text]));
  const texts = draft.baseTextIds.map((id) => {
    const text = found.get(id);
    const message = 'Um dos textos motivadores não existe mais. Tire-o do tema.';
    if (!text) throw new AppError('bad_request', message, { fields: { 'draft.baseTextIds': message } });
    return { title: text.title, format: text.format, text: text.text };
  });
  return { ...without(draft, 'baseTextIds'), texts };
}

type FoundBy = { title: string; command: string };

/** For its author. */
const indexOwn = (tx: Tx, id: number, { title, command }: FoundBy) =>
  indexEntry(tx, { kind: 'teacherEssayTheme', id, subjectId: null, title, text: command });

/** For students: the published words. */
async function indexOpen(tx: Tx, id: number): Promise<void> {
  const [version] = await store.listVersionRows(tx, id, { limit: 1 });
  if (!version) throw new Error(`The theme ${id} has no published version.`);
  const { title, command, texts } = version.theme;
  const text = [command, ...texts.map((one) => one.title)].join('\n');
  await indexEntry(tx, { kind: 'essayTheme', id, subjectId: null, title, text });
}

export async function publish(deps: Deps, user: SessionUser, id: number, revision: number) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireTheme(store.lockThemeRecord(tx, id), user);
    if (row.revision !== revision) throw savedElsewhere();
    if (row.draft.command.trim() === '') {
      const message = 'Escreva o comando antes de publicar.';
      throw new AppError('state_conflict', message, { fields: { 'draft.command': message } });
    }
    if (row.publishedRevision === revision) {
      if (!row.isOpen) await store.setOpen(tx, id, true);
    } else {
      const versionId = await store.insertThemeVersion(tx, {
        themeId: id,
        content: await contentOf(tx, row.draft),
        by: user.id,
        now,
      });
      await store.setPublished(tx, id, versionId, revision);
    }
    await indexOpen(tx, id);
    const after = await requireTheme(store.findThemeRecord(tx, id), user);
    if (!row.isOpen || row.publishedRevision !== revision) {
      const details = { title: row.draft.title, version: after.versionNumber };
      await recordAudit(tx, {
        at: now,
        actorId: user.id,
        action: 'essay_theme.published',
        subject: `essay_theme:${id}`,
        details,
      });
    }
    return shown(tx, after);
  });
}

export async function close(deps: Deps, user: SessionUser, id: number) {
  return transact(deps, async (tx) => {
    const row = await requireTheme(store.lockThemeRecord(tx, id), user);
    if (row.isOpen) {
      await store.setOpen(tx, id, false);
      await removeEntry(tx, 'essayTheme', id);
      await recordAudit(tx, {
        at: deps.clock.now(),
        actorId: user.id,
        action: 'essay_theme.closed',
        subject: `essay_theme:${id}`,
        details: { title: row.draft.title },
      });
    }
    return shown(tx, await requireTheme(store.findThemeRecord(tx, id), user));
  });
}

export async function listVersions(deps: Deps, user: SessionUser, id: number) {
  await requireTheme(store.findThemeRecord(deps.db, id), user);
  return store.listVersionRows(deps.db, id, { limit: VERSIONS_SHOWN });
}
