import { buffer } from 'node:stream/consumers';
import { imageIdOf } from '#contract/platform/image-address.ts';
import type { Tx } from '#server/db/handle.ts';
import { listQuestionsOfSchool } from '#server/features/questions/question-bank/export.service.ts';
import { writeQuestionsAsCsv } from '#server/features/questions/question-bank/files/csv-write.ts';
import { type FilePicture, streamMoodle } from '#server/features/questions/question-bank/files/moodle-write.ts';
import { extensionOf } from '#server/files/extension-of.ts';
import type { Files } from '#server/files/files.ts';
import { pictureAddresses } from './lesson-pages.ts';
import type { Step } from './progress.ts';
import { listPictures } from './snapshot.store.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Questions per file: with their pictures a file stays below what an import takes. */
const QUESTIONS = 100;

/** All questions as numbered files of Moodle, with their pictures inside, and as the CSV of the bank. */
export async function writeQuestionFiles(tx: Tx, files: Files, zip: ZipWriter, step: Step): Promise<void> {
  const picturesOf = (texts: readonly string[]) =>
    readPictures(tx, files, new Set(texts.flatMap((text) => [...pictureAddresses(text)])));
  async function* asMoodle(questions: Parameters<typeof streamMoodle>[0]): AsyncGenerator<Buffer> {
    for await (const part of streamMoodle(questions, picturesOf)) {
      yield Buffer.from(part);
      await step(0);
    }
  }
  let after = 0;
  for (let number = 1; ; number += 1) {
    const { questions, last } = await listQuestionsOfSchool(tx, after, QUESTIONS);
    if (last === undefined) return;
    const name = `questoes/questoes-${String(number).padStart(4, '0')}`;
    await zip.add(`${name}.xml`, asMoodle(questions));
    await zip.addText(`${name}.csv`, writeQuestionsAsCsv(questions));
    after = last;
  }
}

async function readPictures(tx: Tx, files: Files, addresses: ReadonlySet<string>): Promise<Map<string, FilePicture>> {
  const rows = new Map((await listPictures(tx, [...addresses].map(imageIdOf))).map((row) => [row.id, row]));
  const pictures = new Map<string, FilePicture>();
  for (const address of addresses) {
    const row = rows.get(imageIdOf(address));
    const file = row && (await files.read(row.key));
    if (!file) continue;
    const name = `figura-${row.id}.${extensionOf(row.mimeType)}`;
    pictures.set(address, { name, base64: (await buffer(file.stream)).toString('base64') });
  }
  return pictures;
}
