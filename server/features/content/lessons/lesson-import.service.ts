import type { LessonImport } from '#contract/content/lesson-import.ts';
import { DOCX_MAX_IMAGES, LESSON_HTML_MAX_BYTES, LESSON_TITLE_MAX } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import type { DocxImage } from '#server/docx/read-docx.ts';
import { readDocxInWorker } from '#server/docx/read-docx-in-worker.ts';
import { addImage } from '#server/features/platform/media/media.service.ts';
import { AppError } from '#server/http/errors.ts';
import { cleanLesson } from './lesson-cleaning.service.ts';

/** The title of a document without one. */
const nameOf = (fileName: string) => fileName.replace(/\.docx$/i, '').trim();

/** The first heading is the lesson's title, which its page shows by itself. */
function splitTitle(html: string, fileName: string): { title: string; html: string } {
  const [heading, inside] = /^<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const words = (inside ?? '')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
  const title = (words || nameOf(fileName)).slice(0, LESSON_TITLE_MAX).toWellFormed().replaceAll('\0', '');
  return { title, html: heading && words ? html.slice(heading.length) : html };
}

/** Stores the pictures of a document; those that are no image for a browser are counted. */
async function storeImages(deps: Deps, owner: { id: string }, images: readonly DocxImage[]) {
  const addresses = new Map<string, string>();
  for (const { address, content } of images.slice(0, DOCX_MAX_IMAGES)) {
    try {
      const { made: image } = await addImage(deps, owner, Buffer.from(content), '');
      addresses.set(address, `src="${image.url}" width="${image.width}" height="${image.height}"`);
    } catch (error) {
      const isNoImage = error instanceof AppError && ['unsupported_type', 'too_large'].includes(error.code);
      if (!isNoImage) throw error;
    }
  }
  return { addresses, lost: images.length - addresses.size };
}

/** A Word file as the text of a lesson that is not there yet: the author looks at it, and publishes it or not. */
export async function importLesson(
  deps: Deps,
  author: { id: string },
  file: Buffer | null,
  fileName: string,
): Promise<LessonImport> {
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha um arquivo .docx.');
  const document = await readDocxInWorker(file, author.id);
  const { addresses, lost } = await storeImages(deps, author, document.images);
  const placed = document.html.replace(/src="(docx-image-\d+)"/g, (found, address) => addresses.get(address) ?? found);
  const clean = await cleanLesson(placed, author.id);
  if (clean.empty) throw new AppError('bad_request', 'Não encontramos texto neste arquivo.');
  const { title, html } = splitTitle(clean.html, fileName);
  if (Buffer.byteLength(html) > LESSON_HTML_MAX_BYTES) {
    throw new AppError('too_large', 'O texto do arquivo passa de 1 MB. Divida-o em dois arquivos.');
  }
  const missed =
    lost > 0 ? [...document.missed, { what: 'imagens em formatos antigos', count: lost }] : document.missed;
  return { title, content: html, imageCount: addresses.size, missed };
}
