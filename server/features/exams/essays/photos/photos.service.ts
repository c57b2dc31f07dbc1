import { createHash, randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { ESSAY_PAGES_MAX } from '#contract/exams/essay-pages.ts';
import type { deliverEssayPages } from '#contract/exams/essay-photos.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { isPdf } from '#server/pdf/read-pdf-in-worker.ts';
import { readScansInWorker } from '#server/pdf/read-scans-in-worker.ts';
import { alreadyDelivered, requireEssay } from '../writing/own-essay.ts';
import { finishDelivery, requireDeliverable, shownEssay } from '../writing/writing.service.ts';
import { type EssayRow, findEssayRow, lockEssayRow } from '../writing/writing.store.ts';
import { mayOpenPage } from './page-access.policy.ts';
import { encodePage } from './page-content.ts';
import * as store from './photos.store.ts';
import { shownPage } from './shown-page.ts';

const UPLOADS = { bucket: 'essay-page', max: 60, windowMs: HOUR_MS };

/** The student's own essay, which is not delivered yet. */
async function requireWritten(deps: Deps, user: SessionUser, id: number): Promise<void> {
  const { state } = await requireEssay(findEssayRow(deps.db, id), user);
  if (state !== 'writing') throw alreadyDelivered();
}

async function lockWritten(tx: Tx, user: SessionUser, id: number): Promise<EssayRow> {
  const row = await requireEssay(lockEssayRow(tx, id), user);
  if (row.state !== 'writing') throw alreadyDelivered();
  return row;
}

const shownPages = async (db: Db | Tx, id: number) => (await store.listPages(db, id)).map(shownPage);

const tooManyPages = () =>
  new AppError('state_conflict', `São no máximo ${ESSAY_PAGES_MAX} páginas. Tire uma antes de enviar outra.`);

const idOf = (value: string | undefined) => (value && /^\d{1,9}$/.test(value) ? Number(value) : null);

type Form = { fields: Record<string, string>; file: Buffer | null };

/** The same file again is the same pages. A refused file leaves nothing behind. */
export async function addPages(deps: Deps, user: SessionUser, id: number, { fields, file }: Form) {
  await requireWritten(deps, user, id);
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha a foto da folha.');
  const replaces = idOf(fields.replaces);
  const isKnown = (pages: readonly store.PageRow[], sha256: Buffer) => pages.some((page) => page.sha256.equals(sha256));
  const first = hashOf(file, 0);
  const before = await store.listPages(deps.db, id);
  if (isKnown(before, first)) return { isNew: false, made: { pages: before.map(shownPage) } };
  if (before.length >= ESSAY_PAGES_MAX && replaces === null) throw tooManyPages();
  await charge(deps, UPLOADS, user.id);
  const pictures = await picturesOf(user, file);
  const pages: (store.NewPage & { content: Buffer })[] = [];
  for (const [index, picture] of pictures.entries()) {
    const { content, ...about } = await encodePage(picture);
    const fileKey = `essay-pages/${randomUUID()}.webp`;
    pages.push({ ...about, content, bytes: content.length, fileKey, sha256: hashOf(file, index) });
  }
  const files = pages.map(({ fileKey, content }) => ({ key: fileKey, content }));
  const stored = await storeUnclaimed(deps, files).catch(
    asUnavailable('Não conseguimos guardar a página agora. Tente de novo em instantes.'),
  );
  try {
    const isNew = await transact(deps, async (tx) => {
      await lockWritten(tx, user, id);
      const now = await store.listPages(tx, id);
      // The same file came twice at once and the other request was first.
      if (isKnown(now, first)) return false;
      const isReplaced = now.some((page) => page.id === replaces);
      if (now.length + pages.length - (isReplaced ? 1 : 0) > ESSAY_PAGES_MAX) throw tooManyPages();
      await store.insertPages(tx, id, { pages, replaces: isReplaced ? replaces : null, now: deps.clock.now() });
      await claimStored(tx, stored.keys);
      return true;
    });
    if (!isNew) await stored.discard();
    return { isNew, made: { pages: await shownPages(deps.db, id) } };
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

/** Each page of a PDF has another hash. */
const hashOf = (file: Buffer, index: number): Buffer => {
  const hash = createHash('sha256').update(file);
  return (index === 0 ? hash : hash.update(`#${index}`)).digest();
};

const picturesOf = (user: SessionUser, file: Buffer): Promise<Buffer[]> =>
  isPdf(file) ? readScansInWorker(file, user.id, ESSAY_PAGES_MAX) : Promise.resolve([file]);

/** A page that is gone already is the same. */
export async function removeOne(deps: Deps, user: SessionUser, id: number, pageId: number) {
  return transact(deps, async (tx) => {
    await lockWritten(tx, user, id);
    await store.removePage(tx, id, pageId);
    return { pages: await shownPages(tx, id) };
  });
}

const byNumber = (a: number, b: number) => a - b;

const otherPages = () =>
  new AppError('version_conflict', 'As páginas mudaram em outra aba ou aparelho. Confira e entregue de novo.');

export async function deliverPages(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof deliverEssayPages>) {
  const { pageIds } = body;
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const locked = await requireEssay(lockEssayRow(tx, id), user);
    const stored = (await store.listPages(tx, id)).map((page) => page.id);
    if (locked.state !== 'writing') {
      // A retry whose first answer was lost.
      if (locked.isPhoto && stored.join() === pageIds.join()) return shownEssay(deps, tx, locked);
      throw alreadyDelivered();
    }
    const row = await requireDeliverable(deps, tx, locked, now);
    if (stored.toSorted(byNumber).join() !== pageIds.toSorted(byNumber).join()) throw otherPages();
    await store.orderPages(tx, id, pageIds);
    return finishDelivery(deps, tx, row, { lines: Math.min(body.lines, row.theme.maxLines), isPhoto: true, now });
  });
}

const pageMissing = () => notFound('Página não encontrada.');

/** For others than its student and those who correct, the page does not exist. */
export async function openPage(deps: Deps, viewer: SessionUser, id: number) {
  const page = await store.findPage(deps.db, id);
  if (!page || !mayOpenPage(page, viewer)) throw pageMissing();
  const opened = await requireFound(deps.files.read(page.fileKey), pageMissing);
  return { ...opened, mimeType: page.mimeType };
}
