import { expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

it('the version whose news a person dismissed is stored per person, also when it is sent twice', async () => {
  const [ana, bia] = [
    await createPerson(test.deps.db, { role: 'teacher' }),
    await createPerson(test.deps.db, { role: 'admin' }),
  ];
  const seen = async (as: typeof ana) => (await test.request({ method: 'GET', url: '/api/news', as })).json();
  const dismiss = (version: string) => test.request({ method: 'PUT', url: '/api/news', as: ana, payload: { version } });
  expect(await seen(ana)).toEqual({ seen: null });
  for (const version of ['1.0.0', '1.0.0', '1.1.0']) expect((await dismiss(version)).json()).toEqual({ seen: version });
  expect(await seen(ana)).toEqual({ seen: '1.1.0' });
  expect(await seen(bia)).toEqual({ seen: null });
  expect((await dismiss('soon')).statusCode).toBe(400);
});

it('news are refused to students', async () => {
  const as = await createPerson(test.deps.db);
  expect((await test.request({ method: 'GET', url: '/api/news', as })).statusCode).toBe(403);
});
