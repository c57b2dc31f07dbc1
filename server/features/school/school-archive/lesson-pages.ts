import { writeVtt } from '#contract/content/caption-files.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { imageIdOf } from '#contract/platform/image-address.ts';
import { FILES } from '#server/backup/school/manifest.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Step } from './progress.ts';
import { findLessonAfter, type LessonRow, listPictures } from './snapshot.store.ts';
import type { ZipWriter } from './zip-writer.ts';

const NAME_MAX = 60;

/** Addresses of the product's own pictures, as attributes of lessons and questions carry them. */
export const pictureAddresses = (html: string) => new Set(html.match(/\/api\/media\/[1-9]\d{0,8}(?:-[0-9a-f]{32})?/g));

/** A name that every file system takes: no accents, no signs. */
export const fileNameOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX)
    .replace(/^-|-$/g, '') || 'sem-nome';

/** Every published lesson as a page that opens without a network, with its pictures and files beside it. */
export async function writeLessonPages(tx: Tx, zip: ZipWriter, step: Step): Promise<void> {
  // One at a time: a lesson has up to a megabyte of HTML.
  for (let lesson = await findLessonAfter(tx, 0); lesson; lesson = await findLessonAfter(tx, lesson.id)) {
    const addresses = [...pictureAddresses(lesson.content)];
    const pictures = await listPictures(tx, addresses.map(imageIdOf));
    const files = new Map(pictures.map(({ id, key }) => [id, key]));
    const folder = fileNameOf(lesson.subject ?? 'sem-materia');
    await zip.addText(`aulas/${folder}/${lesson.id}-${fileNameOf(lesson.title)}.html`, lessonPage(lesson, files));
    for (const { id, cues } of lesson.recordings) {
      if (cues) await zip.addText(`aulas/${folder}/${captionsName(id)}`, writeVtt(cues));
    }
    await step(0);
  }
}

const pathOf = (key: string) => `../../${FILES}${key.split('/').map(encodeURIComponent).join('/')}`;

const captionsName = (recordingId: number) => `legendas-${recordingId}.vtt`;

/**
 * The track is inside of the page: a browser loads none from another file of a disk. Other players take the file beside
 * the page. Below the player are the words, which sound alone cannot show.
 */
function recordingFigure({ id, title, kind, key, cues }: LessonRow['recordings'][number]): string {
  const tag = kind === 'audio' ? 'audio' : 'video';
  const player = `<${tag} controls src="${pathOf(key)}">`;
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  if (!cues) return `<figure>${player}</${tag}>${caption}</figure>`;
  const source = `data:text/vtt;base64,${Buffer.from(writeVtt(cues)).toString('base64')}`;
  const track = `<track default kind="captions" srclang="pt-BR" label="Português" src="${source}">`;
  const words = cues.map(({ text }) => `<p>${escapeHtml(text)}</p>`).join('');
  const transcript = `<details><summary>Transcrição</summary>${words}<p><a href="${captionsName(id)}">Legendas em arquivo</a></p></details>`;
  return `<figure>${player}${track}</${tag}>${caption}${transcript}</figure>`;
}

export function lessonPage(lesson: LessonRow, files: ReadonlyMap<number, string>): string {
  const content = lesson.content.replace(/\/api\/media\/[1-9]\d{0,8}(?:-[0-9a-f]{32})?/g, (address) => {
    const key = files.get(imageIdOf(address));
    return key === undefined ? address : pathOf(key);
  });
  const recordings = lesson.recordings.map(recordingFigure);
  const attachments = lesson.attachments.map(
    ({ name, key }) => `<li><a href="${pathOf(key)}" download="${escapeHtml(name)}">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(lesson.title)}</title>
<style>
:root{color-scheme:light dark}body{font:17px/1.6 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem}
img,video{max-width:100%;height:auto}table{border-collapse:collapse}th,td{border:1px solid;padding:.3rem .6rem}
</style></head>
<body><p>${escapeHtml(lesson.subject ?? '')}</p><h1>${escapeHtml(lesson.title)}</h1>
${recordings.join('\n')}
${content}
${attachments.length > 0 ? `<h2>Anexos</h2><ul>${attachments.join('')}</ul>` : ''}
</body></html>
`;
}
