import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LawSuggestion, QuestionLaws } from '#contract/questions/question-laws.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { searchUnreadItems } from '#server/features/content/laws/citing/items.service.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
let teacher: Person;
let other: Person;
let student: Person;
let lawId: number;
let guardId: number;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  other = await createPerson(test.deps.db, { role: 'teacher', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
  lawId = await createTestLaw(test, teacher, { urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988' });
  guardId = await createTestLaw(test, teacher, {
    name: 'Lei da Guarda',
    source: [
      'Art. 1º A guarda municipal protege bens, serviços e instalações do município.',
      'Art. 2º O porte de arma de fogo dos guardas depende de formação.',
      'Art. 3º As férias dos guardas são de trinta dias por ano.',
      'Parágrafo único. O guarda vende um terço das férias.',
      'Art. 4º O comandante é nomeado pelo prefeito.',
      'Art. 5º O uniforme é azul e não se empresta.',
      'Art. 6º Revogado o que disser o contrário.',
    ].join('\n\n'),
  });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const base = '/api/teacher/questions';
const laws = async (id: number, as: Person = teacher): Promise<QuestionLaws> =>
  (await test.request({ method: 'GET', url: `${base}/${id}/law-citations`, as })).json();
const decide = (id: number, payload: object, as: Person = teacher) =>
  test.request({ method: 'PUT', url: `${base}/${id}/law-citations`, payload, as });
const attach = (id: number, payload: object, as: Person = teacher) =>
  test.request({ method: 'PUT', url: `${base}/${id}/law-articles`, payload, as });
const suggested = async (id: number): Promise<LawSuggestion[]> =>
  (await test.request({ method: 'GET', url: `${base}/${id}/law-suggestions`, as: teacher })).json();

const quote = 'art. 5º da CF';
const ask = (over: object = {}) =>
  createBankQuestion(test, teacher, { questionText: `Conforme o ${quote}, assinale.`, options: 2, ...over });

describe('the author of a question', () => {
  it('refuses a quote and takes it back, and the decision survives the next search', async () => {
    const { id } = await ask();
    expect(await laws(id)).toMatchObject({ mayDecide: true, links: [{ quote, lawId, lexId: 'art5', of: 'question' }] });
    expect((await decide(id, { decision: 'refused', quote })).json().links).toMatchObject([{ quote, isRefused: true }]);
    await test.deps.db.updateTable('law_items').set({ names_key: 'old' }).where('question_id', '=', id).execute();
    await searchUnreadItems(test.deps);
    expect((await laws(id)).links).toMatchObject([{ quote, isRefused: true, lawId: null }]);
    expect((await decide(id, { decision: 'recognised', quote })).json().links).toMatchObject([{ isRefused: false }]);
  });

  it('leads a quote to another device, and again changes nothing', async () => {
    const { id } = await ask();
    const body = { decision: 'corrected', quote, device: { lawId, lexId: 'art6' } };
    for (const _ of [1, 2]) {
      expect((await decide(id, body)).json().links).toMatchObject([
        { lexId: 'art6', article: 'art6', isRefused: false },
      ]);
    }
    expect((await decide(id, { ...body, device: { lawId, lexId: 'art99' } })).statusCode).toBe(404);
    expect((await decide(id, { ...body, device: null })).statusCode).toBe(400);
  });

  it('is the only one to decide, beside administrators; every teacher can read', async () => {
    const { id } = await ask();
    expect(await laws(id, other)).toMatchObject({ mayDecide: false, links: [{ quote }] });
    const body = { decision: 'refused', quote };
    for (const person of [other, student]) expect((await decide(id, body, person)).statusCode).toBe(403);
    expect((await decide(id, body, admin)).statusCode).toBe(200);
    const article = { lawId, lexId: 'art7', isTaken: true };
    for (const person of [other, student]) expect((await attach(id, article, person)).statusCode).toBe(403);
    for (const path of ['law-citations', 'law-suggestions']) {
      const reply = await test.request({ method: 'GET', url: `${base}/${id}/${path}`, as: student });
      expect(reply.statusCode).toBe(403);
    }
  });

  it('corrects a quote of a base text only as its author', async () => {
    const made = await test.request({
      method: 'POST',
      url: '/api/teacher/base-texts',
      payload: { title: 'T', format: 'plain', text: 'O art. 8º da CF.', creationKey: crypto.randomUUID() },
      as: other,
    });
    const { id } = await ask({ baseTextId: made.json().id });
    const body = { decision: 'refused', quote: 'art. 8º da CF', of: 'base_text' };
    expect(await laws(id)).toMatchObject({ mayDecide: true, mayDecideText: false });
    expect(await laws(id, other)).toMatchObject({ mayDecide: false, mayDecideText: true });
    expect(await laws(id, admin)).toMatchObject({ mayDecide: true, mayDecideText: true });
    expect((await decide(id, body)).statusCode).toBe(403);
    expect((await decide(id, body, student)).statusCode).toBe(403);
    expect((await decide(id, body, admin)).statusCode).toBe(200);
    expect((await laws(id)).links.find(({ of }) => of === 'base_text')).toMatchObject({ isRefused: true });
    expect((await decide((await ask()).id, body, admin)).statusCode).toBe(404);
  });
});

describe('suggestions', () => {
  it('are the likeliest articles by statement and right option, five at most', async () => {
    const { id } = await ask({
      questionText: 'Sobre as férias de quem trabalha na guarda, é correto afirmar que:',
      optionText: (place: number) => (place === 2 ? 'pode vender um terço delas.' : 'o uniforme é azul.'),
    });
    const found = await suggested(id);
    expect(found[0]).toMatchObject({ lawId: guardId, lexId: 'art3', article: 'art3', lawName: 'Lei da Guarda' });
    expect(found[0]?.excerpt).toContain('férias');
    expect(found.length).toBeLessThanOrEqual(5);
    expect((await laws(id)).articles).toEqual([]);
  });

  it('are none for words that no law has, and odd signs break nothing', async () => {
    expect(await suggested((await ask({ questionText: 'xyzzy', optionText: (n: number) => `plugh${n}` })).id)).toEqual(
      [],
    );
    const odd = await ask({
      questionText: `Férias' | !& \\ :* <-> "(" da guarda? 'a'':b`,
      optionText: (n: number) => `\\'${n}`,
    });
    expect((await suggested(odd.id))[0]).toMatchObject({ lexId: 'art3' });
  });

  it('know a law that was taken in, and forget one that was removed', async () => {
    const { id } = await ask({ questionText: 'Zebras atravessam', optionText: (n: number) => `na faixa${n}` });
    const zebras = await createTestLaw(test, teacher, { name: 'Lei das Zebras', source: 'Art. 1º Zebras atravessam.' });
    expect(await suggested(id)).toMatchObject([{ lawId: zebras, lexId: 'art1' }]);
    await test.request({ method: 'DELETE', url: `/api/teacher/laws/${zebras}`, as: admin });
    expect(await suggested(id)).toEqual([]);
  });

  it('are attached by a press and taken away by a press, again being the same', async () => {
    const { id } = await ask({ questionText: 'Sem citação' });
    const article = { lawId: guardId, lexId: 'art3' };
    for (const _ of [1, 2]) {
      const reply = await attach(id, { ...article, isTaken: true });
      expect(reply.json().articles).toEqual([{ ...article, article: 'art3', lawName: 'Lei da Guarda' }]);
    }
    for (const _ of [1, 2]) expect((await attach(id, { ...article, isTaken: false })).json().articles).toEqual([]);
    expect((await attach(id, { ...article, lexId: 'art99', isTaken: true })).statusCode).toBe(404);
  });

  it('are at most ten of one question', async () => {
    const { id } = await ask({ questionText: 'Muitos' });
    for (let at = 1; at <= 10; at += 1) {
      expect((await attach(id, { lawId, lexId: `art${at}`, isTaken: true })).statusCode).toBe(200);
    }
    expect((await attach(id, { lawId, lexId: 'art11', isTaken: true })).statusCode).toBe(409);
    expect((await laws(id)).articles).toHaveLength(10);
  });
});
