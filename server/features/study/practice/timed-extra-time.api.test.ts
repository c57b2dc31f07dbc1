import { expect, it } from 'vitest';
import type { TimedPracticeOffer } from '#contract/study/timed-practice.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

const offerOf = async (as: Person): Promise<TimedPracticeOffer> =>
  (await test.request({ method: 'GET', url: '/api/timed-practice', as })).json();

it('the offer of a timed practice has the person’s extra time until its last day, and no one else’s', async () => {
  test.clock.set('2026-11-05T12:00:00.000Z');
  const [person, other] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
  const now = test.clock.now();
  const right = {
    ...{ user_id: person.id, extra_percent: 25, extra_minutes: 0, breaks: 1, break_minutes: 10, large_print: false },
    ...{ helper: 'none', reason: 'Laudo', valid_until: '2026-11-05', granted_at: now, updated_at: now },
  };
  await test.deps.db.insertInto('exam_time_rights').values(right).execute();
  expect(await offerOf(person)).toMatchObject({ extraTime: { percent: 25, minutes: 0 } });
  expect(await offerOf(other)).not.toHaveProperty('extraTime');
  test.clock.set('2026-11-06T12:00:00.000Z');
  expect(await offerOf(person)).not.toHaveProperty('extraTime');
});
