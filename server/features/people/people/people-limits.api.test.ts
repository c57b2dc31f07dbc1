import { expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import { charge } from '#server/http/throttle.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { CORRECTIONS, PREVIEWS } from './imports/import-cpfs.ts';

const test = useTestApp();

it('letters are sent again so often by one member of the office, and not once more', async () => {
  const [student, clerk] = [await createPerson(test.deps.db), await createPerson(test.deps.db, { role: 'secretary' })];
  const url = `/api/admin/users/${student.id}`;
  await test.request({ method: 'POST', url: `${url}/password-link`, payload: {}, as: clerk });
  await test.deps.jobs.drain();
  const [{ id }] = (await test.request({ method: 'GET', url, as: clerk })).json().mails;
  const again = () => test.request({ method: 'POST', url: `${url}/mails/${id}/resend`, payload: {}, as: clerk });
  const limit = { bucket: 'resend-mail', max: 60, windowMs: HOUR_MS };
  for (let sent = 0; sent < 59; sent += 1) await charge(test.deps, limit, clerk.id);
  expect((await again()).statusCode).toBe(200);
  expect((await again()).json()).toMatchObject({ code: 'too_many_requests' });
});

it('corrected lines with CPFs are checked six hundred times an hour, and do not use up the previews', async () => {
  const clerk = await createPerson(test.deps.db, { role: 'secretary' });
  const typed = { line: 2, firstName: 'Ana', lastName: 'Lima', email: 'ana@exemplo.com.br', phone: null, price: null };
  const lines = [{ ...typed, cpf: '529.982.247-25', isCpfLeftOut: true, offer: '', accessUntil: '', note: null }];
  const url = '/api/admin/people-imports/lines';
  const check = () => test.request({ method: 'POST', url, payload: { lines }, as: clerk });
  for (let sent = 0; sent < 60; sent += 1) await charge(test.deps, PREVIEWS, clerk.id);
  for (let sent = 0; sent < 599; sent += 1) await charge(test.deps, CORRECTIONS, clerk.id);
  expect((await check()).statusCode).toBe(200);
  expect((await check()).json()).toMatchObject({ code: 'too_many_requests' });
});
