import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LawLink } from '#contract/content/law-citations.ts';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { searchUnread } from './citations.service.ts';

const test = useTestApp();
let admin: Person;
let teacher: Person;
let other: Person;
let student: Person;
let lawId: number;
let subjectId: number;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  other = await createPerson(test.deps.db, { role: 'teacher', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
  subjectId = (await createSubject(test.deps.db)).id;
  lawId = await createLaw('urn:lex:br:federal:constituicao:1988-10-05;1988', 'Constituição Federal');
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const createLaw = (urn: string | null, name: string, nicknames: string[] = []) =>
  createTestLaw(test, teacher, {
    source: 'Art. 5º Todos são iguais:\n\nXI - a casa é asilo;\n\nArt. 6º São direitos sociais.',
    urn,
    name,
    nicknames,
  });

const write = (content: string) => createLesson(test.deps.db, { content, subjectId, authorId: teacher.id });
const links = async (lessonId: number, as: Person = student): Promise<LawLink[]> =>
  (await test.request({ method: 'GET', url: `/api/articles/${lessonId}/law-citations`, as })).json();
const decide = (lessonId: number, payload: object, as: Person = teacher) =>
  test.request({ method: 'PUT', url: `/api/articles/${lessonId}/law-citations`, payload, as });
const citing = async (article: string, as: Person = student) =>
  ((await test.request({ method: 'GET', url: `/api/laws/${lawId}/articles/${article}`, as })).json() as LawArticlePage)
    .lessons;

describe('citations of a lesson', () => {
  it('lead to the device of the school, and to the article where the device is missing', async () => {
    const { id } = await write('<p>O art. 5º, XI, da CF e o art. 5º, XII, da CF.</p>');
    expect(await links(id)).toEqual([
      {
        quote: 'art. 5º, XI, da CF',
        occurrence: 0,
        lawId,
        lawName: 'Constituição Federal',
        article: 'art5',
        lexId: 'art5_cpt_inc11',
        isRefused: false,
      },
      {
        quote: 'art. 5º, XII, da CF',
        occurrence: 0,
        lawId,
        lawName: 'Constituição Federal',
        article: 'art5',
        lexId: 'art5',
        isRefused: false,
      },
    ]);
  });

  it('lead to a súmula once the school has taken the súmulas of its court in, each court apart', async () => {
    const content = '<p>Algemas: Súmula Vinculante 11. Veja a Súmula 11 do STJ e a Súmula Vinculante 99.</p>';
    const { id } = await write(content);
    expect(await links(id)).toEqual([]);
    const source =
      'Súmula Vinculante 10\nViola a cláusula de reserva.\n\nSúmula Vinculante 11\nSó é lícito o uso de algemas.';
    const preview = await test.request({
      method: 'POST',
      url: '/api/teacher/laws/preview',
      payload: { format: 'text', source },
      as: teacher,
    });
    const { name, urn } = preview.json();
    expect([name, urn]).toEqual([
      'Súmulas Vinculantes do STF',
      'urn:lex:br:supremo.tribunal.federal:sumula.vinculante',
    ]);
    const sumulas = await createTestLaw(test, teacher, { source, urn, name });
    const leading = (await links(id)).map((link) => [link.quote, link.lawId, link.lexId]);
    expect(leading).toEqual([
      ['Súmula Vinculante 11', sumulas, 'art11'],
      ['Súmula Vinculante 99', sumulas, ''],
    ]);
    const page = await test.request({ method: 'GET', url: `/api/laws/${sumulas}/articles/art11`, as: student });
    expect(page.json()).toMatchObject({
      article: { label: 'Súmula Vinculante 11', devices: [{ text: 'Só é lícito o uso de algemas.' }] },
      lessons: [{ id, quotes: ['Súmula Vinculante 11'] }],
    });
  });

  it('are none where the school does not have the law, and appear once it is taken in and the job has searched', async () => {
    const { id } = await write('<p>O art. 6º do Estatuto da Guarda vale.</p>');
    expect(await links(id)).toEqual([]);
    const guard = await createLaw(null, 'Lei da Guarda', ['Estatuto da Guarda']);
    await searchUnread(test.deps);
    expect((await links(id)).map(({ lawId: found, lexId }) => [found, lexId])).toEqual([[guard, 'art6']]);
  });

  it('are the stored ones for a reader after the names of laws have changed: that search is the work of the job', async () => {
    const { id } = await write('<p>Segue o art. 6º da CF.</p>');
    const stored = await links(id);
    const readWith = () =>
      test.deps.db
        .selectFrom('law_read_lessons')
        .select('names_key')
        .where('lesson_id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await readWith();
    await createLaw(null, 'Lei dos Nomes', ['Estatuto dos Nomes']);
    expect(await links(id)).toEqual(stored);
    expect(await readWith()).toEqual(before);
    await searchUnread(test.deps);
    expect(await readWith()).not.toEqual(before);
  });

  it('are answered to a class that opens a new long lesson at once, by one search', async () => {
    const { id } = await write(`<p>O art. 6º da CF.</p>${'<p>Texto sem lei nenhuma.</p>'.repeat(400)}`);
    const answers = await Promise.all(Array.from({ length: 40 }, () => links(id)));
    expect(answers.map((found) => found.length)).toEqual(Array(40).fill(1));
  });

  it('are found once by the job, in lessons that no one has opened', async () => {
    const { id } = await write('<p>Conforme o art. 6º da CF.</p>');
    await searchUnread(test.deps);
    expect((await citing('art6')).map((lesson) => lesson.id)).toContain(id);
    expect(await searchUnread(test.deps)).toEqual({ searched: 0 });
  });

  it('do not stop those of other lessons when the lesson is broken', async () => {
    const broken = await write('<p>art. 6º da CF</p>');
    const sound = await write('<p>Segundo o art. 6º da CF.</p>');
    const repair = await breakRows(test.deps.db, 'law_read_lessons', `r.lesson_id = ${broken.id}`);
    await searchUnread(test.deps);
    expect((await citing('art6')).map((lesson) => lesson.id)).toContain(sound.id);
    expect((await citing('art6')).map((lesson) => lesson.id)).not.toContain(broken.id);
    await repair();
  });

  it('are not listed at the article after the lesson was deleted', async () => {
    const { id } = await write('<p>Some com o art. 6º da CF.</p>');
    await links(id);
    expect((await citing('art6')).map((lesson) => lesson.id)).toContain(id);
    await test.deps.db.updateTable('lessons').set({ deleted_at: test.clock.now() }).where('id', '=', id).execute();
    expect((await citing('art6')).map((lesson) => lesson.id)).not.toContain(id);
    const gone = await test.request({ method: 'GET', url: `/api/articles/${id}/law-citations`, as: teacher });
    expect(gone.statusCode).toBe(404);
  });
});

describe('the author of a lesson', () => {
  it('refuses a citation, and takes the refusal back', async () => {
    const { id } = await write('<p>Recusa: art. 5º da CF.</p>');
    const refused = await decide(id, { decision: 'refused', quote: 'art. 5º da CF' });
    expect(refused.statusCode, refused.body).toBe(200);
    expect((refused.json() as LawLink[])[0]).toMatchObject({ isRefused: true, lawId: null });
    expect(await links(id)).toEqual([]);
    expect((await citing('art5')).map((lesson) => lesson.id)).not.toContain(id);
    await decide(id, { decision: 'recognised', quote: 'art. 5º da CF' });
    expect(await links(id)).toHaveLength(1);
  });

  it('leads a citation to another device, and the same decision twice changes nothing', async () => {
    const { id } = await write('<p>Corrige: art. 5º da CF.</p>');
    const body = { decision: 'corrected', quote: 'art. 5º da CF', device: { lawId, lexId: 'art6' } };
    expect((await decide(id, body)).statusCode).toBe(200);
    expect((await decide(id, body)).statusCode).toBe(200);
    expect((await links(id)).map(({ lexId, article }) => [lexId, article])).toEqual([['art6', 'art6']]);
    expect((await citing('art6')).find((lesson) => lesson.id === id)?.quotes).toEqual(['art. 5º da CF']);
    const unknown = await decide(id, { ...body, device: { lawId, lexId: 'art99' } });
    expect(unknown.statusCode).toBe(404);
    const nowhere = await decide(id, { ...body, device: null });
    expect([nowhere.statusCode, Object.keys(nowhere.json().fields)]).toEqual([400, ['device']]);
  });

  it('decides alone, beside administrators', async () => {
    const { id } = await write('<p>De quem: art. 5º da CF.</p>');
    const body = { decision: 'refused', quote: 'art. 5º da CF' };
    expect((await decide(id, body, other)).statusCode).toBe(403);
    expect((await decide(id, body, student)).statusCode).toBe(403);
    expect((await decide(id, body, admin)).statusCode).toBe(200);
  });
});
