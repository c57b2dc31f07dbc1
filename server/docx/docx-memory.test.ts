import { expect, test } from 'vitest';
import { readDocxInWorker } from './read-docx-in-worker.ts';
import { makeDocx, paragraph, run } from './testing/make-docx.ts';

test('a Word file of some kilobytes that grows to a gigabyte of nodes is refused, and the next one is read', async () => {
  // The parser allocates an entry for each attribute: far more memory than the text itself.
  const node = `<w:p ${Array.from({ length: 24 }, (_, at) => `${String.fromCharCode(97 + at)}=""`).join(' ')}/>`;
  const bomb = await makeDocx('', {
    'word/document.xml': `<w:document><w:body>${node.repeat(320_000)}</w:body></w:document>`,
  });
  expect(bomb.length).toBeLessThan(300_000);
  const read = await readDocxInWorker(bomb, 'ana').catch((error: { code: string }) => error.code);
  expect(read).toBe('bad_request');
  expect((await readDocxInWorker(await makeDocx(paragraph(run('Crase'))), 'ana')).html).toContain('Crase');
}, 60_000);
