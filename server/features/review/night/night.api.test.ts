import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion } from '../../../testing/bank.ts';
import { createPerson, type Person } from '../../../testing/factories.ts';
import { createSubject } from '../../../testing/study.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { policyNames } from '../engine/policies.ts';
import { choosePolicies } from './choice.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let questions: Question[];
let examId: number;

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  questions = [];
  for (let n = 0; n < 6; n += 1) questions.push(await createBankQuestion(test, teacher, { subjectId }));
  const now = test.clock.now();
  const exam = { name: 'Soldado PM', organisation: '', exam_date: '2027-01-31', created_at: now, updated_at: now };
  examId = (await test.deps.db.insertInto('exams').values(exam).returning('id').executeTakeFirstOrThrow()).id;
});

async function active(follows: boolean): Promise<Person> {
  const now = test.clock.now();
  const person = await createPerson(test.deps.db, { now });
  await test.deps.db
    .insertInto('last_visits')
    .values({ user_id: person.id, seen_on: '2026-11-02' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_on: '2026-11-02' }))
    .execute();
  if (follows) await test.request({ method: 'POST', url: `/api/exams/${examId}/follow`, as: person });
  for (const [at, question] of questions.slice(0, 3).entries()) {
    const payload = {
      key: randomUUID(),
      questionId: question.id,
      optionId: at === 0 ? question.wrong : question.right,
    };
    expect((await test.request({ method: 'POST', url: '/api/review/answers', as: person, payload })).statusCode).toBe(
      200,
    );
  }
  return person;
}

const memoryOf = (person: Person) =>
  test.deps.db.selectFrom('student_memories').selectAll().where('user_id', '=', person.id).executeTakeFirst();

describe('the night', () => {
  it('chooses a policy for who has an exam, makes the list of the day, and does nobody twice', async () => {
    const [follower, other] = [await active(true), await active(false)];
    test.clock.set('2026-11-03T05:00:00.000Z');
    expect(await choosePolicies(test.deps)).toMatchObject({ reached: 2, left: 0 });
    const chosen = await memoryOf(follower);
    expect(policyNames).toContain(chosen?.policy);
    expect(chosen?.expected).toBeGreaterThan(0);
    expect(chosen?.cpu_ms).toBeLessThanOrEqual(1000);
    // No exam: nothing to choose, and nine of ten without an end.
    expect(await memoryOf(other)).toMatchObject({ policy: null, expected: null });
    const days = test.deps.db.selectFrom('review_days').select(['user_id', 'exam_day']).orderBy('exam_day');
    expect((await days.execute()).map(({ user_id }) => user_id)).toEqual([follower.id, other.id]);

    const before = (await memoryOf(follower))?.chosen_on;
    expect(await choosePolicies(test.deps)).toMatchObject({ reached: 2, left: 0 });
    expect((await memoryOf(follower))?.chosen_on).toEqual(before);
  });

  it('takes who waits longest first, and lets a policy stand that no longer has a name', async () => {
    test.clock.set('2026-11-02T12:00:00.000Z');
    const late = await active(true);
    await test.deps.db
      .insertInto('student_memories')
      .values({ user_id: late.id, policy: 'from another release', chosen_on: '2026-10-20' })
      .execute();
    const { items } = (await test.request({ method: 'GET', url: '/api/review/today', as: late })).json();
    expect(items.length).toBeGreaterThan(0);
    test.clock.set('2026-11-04T05:00:00.000Z');
    await choosePolicies(test.deps);
    expect(policyNames).toContain((await memoryOf(late))?.policy);
  });

  it("an exam that is moved or gone makes another list, and yesterday's policy stays until the night", async () => {
    test.clock.set('2026-11-02T12:00:00.000Z');
    const person = await active(true);
    test.clock.set('2026-11-05T12:00:00.000Z');
    const today = async () => {
      const reply = await test.request({ method: 'GET', url: '/api/review/today', as: person });
      expect(reply.statusCode).toBe(200);
      const row = test.deps.db.selectFrom('review_days').select('exam_day').where('user_id', '=', person.id);
      return String((await row.executeTakeFirst())?.exam_day ?? null);
    };
    const first = await today();
    await test.deps.db.updateTable('exams').set({ exam_date: '2026-12-20' }).where('id', '=', examId).execute();
    const moved = await today();
    expect(moved).not.toBe(first);
    await test.request({ method: 'DELETE', url: `/api/exams/${examId}/follow`, as: person });
    expect(await today()).toBe('null');
    // A clock that jumps back: the list of that day, and nothing is lost.
    test.clock.set('2026-11-04T12:00:00.000Z');
    expect(await today()).toBe('null');
  });
});
