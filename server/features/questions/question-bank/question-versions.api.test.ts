import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

it('an earlier version of a question is restored as a new version with the current labels', async () => {
  const { id } = await createBankQuestion(test, ana, { questionText: 'Primeira?', source: 'FGV' });
  const url = `/api/teacher/questions/${id}`;
  const first = (await call('GET', url, ana)).json();
  const { topicId: _, ...fields } = first;
  test.clock.advance(60_000);
  const changed = { ...fields, questionText: 'Segunda?', source: 'Vunesp', options: fields.options.toReversed() };
  const second = (await call('PUT', url, ana, changed)).json();
  const versions = (await call('GET', `${url}/versions`, bia)).json();
  expect(versions).toMatchObject([
    { number: 2, isCurrent: true, questionText: 'Segunda?' },
    { number: 1, isCurrent: false, questionText: 'Primeira?' },
  ]);
  const wish = { versionId: versions[1].id, revision: second.revision };
  expect((await call('POST', `${url}/restore`, bia, wish)).statusCode).toBe(403);
  expect((await call('POST', `${url}/restore`, ana, { ...wish, versionId: 2_000_000 })).statusCode).toBe(404);
  expect((await call('POST', `${url}/restore`, ana, { ...wish, revision: first.revision })).json().code).toBe(
    'version_conflict',
  );
  const restored = (await call('POST', `${url}/restore`, ana, wish)).json();
  expect(restored).toMatchObject({ questionText: 'Primeira?', source: 'Vunesp', versionCount: 3 });
  const texts = (options: { optionText: string; isCorrect: boolean }[]) =>
    options.map(({ optionText, isCorrect }) => [optionText, isCorrect]);
  expect(texts(restored.options)).toEqual(texts(first.options));
  // Saving the same again creates no version.
  expect((await call('POST', `${url}/restore`, ana, wish)).json()).toEqual(restored);
});
