import type { QueryOf } from '#contract/endpoint.ts';
import type { listImages } from '#contract/platform/media-library.ts';
import type { Db } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { undescribedImages, withDescriptions } from './descriptions.ts';
import {
  countImageRows,
  deleteImageRow,
  listDescriptions,
  listImageRows,
  listUseRows,
  lockImage,
  type Owner,
  updateAlt,
} from './library.store.ts';

const USES_SHOWN = 5;
const REMOVE_FILE = 'remove-media-file';

/** Teachers manage their images, admins all of them. */
const ownerOf = (user: SessionUser): Owner => (user.role === 'admin' ? null : user.id);
const missing = () => notFound('Imagem não encontrada.');

export async function listLibrary(deps: Deps, user: SessionUser, query: QueryOf<typeof listImages>) {
  const filter = { owner: ownerOf(user), search: query.search, unused: query.unused === 'true' };
  const { rows, ...page } = await readPage(byCreation.from(query), {
    rows: (part) => listImageRows(deps.db, filter, part),
    total: countImageRows(deps.db, filter),
  });
  const uses = await listUseRows(
    deps.db,
    rows.map(({ id }) => id),
    USES_SHOWN,
  );
  const byImage = Map.groupBy(uses, ({ mediaId }) => mediaId);
  return {
    ...page,
    rows: rows.map((row) => ({
      ...row,
      uses: (byImage.get(row.id) ?? []).map((use) => without(use, 'mediaId', 'useCount')),
      useCount: byImage.get(row.id)?.[0]?.useCount ?? 0,
    })),
  };
}

export async function describe(deps: Deps, user: SessionUser, id: number, alt: string): Promise<void> {
  if (!(await updateAlt(deps.db, ownerOf(user), id, alt))) throw missing();
}

/** Cleaned HTML in which the product's own images carry the descriptions of the library. */
export async function describeImagesIn(db: Db, html: string): Promise<string> {
  const ids = undescribedImages(html);
  return ids.length === 0 ? html : withDescriptions(html, await listDescriptions(db, ids));
}

/**
 * Deletes an unused image. It is locked before its uses are checked, so that a concurrent request cannot start to use
 * it.
 */
export async function removeImage(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    const image = await requireFound(lockImage(tx, ownerOf(user), id), missing);
    const [use] = await listUseRows(tx, [id], 1);
    if (use) {
      const others = use.useCount > 1 ? ` e em mais ${use.useCount - 1}` : '';
      throw new AppError('image_in_use', `Esta imagem está em uso em “${use.title}”${others}. Tire-a de lá antes.`);
    }
    await deleteImageRow(tx, id);
    // The file goes when the row is surely gone.
    await deps.jobs.send(tx, REMOVE_FILE, { fileKey: image.fileKey });
  });
}

export function defineMediaWork(deps: Deps): void {
  deps.jobs.define<{ fileKey: string }>({ name: REMOVE_FILE, run: ({ fileKey }) => deps.files.remove(fileKey) });
}
