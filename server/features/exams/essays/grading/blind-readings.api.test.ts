import { beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { QueuedEssay } from '#contract/exams/essay-grading.ts';
import type { SecondReading } from '#contract/exams/second-reading.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, deliver } = essayClient(test);
const desk = '/api/teacher/essays';
const secondReading: SecondReading = { totalLimit: 2, criterionLimit: 1.5, finalMark: 'closest_two' };
/** Points that the theme's limits call discrepant with the full ones: 16.1 and 11.6. */
const fewPoints = { ...fullPoints, tema: 0 };
let [ana, rui, eva, max, admin]: Person[] = [];
let themeId: number;

const person = (firstName: string) => createPerson(test.deps.db, { role: 'teacher', firstName });
const people = () => {
  if (!ana || !rui || !eva || !max || !admin) throw new Error('The people are made before the tests.');
  return { ana, rui, eva, max, admin };
};

beforeAll(async () => {
  [ana, rui, eva, max] = [
    await person('Zuleica'),
    await person('Teobaldo'),
    await person('Quitéria'),
    await person('Xisto'),
  ];
  admin = await createPerson(test.deps.db, { role: 'admin' });
  themeId = await publishTheme(ana, { secondReading });
});

const newEssay = async (theme = themeId) => {
  const student = await createPerson(test.deps.db, { firstName: 'Rafaela', lastName: 'Segredo' });
  return { student, ...(await deliver(student, theme, essayOf(25))) };
};
const lease = (as: Person, id: number) => call(as, 'POST', `${desk}/${id}/lease`);
const finish = (as: Person, id: number, correction: object, revision = 1) =>
  call(as, 'POST', `${desk}/${id}/return`, { correction: { ...emptyCorrection, ...correction }, revision });
const read = async (as: Person, id: number, points: object, comment = '') => {
  expect((await lease(as, id)).statusCode).toBe(200);
  const done = await finish(as, id, { points, comment });
  expect(done.statusCode).toBe(200);
  return done.json();
};
const queued = async (as: Person, list = 'waiting') =>
  ((await call(as, 'GET', `${desk}?list=${list}&limit=100`)).json() as QueuedEssay[]).map(({ id }) => id);
const conflict = async (answer: ReturnType<typeof call>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};

describe('an essay of a theme with two readers', () => {
  it('is read by two people at once, by no third one, and returned with their means once both have finished', async () => {
    const { ana, rui, eva } = people();
    const { id, student } = await newEssay();
    await lease(ana, id);
    await lease(rui, id);
    expect(await conflict(lease(eva, id))).toEqual([409, 'state_conflict']);
    expect(await queued(eva)).not.toContain(id);
    expect([await queued(ana, 'mine'), await queued(rui, 'mine')]).toEqual([[id], [id]]);
    const first = await read(ana, id, fullPoints, 'Boa tese.');
    expect(first).toMatchObject({ state: 'delivered', isBlind: true, isFinished: true, lease: null, result: null });
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      state: 'delivered',
      returned: null,
    });
    const second = await read(rui, id, { ...fullPoints, tema: 3.5, norma: 1.6 }, 'Cuide da vírgula.');
    expect(second).toMatchObject({ state: 'returned', result: { score: 15.35 } });
    expect((await call(student, 'GET', `/api/essays/${id}`)).json().returned).toMatchObject({
      by: null,
      correction: { points: { tema: 4, norma: 1.85 }, comment: 'Boa tese.\n\nCuide da vírgula.' },
      result: { score: 15.35, isPassed: true, lines: 25 },
    });
    const told = (await call(student, 'GET', '/api/notifications')).json();
    expect(told.filter(({ kind }: { kind: string }) => kind === 'essay_returned')).toHaveLength(1);
  });

  it('needs a third reader after a discrepancy, who is none of the first two', async () => {
    const { ana, rui, eva } = people();
    const { id, student } = await newEssay();
    await read(ana, id, fullPoints);
    expect(await read(rui, id, fewPoints)).toMatchObject({ state: 'delivered', result: null });
    expect(await conflict(lease(ana, id))).toEqual([409, 'state_conflict']);
    expect(await conflict(lease(rui, id))).toEqual([409, 'state_conflict']);
    expect([await queued(ana), await queued(rui), await queued(eva)].map((ids) => ids.includes(id))).toEqual([
      false,
      false,
      true,
    ]);
    const third = await read(eva, id, { ...fullPoints, tema: 4 });
    expect(third).toMatchObject({ state: 'returned', result: { score: 15.85 } });
    expect((await call(student, 'GET', `/api/essays/${id}`)).json().returned.result.score).toBe(15.85);
  });

  it('gets the mark of the third reader where the theme says so', async () => {
    const { ana, rui, eva } = people();
    const { id } = await newEssay(
      await publishTheme(ana, { secondReading: { ...secondReading, finalMark: 'third_decides' } }),
    );
    await read(rui, id, fullPoints);
    await read(ana, id, fewPoints);
    expect(await read(eva, id, { ...fullPoints, tema: 1 })).toMatchObject({ result: { score: 12.6 } });
  });

  it('is finished once by each reader: the same reading again is the same, another one is refused', async () => {
    const { ana, rui } = people();
    const { id } = await newEssay();
    await lease(ana, id);
    const both = await Promise.all([finish(ana, id, { points: fullPoints }), finish(ana, id, { points: fullPoints })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await conflict(finish(ana, id, { points: fewPoints }, 2))).toEqual([409, 'state_conflict']);
    await lease(rui, id);
    const races = await Promise.all([1, 2, 3].map(() => finish(rui, id, { points: fullPoints })));
    expect(races.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await finish(ana, id, { points: fullPoints }).then(({ json }) => json())).toMatchObject({
      state: 'returned',
    });
    const rows = test.deps.db.selectFrom('essay_blind_readings').select('position').where('essay_id', '=', id);
    expect((await rows.orderBy('position').execute()).map(({ position }) => position)).toEqual([1, 2]);
  });

  it('gives a free reading to one of two people who take it at once', async () => {
    const { ana, rui, eva } = people();
    const { id } = await newEssay();
    await read(ana, id, fullPoints);
    const both = await Promise.all([lease(rui, id), lease(eva, id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('keeps the draft of each reader apart, also when a lease ends and another person reads instead', async () => {
    const { ana, rui, eva, max } = people();
    const { id } = await newEssay();
    await read(ana, id, fullPoints);
    await lease(rui, id);
    const draft = { ...emptyCorrection, points: { tema: 1 }, comment: 'Rascunho de um só' };
    expect((await call(rui, 'PUT', `${desk}/${id}/correction`, { correction: draft, revision: 1 })).statusCode).toBe(
      200,
    );
    test.clock.advance(31 * MINUTE_MS);
    expect((await lease(eva, id)).json()).toMatchObject({ correction: emptyCorrection, revision: 1 });
    const late = { correction: { ...draft, comment: 'Tarde' }, revision: 2 };
    expect(await conflict(call(rui, 'PUT', `${desk}/${id}/correction`, late))).toEqual([409, 'state_conflict']);
    expect(await conflict(finish(rui, id, { points: fullPoints }, 2))).toEqual([409, 'state_conflict']);
    await call(eva, 'DELETE', `${desk}/${id}/lease`);
    expect((await lease(rui, id)).json()).toMatchObject({ correction: draft, revision: 2 });
    expect(await conflict(lease(max, id))).toEqual([409, 'state_conflict']);
    await call(rui, 'DELETE', `${desk}/${id}/lease`);
    const closed = { correction: draft, revision: 2 };
    expect(await conflict(call(rui, 'PUT', `${desk}/${id}/correction`, closed))).toEqual([409, 'state_conflict']);
  });

  it('shows no reader and no owner a name, a point or a word of another reader before the return', async () => {
    const { eva, max, admin } = people();
    const [ana, rui] = [await person('Zenóbia'), await person('Tibúrcio')];
    const { id, student } = await newEssay();
    const words = 'Só a primeira pessoa sabe disto';
    const mark = { id: 'm1', start: 0, end: 7, criterionKey: 'norma', comment: words, points: 0.37, isPraise: false };
    // Three times: often enough to be offered to all readers, once the essays are returned.
    for (const one of [id, (await newEssay()).id, (await newEssay()).id]) {
      await lease(ana, one);
      await finish(ana, one, { points: { ...fullPoints, tema: 4.37 }, marks: [mark], comment: words });
    }
    await lease(rui, id);
    const draft = { ...emptyCorrection, points: { tema: 0.37 }, comment: words };
    await call(rui, 'PUT', `${desk}/${id}/correction`, { correction: draft, revision: 1 });
    const urls = [
      `${desk}?list=waiting`,
      `${desk}?list=mine`,
      `${desk}?list=returned`,
      `${desk}/counts`,
      `${desk}/${id}`,
    ];
    const shared = ['/api/teacher/essay-comments', '/api/admin/essay-readers', '/api/waiting', '/api/admin/audit'];
    for (const reader of [eva, max, admin]) {
      const answers = await Promise.all([...urls, ...shared].map((url) => call(reader, 'GET', url)));
      const refused = await lease(reader, id);
      expect(refused.statusCode).toBe(409);
      for (const { body } of [...answers, refused]) {
        expect(body).not.toMatch(/Só a primeira|4\.37|0\.37|14\.\d7|Zenóbia|Tibúrcio|Rafaela|Segredo/);
      }
    }
    const toRui = await Promise.all(urls.map((url) => call(rui, 'GET', url)));
    for (const { body } of toRui) expect(body).not.toMatch(/4\.37|Zenóbia|Rafaela/);
    const toAna = await Promise.all(urls.map((url) => call(ana, 'GET', url)));
    for (const { body } of toAna) expect(body).not.toMatch(/"tema":0\.37|Tibúrcio|Rafaela/);
    const seen = await call(student, 'GET', `/api/essays/${id}`);
    expect(seen.body).not.toMatch(/Só a primeira|Zenóbia|Tibúrcio/);
    expect((await call(rui, 'GET', '/api/teacher/essay-comments')).body).not.toContain(words);
  });

  it('counts the remarks of its readers as used at the return, each reading once', async () => {
    const { ana, rui } = people();
    const text = 'Conectivo repetido';
    const mark = { id: 'm1', start: 0, end: 7, criterionKey: 'norma', comment: text, points: 0, isPraise: false };
    const marks = [mark, { ...mark, id: 'm2' }];
    const uses = async () => {
      const stored = test.deps.db.selectFrom('essay_comments').select('use_count').where('body', '=', text);
      return (await stored.executeTakeFirst())?.use_count ?? 0;
    };
    const { id } = await newEssay();
    for (const [reader, after] of [
      [ana, 0],
      [rui, 2],
    ] as const) {
      await lease(reader, id);
      await finish(reader, id, { points: fullPoints, marks });
      expect(await uses()).toBe(after);
    }
  });

  it('counts as due only for readers who can still read it', async () => {
    const { ana, eva } = people();
    const waiting = async (as: Person) => (await call(as, 'GET', `${desk}/counts`)).json().waiting as number;
    const [ofAna, ofEva] = [await waiting(ana), await waiting(eva)];
    const { id } = await newEssay();
    expect([await waiting(ana), await waiting(eva)]).toEqual([ofAna + 1, ofEva + 1]);
    await read(ana, id, fullPoints);
    expect([await waiting(ana), await waiting(eva)]).toEqual([ofAna, ofEva + 1]);
  });

  it('keeps one reader when its theme gets a second one later', async () => {
    const { ana } = people();
    const theme = await publishTheme(ana);
    const { id } = await newEssay(theme);
    const now = (await call(ana, 'GET', `/api/teacher/essay-themes/${theme}`)).json();
    const url = `/api/teacher/essay-themes/${theme}`;
    const saved = (
      await call(ana, 'PUT', url, { draft: { ...now.draft, secondReading }, revision: now.revision })
    ).json();
    expect(saved.draft.secondReading).toEqual(secondReading);
    await call(ana, 'POST', `${url}/publish`, { revision: saved.revision });
    expect(await read(ana, id, fullPoints)).toMatchObject({ state: 'returned', isBlind: false });
    expect((await read(ana, (await newEssay(theme)).id, fullPoints)).state).toBe('delivered');
  });
});

describe('the agreement of readers', () => {
  it('is shown to the owner only, with mean differences and kappa of returned essays', async () => {
    const aged = { finished_at: new Date(test.clock.now().getTime() - 366 * DAY_MS) };
    await test.deps.db.updateTable('essay_blind_readings').set(aged).where('finished_at', 'is not', null).execute();
    const [ana, rui] = [await person('Zenaide'), await person('Tácito')];
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const url = '/api/admin/essay-readers';
    expect((await call(admin, 'GET', url)).json()).toEqual({ essays: 0, thirdReadings: 0, kappa: null, readers: [] });
    for (const tema of [4.5, 3.5, 4]) {
      const { id } = await newEssay();
      await read(ana, id, { ...fullPoints, tema });
      await read(rui, id, { ...fullPoints, tema: tema - 1, norma: 1.1 });
    }
    const open = await newEssay();
    await read(ana, open.id, fullPoints);
    const figures = (await call(admin, 'GET', url)).json();
    expect(figures).toMatchObject({ essays: 3, thirdReadings: 0 });
    expect(
      figures.readers.map(({ name, readings, difference }: { name: string; readings: number; difference: number }) => [
        name.split(' ')[0],
        readings,
        Math.round(difference),
      ]),
    ).toEqual([
      ['Tácito', 3, -10],
      ['Zenaide', 3, 10],
    ]);
    expect(figures.kappa).toBeLessThan(1);
    expect((await call(ana, 'GET', url)).statusCode).toBe(403);
  });
});
