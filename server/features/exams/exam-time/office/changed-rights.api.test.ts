import { beforeAll, describe, expect, it } from 'vitest';
import { examTimeClient, on, quarter } from '#server/testing/exam-time.ts';
import type { Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { pastReasons } from './forgetting.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const { call, done, people, rightUrl, grant, entitled, exam, start, attemptUrl } = examTimeClient(test);
let office: Person;

beforeAll(async () => {
  ({ office } = await people());
});

async function ask(person: Person, text: string) {
  const form = await multipartForm({ text, file: ['laudo.jpg', new Uint8Array(await receiptPhoto())] });
  const asked = await test.request({ method: 'POST', url: '/api/exam-time/request', as: person, ...form });
  return asked.json().request;
}

const requestsOf = (person: Person) =>
  test.deps.db
    .selectFrom('exam_time_requests')
    .select(['state', 'body', 'file_key as key'])
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute();

const reasonOf = async (person: Person) => (await done('GET', rightUrl(person), office)).right?.reason;

describe('a right that is saved unchanged', () => {
  it('grants the open request of its person', async () => {
    const person = await entitled();
    await ask(person, 'De novo, por favor.');
    expect(await grant(person)).toMatchObject({ revision: 1, request: { state: 'granted' } });
  });

  it('is refused when its last day has passed', async () => {
    const person = await entitled({ validUntil: '2026-11-18' });
    clock.set(on(0));
    const same = { ...quarter, validUntil: '2026-11-18', revision: 1 };
    expect((await call('PUT', rightUrl(person), office, same)).json().fields).toHaveProperty('validUntil');
  });
});

describe('what was said and sent for a right', () => {
  it('goes with it, of all requests but an open one', async () => {
    const person = await entitled();
    for (const text of ['Primeiro laudo.', 'Segundo laudo.']) {
      await ask(person, text);
      await grant(person);
    }
    await ask(person, 'Ainda aberto.');
    await done('DELETE', `${rightUrl(person)}?revision=1`, office);
    expect(await requestsOf(person)).toEqual([
      { state: 'granted', body: '', key: null },
      { state: 'granted', body: '', key: null },
      { state: 'open', body: 'Ainda aberto.', key: expect.any(String) },
    ]);
  });

  it('goes 30 days after the last day, in batches, and the right of others stays as it is', async () => {
    const over = [await entitled({ validUntil: '2026-11-20' }), await entitled({ validUntil: '2026-11-20' })];
    const valid = await entitled();
    const [first] = over as [Person, Person];
    await ask(first, 'Laudo.');
    await grant(first, { validUntil: '2026-11-20' });
    const forget = async () => pastReasons(test.deps).examTimeReasons?.(1);
    clock.set('2026-12-20T12:00:00.000Z');
    while (await forget());
    expect(await Promise.all(over.map(reasonOf))).toEqual([quarter.reason, quarter.reason]);
    clock.set('2026-12-21T12:00:00.000Z');
    expect([await forget(), await forget(), await forget()]).toEqual([1, 1, 0]);
    expect(await requestsOf(first)).toEqual([{ state: 'granted', body: '', key: null }]);
    expect(await Promise.all([...over, valid].map(reasonOf))).toEqual(['', '', quarter.reason]);
  });
});

describe('a right that changes during an exam', () => {
  it('adds the breaks that it has more than before, and renews none', async () => {
    const quiz = await exam();
    const student = await entitled({ breaks: 1 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    const left = async () => (await done('GET', `/api/attempts/${sheet.id}`, student)).aids.breaksLeft;
    await done('POST', attemptUrl(sheet, 'break'), student);
    clock.set(on(10));
    await grant(student, { breaks: 3 });
    expect(await left()).toBe(2);
    await grant(student, { breaks: 1 });
    expect(await left()).toBe(2);
    await done('DELETE', `${rightUrl(student)}?revision=3`, office);
    await grant(student, { breaks: 1 });
    expect(await left()).toBe(2);
  });

  it('gives no break twice when it is lowered and raised again', async () => {
    const quiz = await exam();
    const student = await entitled({ breaks: 3 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    const left = async () => (await done('GET', `/api/attempts/${sheet.id}`, student)).aids.breaksLeft;
    await grant(student, { breaks: 1 });
    await grant(student, { breaks: 3 });
    expect(await left()).toBe(3);
    await done('POST', attemptUrl(sheet, 'break'), student);
    await done('DELETE', attemptUrl(sheet, 'break'), student);
    for (const breaks of [1, 3, 0, 4]) await grant(student, { breaks });
    expect(await left()).toBe(3);
  });

  it('never shortens the answer card of an open attempt', async () => {
    const quiz = await exam({ conduct: { sheet: { minutes: 20, mayCopy: false } } });
    const student = await entitled({ extraPercent: 50 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    await grant(student, { extraPercent: 25 });
    clock.set(on(30));
    expect(await done('POST', attemptUrl(sheet, 'sheet'), student)).toMatchObject({ deadlineAt: on(60) });
  });

  it('extends the answer card and keeps a break that was taken in it', async () => {
    const quiz = await exam({ conduct: { sheet: { minutes: 20, mayCopy: false } } });
    const student = await entitled({ extraPercent: 0, breaks: 1, breakMinutes: 10 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    clock.set(on(30));
    expect(await done('POST', attemptUrl(sheet, 'sheet'), student)).toMatchObject({ deadlineAt: on(50) });
    clock.set(on(35));
    await done('POST', attemptUrl(sheet, 'break'), student);
    await grant(student, { extraPercent: 50, breaks: 1 });
    const shown = async () => done('GET', `/api/attempts/${sheet.id}`, student);
    expect(await shown()).toMatchObject({ notebookUntil: on(30), deadlineAt: on(70) });
    await grant(student, { extraPercent: 25, breaks: 1 });
    await grant(student, { extraPercent: 100, breaks: 1 });
    expect(await shown()).toMatchObject({ notebookUntil: on(30), deadlineAt: on(80) });
  });

  it('never closes the notebook of an open attempt earlier than before', async () => {
    const quiz = await exam({ conduct: { sheet: { minutes: 20, mayCopy: false } } });
    const student = await entitled({ extraPercent: 0, extraMinutes: 40 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    expect(sheet).toMatchObject({ notebookUntil: on(100), deadlineAt: on(120) });
    await grant(student, { extraPercent: 60 });
    const shown = await done('GET', `/api/attempts/${sheet.id}`, student);
    expect(shown).toMatchObject({ notebookUntil: on(100), deadlineAt: on(128) });
  });
});
