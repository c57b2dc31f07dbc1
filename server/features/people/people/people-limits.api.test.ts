import { expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import { charge } from '#server/http/throttle.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

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
