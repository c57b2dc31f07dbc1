import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { bandsOf } from '#server/features/questions/questions/bands.ts';
import { allShingles, shinglesOf } from '#server/features/questions/questions/likeness.ts';
import { findNear } from '#server/features/questions/questions/near.service.ts';
import { CROWD, listSharingBands } from '#server/features/questions/questions/near.store.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { compareQuestions } from './pairs.service.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'PUT' | 'POST', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const decide = (firstId: number, secondId: number, wish: object, as = ana) =>
  call('PUT', '/api/teacher/question-pairs', as, { firstId, secondId, ...wish });
const pairs = async (as = ana) => {
  await compareQuestions(test.deps);
  const reply = await call('GET', '/api/teacher/question-pairs?limit=30', as);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply
    .json()
    .map(({ first, second }: { first: { id: number }; second: { id: number } }) => [first.id, second.id]);
};

async function upload(content: string): Promise<{ id: number }> {
  const boundary = 'limite';
  const reply = await test.request({
    method: 'POST',
    url: '/api/teacher/question-imports',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\nx.csv\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    as: ana,
  });
  return reply.json();
}

const options = [
  'a prisão em flagrante delito',
  'a busca domiciliar noturna',
  'o mandado judicial prévio',
  'a fiança arbitrada',
];
const text = (change: string) =>
  `De acordo com a Constituição Federal, a casa é asilo inviolável do indivíduo, e ninguém nela pode penetrar sem ${change} do morador, salvo em caso de`;
const make = (change: string, as = ana, order = [0, 1, 2, 3]) =>
  createBankQuestion(test, as, {
    questionText: text(change),
    optionText: (place) => options[order[place - 1] ?? 0] ?? '',
  });

describe('questions that look alike', () => {
  it('are found in any order of their options, and disappear from the list after a verdict', async () => {
    const first = await make('consentimento');
    const second = await make('autorização', bia, [3, 1, 0, 2]);
    await createBankQuestion(test, ana, { questionText: 'Qual é a capital da Bahia, segundo o texto lido em aula?' });
    expect(await pairs()).toEqual([[first.id, second.id]]);
    expect((await decide(second.id, first.id, { verdict: 'variation' }, bia)).statusCode).toBe(200);
    expect(await pairs()).toEqual([]);
    // Saved again with nearly the same text: the verdict stays.
    const stored = (await call('GET', `/api/teacher/questions/${first.id}`, ana)).json();
    const saved = await call('PUT', `/api/teacher/questions/${first.id}`, ana, {
      ...stored,
      questionText: text('a permissão'),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await pairs()).toEqual([]);
  });

  it('are compared without waiting for a transaction that has locked one of them', async () => {
    const first = await make('a licença escrita');
    await compareQuestions(test.deps);
    const second = await make('a licença oral');
    const mine = async () =>
      (await pairs()).filter((pair: number[]) => pair.includes(first.id) && pair.includes(second.id));
    await test.deps.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM questions WHERE id = ${first.id} FOR UPDATE`.execute(tx);
      await compareQuestions(test.deps);
      // The transaction that locked the question updates its index row next: it must not deadlock with the comparison.
      await sql`UPDATE question_index SET excerpt = excerpt WHERE question_id = ${first.id}`.execute(tx);
      await sql`UPDATE question_index SET excerpt = excerpt WHERE question_id = ${second.id}`.execute(tx);
      expect(await mine()).toEqual([]);
    });
    expect(await mine()).toEqual([[first.id, second.id]]);
    await decide(first.id, second.id, { verdict: 'variation' });
  });

  it('with the verdict same leave one active, if the author of the other decides so', async () => {
    const [kept] = [await make('o aceite expresso e livre')];
    const other = await make('o aceite expresso e claro', bia);
    const found = (await pairs()).filter((pair: number[]) => pair.includes(kept?.id ?? 0) && pair.includes(other.id));
    expect(found).toHaveLength(1);
    const notMine = await decide(kept?.id ?? 0, other.id, { verdict: 'same', keepId: kept?.id });
    expect(notMine.statusCode).toBe(403);
    expect((await decide(kept?.id ?? 0, other.id, { verdict: 'variation', keepId: kept?.id })).statusCode).toBe(400);
    const decided = await decide(kept?.id ?? 0, other.id, { verdict: 'same', keepId: kept?.id }, bia);
    expect(decided.statusCode, decided.body).toBe(200);
    const after = (await call('GET', `/api/teacher/questions/${other.id}`, bia)).json();
    expect(after).toMatchObject({ status: 'outdated', statusReason: `Repetida da questão ${kept?.id}.` });
    expect((await decide(1, 2_000_000, { verdict: 'same' })).statusCode).toBe(404);
  });

  it('are shown in an import before it is confirmed, and the verdict is copied to the question', async () => {
    const base = await createBankQuestion(test, ana, {
      questionText:
        'O prazo para a impetração do mandado de segurança, contado da ciência do ato impugnado, é de quantos dias?',
      optionText: (place) => `${place * 30} dias corridos`,
    });
    const line = (change: string) =>
      `O prazo para a impetração do mandado de segurança, contado da ${change} do ato impugnado, é de quantos dias?;120 dias corridos;30 dias corridos;60 dias corridos;90 dias corridos;A`;
    const content = `enunciado;a;b;c;d;gabarito\n${line('notícia')}\n${line('publicação')}\nOutra coisa inteiramente diversa?;Sim;Não;Talvez;Nunca;A`;
    const made = await upload(content);
    await test.deps.jobs.drain();
    const address = `/api/teacher/question-imports/${made.id}`;
    expect((await call('GET', address, ana)).json()).toMatchObject({ alikeCount: 2, readyCount: 3, isCompared: true });
    // Read again with the same columns, they are compared again.
    const fields = ['enunciado', 'alternativa_a', 'alternativa_b', 'alternativa_c', 'alternativa_d', 'correta'];
    const again = await call('PUT', `${address}/columns`, ana, { headerLine: 1, fields });
    expect(again.json(), again.body).toMatchObject({ alikeCount: 0, isCompared: false });
    await test.deps.jobs.drain();
    expect((await call('GET', address, ana)).json()).toMatchObject({ alikeCount: 2, readyCount: 3, isCompared: true });
    const alike = (await call('GET', `${address}/entries?only=alike`, ana)).json();
    expect(alike.map((entry: { alike: { question: { id: number } } }) => entry.alike.question.id)).toEqual([
      base.id,
      base.id,
    ]);
    const say = (position: number, verdict: string, as = ana) =>
      call('PUT', `${address}/entries/${position}`, as, { verdict });
    expect((await say(1, 'same')).json()).toMatchObject({ readyCount: 2, duplicateCount: 1, alikeCount: 1 });
    expect((await say(1, 'different')).json()).toMatchObject({ readyCount: 3, duplicateCount: 0 });
    expect((await say(1, 'same')).json()).toMatchObject({ readyCount: 2 });
    expect((await say(2, 'variation')).json()).toMatchObject({ readyCount: 2, alikeCount: 0 });
    expect((await say(3, 'same')).statusCode).toBe(404);
    expect((await say(1, 'same', bia)).statusCode).toBe(404);
    await call('POST', `${address}/confirm`, ana);
    await test.deps.jobs.drain();
    expect((await call('GET', address, ana)).json()).toMatchObject({ state: 'done', imported: 2 });
    expect((await pairs()).filter((pair: number[]) => pair.includes(base.id))).toEqual([]);
    expect((await say(2, 'same')).json()).toMatchObject({ code: 'state_conflict' });
  });

  it('are found among hundreds with the same beginning, with few comparisons for each', async () => {
    const wording = (number: number, end: string) =>
      `Questão número ${number}: considerando o texto da lei seca, julgue o item a seguir com ${end}.`;
    const lines = Array.from({ length: 300 }, (_, at) => `${wording(at, 'atenção')};Sim, sempre;Não, nunca;A`);
    const { id } = await upload(`enunciado;a;b;gabarito\n${lines.join('\n')}`);
    await call('POST', `/api/teacher/question-imports/${id}/confirm`, ana);
    await test.deps.jobs.drain();
    await compareQuestions(test.deps);
    const { rows: held } = await sql<{ most: number }>`
      SELECT max(holders)::int AS most
      FROM (SELECT count(*) AS holders FROM question_index, unnest(bands) AS band GROUP BY band) AS crowds`.execute(
      test.deps.db,
    );
    // At the end of a batch of twenty.
    expect(held[0]?.most).toBeLessThan(CROWD + 20);
    const content = (number: number, end: string) => ({
      ...{ format: 'plain' as const, questionText: wording(number, end) },
      options: [{ optionText: 'Sim, sempre' }, { optionText: 'Não, nunca' }],
    });
    const bands = bandsOf(allShingles(shinglesOf(content(1, 'atenção'))));
    expect((await listSharingBands(test.deps.db, [bands], 10_000)).length).toBeLessThan(150);
    for (const number of [3, 260, 297]) {
      const [near = []] = await findNear(test.deps.db, [content(number, 'calma')]);
      const { questionText } = (await call('GET', `/api/teacher/questions/${near[0]?.questionId}`, ana)).json();
      expect(questionText).toBe(wording(number, 'atenção'));
    }
  });
});
