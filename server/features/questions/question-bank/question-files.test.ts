import { expect, test } from 'vitest';
import { readFileInWorker } from './question-files.service.ts';

test('files are read one at a time, in turn for each person', async () => {
  const done: string[] = [];
  const read = (person: string, name: string) =>
    readFileInWorker(
      { kind: 'bytes', bytes: Buffer.from('::P:: Pergunta? {=sim ~não}'), name: `${name}.gift` },
      { remembered: {}, chosen: null, stored: {} },
      person,
    ).then(() => done.push(name));
  await Promise.all([read('ana', 'a1'), read('ana', 'a2'), read('ana', 'a3'), read('bia', 'b1')]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
});
