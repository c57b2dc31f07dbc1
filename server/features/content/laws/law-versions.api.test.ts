import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Law, LawArticlePage, LawTextLine } from '#contract/content/laws.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { listDevices, listHistory, listTexts } from './law-texts.store.ts';

const test = useTestApp();
let admin: Person;
let student: Person;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const get = async (url: string, as: Person = student) => (await test.request({ method: 'GET', url, as })).json();
const deviceId = async (lawId: number, lexId: string) =>
  (
    await test.deps.db
      .selectFrom('law_devices')
      .select('id')
      .where('law_id', '=', lawId)
      .where('lex_id', '=', lexId)
      .executeTakeFirstOrThrow()
  ).id;

type Version = { startsOn: string; until: string | null; isCurrent: boolean };

async function writeHistory(device: number, versions: readonly Version[]): Promise<void> {
  const { db } = test.deps;
  await db.deleteFrom('law_versions').where('device_id', '=', device).execute();
  await db
    .insertInto('law_versions')
    .values(
      versions.map(({ startsOn, until, isCurrent }, at) => ({
        device_id: device,
        number: at + 1,
        body: `texto ${at + 1}`,
        is_current: isCurrent,
        valid_from: startsOn,
        starts_on: startsOn,
        valid_until: until,
      })),
    )
    .execute();
}

const FIRST = '2020-01-01';
const DAYS = 60;

/** A second implementation: each text is painted over the days of a calendar, the one that begins last on top. */
function paint(versions: readonly Version[]): (string | null)[] {
  const calendar: (string | null)[] = Array.from({ length: DAYS }, () => null);
  const isAlive = versions.some(({ isCurrent }) => isCurrent);
  const byStart = versions
    .map((version, at) => ({ ...version, text: `texto ${at + 1}` }))
    .sort((one, other) => (one.startsOn < other.startsOn ? -1 : one.startsOn > other.startsOn ? 1 : 0));
  for (const { startsOn, until, text } of byStart) {
    if (!isAlive && until === null) continue;
    for (let at = 0; at < DAYS; at += 1) {
      const day = addDays(FIRST, at);
      if (day >= startsOn && (until === null || day < until)) calendar[at] = text;
    }
  }
  return calendar;
}

const history = fc
  .record({
    texts: fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: DAYS }),
        length: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null, freq: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    current: fc.option(fc.nat({ max: 5 }), { freq: 6 }),
  })
  .map(({ texts, current }): Version[] =>
    texts.map(({ start, length }, at) => ({
      startsOn: addDays(FIRST, start),
      until: length === null ? null : addDays(FIRST, start + length),
      isCurrent: current !== null && at === Math.min(current, texts.length - 1),
    })),
  );

describe('the text of a device on a day', () => {
  it('is the one that a calendar painted text by text shows, over random overlapping histories', async () => {
    const lawId = await createTestLaw(test, admin);
    const device = await deviceId(lawId, 'art1_cpt');
    await fc.assert(
      fc.asyncProperty(history, fc.uniqueArray(fc.nat({ max: DAYS - 1 }), { maxLength: 8 }), async (versions, days) => {
        await writeHistory(device, versions);
        const painted = paint(versions);
        for (const at of days) {
          const day = addDays(FIRST, at);
          const shown = (await listDevices(test.deps.db, lawId, ['art1'], day)).find(
            ({ lexId }) => lexId === 'art1_cpt',
          );
          expect(shown?.text ?? null).toBe(painted[at]);
          const others = await listHistory(test.deps.db, lawId, 'art1', day, 100);
          expect(others.filter(({ lexId }) => lexId === 'art1_cpt')).toHaveLength(versions.length - (shown ? 1 : 0));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the text before a provisional measure again once the measure has lapsed', async () => {
    const lawId = await createTestLaw(test, admin);
    await writeHistory(await deviceId(lawId, 'art1_cpt'), [
      { startsOn: '-infinity', until: null, isCurrent: false },
      { startsOn: '2020-02-01', until: '2020-06-01', isCurrent: true },
    ]);
    const textOn = async (day: string) => (await listTexts(test.deps.db, lawId, day, 1))[0]?.text;
    expect([await textOn('2020-01-31'), await textOn('2020-05-31'), await textOn('2020-06-01')]).toEqual([
      'texto 1',
      'texto 2',
      'texto 1',
    ]);
  });

  it('starts with the year where a remark names no day, and a text without any remark starts with the one before', async () => {
    const lawId = await createTestLaw(test, admin, {
      source: [
        'Art. 1º O primeiro texto.',
        'Art. 1º O segundo texto. (Redação dada pela Lei nº 99.741, de 2003)',
        'Art. 1º O terceiro texto.',
        'Art. 2º Incluído. (Incluído pela Lei nº 10.741, de 1º de outubro de 2003)',
      ].join('\n\n'),
    });
    const on = async (day: string) => (await listTexts(test.deps.db, lawId, day, 9)).map(({ text }) => text);
    expect(await on('2002-12-31')).toEqual(['O primeiro texto.']);
    expect(await on('2003-01-01')).toEqual(['O terceiro texto.']);
    expect(await on('2003-10-01')).toHaveLength(2);
  });
});

describe('a student who follows an exam', () => {
  const day = (days: number) => addDays(dayOf(test.clock.now()), days);
  const createExam = async (over: object) => {
    const payload = { name: 'Soldado PM', organisation: 'VUNESP', date: day(60), ...over };
    const response = await test.request({ method: 'POST', url: '/api/admin/exams', payload, as: admin });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const follow = (id: number, as: Person) =>
    test.request({ method: 'POST', url: `/api/exams/${id}/follow`, payload: {}, as });
  const lawWithChange = async () => {
    const lawId = await createTestLaw(test, admin);
    await writeHistory(await deviceId(lawId, 'art1_cpt'), [
      { startsOn: '-infinity', until: null, isCurrent: false },
      { startsOn: day(-10), until: null, isCurrent: false },
      { startsOn: day(20), until: null, isCurrent: true },
    ]);
    return lawId;
  };

  it('reads the law as of the edital, today’s text on request, and the other texts in the history', async () => {
    const reader = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
    const lawId = await lawWithChange();
    const { id } = await createExam({ noticeDate: day(-30) });
    await follow(id, reader);
    const edital = { day: day(-30), examName: 'Soldado PM' };
    const page: LawArticlePage = await get(`/api/laws/${lawId}/articles/art1`, reader);
    expect([page.asOf, page.article.devices[0]?.text]).toEqual([{ day: day(-30), edital }, 'texto 1']);
    expect(page.earlier).toEqual([]);
    expect(page.history.map(({ text, isLater }) => [text, isLater])).toEqual([
      ['texto 3', true],
      ['texto 2', true],
    ]);
    const now: LawArticlePage = await get(`/api/laws/${lawId}/articles/art1?on=today`, reader);
    expect([now.asOf, now.article.devices[0]?.text]).toEqual([{ day: day(0), edital }, 'texto 2']);
    expect(now.earlier.map(({ text }) => text)).toEqual(['texto 1']);
    expect(now.history.map(({ text, isLater, until }) => [text, isLater, until])).toEqual([
      ['texto 3', true, null],
      ['texto 1', false, day(-10)],
    ]);
    const law: Law = await get(`/api/laws/${lawId}`, reader);
    expect(law.asOf.day).toBe(day(-30));
    const [first] = await get(`/api/laws/${lawId}/articles`, reader);
    expect(first.devices[0].text).toBe('texto 1');
    const [today] = await get(`/api/laws/${lawId}/articles?on=today`, reader);
    expect(today.devices[0].text).toBe('texto 2');
    const lines: LawTextLine[] = await get(`/api/laws/${lawId}/text`, reader);
    expect(lines.find(({ lexId }) => lexId === 'art1_cpt')?.text).toBe('texto 1');
  });

  it.each([
    ['no day of the edital', {}],
    ['an edital that is still to come', { noticeDate: 'tomorrow' }],
  ])('reads today’s text where the exam has %s', async (_, over) => {
    const reader = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
    const lawId = await lawWithChange();
    const { id } = await createExam('noticeDate' in over ? { noticeDate: day(1) } : {});
    await follow(id, reader);
    const page: LawArticlePage = await get(`/api/laws/${lawId}/articles/art1`, reader);
    expect([page.asOf, page.article.devices[0]?.text]).toEqual([{ day: day(0), edital: null }, 'texto 2']);
  });

  it('has the day of the edital from the office, which keeps it when a client does not send it', async () => {
    const exam = await createExam({ noticeDate: day(-30) });
    expect(exam.noticeDate).toBe(day(-30));
    const change = (over: object) =>
      test.request({
        method: 'PUT',
        url: `/api/admin/exams/${exam.id}`,
        payload: { name: 'Soldado', organisation: 'VUNESP', date: exam.date, link: null, ...over },
        as: admin,
      });
    expect((await change({ version: 1 })).json()).toMatchObject({ name: 'Soldado', noticeDate: day(-30) });
    expect((await change({ version: 2, noticeDate: null })).json().noticeDate).toBeNull();
    const late = await change({ version: 3, noticeDate: day(61) });
    expect([late.statusCode, Object.keys(late.json().fields)]).toEqual([400, ['noticeDate']]);
  });
});
