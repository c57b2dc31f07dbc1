import type { createAnnotation, listAnnotations, updateAnnotation } from '#contract/content/annotations.ts';
import type { createLawAnnotation } from '#contract/content/law-annotations.ts';
import type { ItemLink } from '#contract/content/law-link.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { ANNOTATIONS_IN_LESSON_MAX, ANNOTATIONS_MAX } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readItemLinks } from '#server/features/content/laws/citing/item-links.service.ts';
import { nameArticle } from '#server/features/content/laws/laws.service.ts';
import { lessonTitle } from '#server/features/content/lessons/reading.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import { without } from '#server/http/without.ts';
import * as store from './annotations.store.ts';

const missing = () => notFound('Anotação não encontrada.');

const present = (row: store.AnnotationRow, links: ItemLink[] = []) => ({
  ...without(row, 'isLessonThere', 'lawId', 'lawArticle', 'lawDevice'),
  lessonId: row.isLessonThere ? row.lessonId : null,
  law: row.lawArticle === null ? null : { id: row.lawId, article: row.lawArticle, lexId: row.lawDevice ?? '' },
  links,
});

/** The citations of notes on a page of all notes. The list of one lesson, which every reader loads, has none. */
async function readLinks(deps: Deps, rows: readonly store.AnnotationRow[]) {
  const noted = rows.filter(({ note }) => note !== '').map(({ id }) => id);
  const links = await readItemLinks(deps, 'note', noted);
  return Map.groupBy(
    links.map((link) => without(link, 'tellsKey')),
    ({ id }) => id,
  );
}

export async function pageAnnotations(deps: Deps, userId: string, query: QueryOf<typeof listAnnotations>) {
  const from = byCreation.from(query);
  const { lessonId, search } = query;
  const filter = { userId, lessonId, search };
  const found = store.pageAnnotationRows(deps.db, { ...filter, limit: query.limit + 1, after: from.after });
  const page = await readPage(from, {
    rows: () => found,
    // Where all of it is on the first page, it is counted.
    total: found.then((rows) =>
      from.after === null && rows.length <= query.limit ? rows.length : store.countAnnotations(deps.db, filter),
    ),
  });
  const links = lessonId ? null : await readLinks(deps, page.rows);
  return { ...page, rows: page.rows.map((row) => present(row, links?.get(row.id))) };
}

export async function listOfArticle(deps: Deps, userId: string, { id, article }: { id: number; article: string }) {
  const limit = ANNOTATIONS_IN_LESSON_MAX;
  const rows = await store.pageAnnotationRows(deps.db, { userId, lawId: id, article, limit, after: null });
  return rows.map((row) => present(row));
}

type Marked = store.MarkedText & { titleOf: (tx: Tx) => Promise<string>; full: string };
type NewMark = Omit<BodyOf<typeof createAnnotation>, 'lexId'> & { lexId?: string };

/** `isNew` is false where the same key had made it before, whatever has become of it since. */
async function make(deps: Deps, userId: string, { titleOf, full, ...at }: Marked, { lexId, ...body }: NewMark) {
  return transact(deps, async (tx) => {
    const title = await titleOf(tx);
    // One after the other: the bounds below are counted.
    await store.lockReader(tx, userId);
    const made = await store.findByKey(tx, userId, body.creationKey);
    if (made) return { made: present(made), isNew: false };
    if ((await store.countAnnotations(tx, { userId, ...at })) >= ANNOTATIONS_IN_LESSON_MAX) {
      throw new AppError('conflict', full);
    }
    if ((await store.countAnnotations(tx, { userId })) >= ANNOTATIONS_MAX) {
      throw new AppError(
        'conflict',
        `Você chegou a ${ANNOTATIONS_MAX} anotações. Exclua algumas antes de fazer outras.`,
      );
    }
    const { lessonId = null, lawId, article } = at;
    const law = lawId && article ? { id: lawId, article, lexId: lexId ?? article } : null;
    const now = deps.clock.now();
    const id = await store.insertAnnotation(tx, { ...body, userId, lessonId, law, lessonTitle: title, now });
    const row = await requireFound(store.findAnnotation(tx, userId, id), missing);
    return { made: present(row), isNew: true };
  });
}

export const makeAnnotation = (deps: Deps, userId: string, lessonId: number, body: BodyOf<typeof createAnnotation>) =>
  make(
    deps,
    userId,
    {
      lessonId,
      full: `Cada aula leva até ${ANNOTATIONS_IN_LESSON_MAX} anotações suas.`,
      async titleOf(tx) {
        const title = await lessonTitle(tx, lessonId);
        if (title === undefined) throw notFound('Aula não encontrada.');
        return title;
      },
    },
    body,
  );

/** A mark in an article. The device in which it begins must be one of that article. */
export const makeLawAnnotation = (
  deps: Deps,
  userId: string,
  { id, article }: { id: number; article: string },
  body: BodyOf<typeof createLawAnnotation>,
) =>
  make(
    deps,
    userId,
    {
      lawId: id,
      article,
      full: `Cada artigo leva até ${ANNOTATIONS_IN_LESSON_MAX} anotações suas.`,
      async titleOf(tx) {
        if (body.lexId !== article && !body.lexId.startsWith(`${article}_`)) {
          throw wrongField('lexId', 'Este dispositivo não é do artigo.');
        }
        return nameArticle(tx, id, article);
      },
    },
    body,
  );

/** The same change sent again is saved already; over a newer note it is refused. */
export async function changeNote(deps: Deps, userId: string, id: number, body: BodyOf<typeof updateAnnotation>) {
  return transact(deps, async (tx) => {
    const current = await requireFound(store.lockAnnotation(tx, userId, id), missing);
    const isRepeated = current.version === body.version + 1 && current.note === body.note;
    if (current.version !== body.version && !isRepeated) {
      throw new AppError('version_conflict', 'Esta anotação foi alterada em outra janela. Recarregue antes de salvar.');
    }
    if (!isRepeated) await store.saveNote(tx, { ...current, note: body.note, now: deps.clock.now() });
    const row = await requireFound(store.findAnnotation(tx, userId, id), missing);
    return present(row);
  });
}

export async function removeAnnotation(deps: Deps, userId: string, id: number): Promise<void> {
  if (!(await store.deleteAnnotation(deps.db, userId, id))) throw missing();
}
