import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PeopleImport, PeoplePreview } from '#contract/people/people-imports.ts';
import { DAY_MS } from '#contract/time.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let offer: { id: number; name: string };
beforeAll(async () => {
  offer = await test.deps.db.selectFrom('offers').select(['id', 'name']).executeTakeFirstOrThrow();
});
beforeEach(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const url = '/api/admin/people-imports';
const preview = async (csv: string, mapping?: string[]): Promise<PeoplePreview> => {
  const fields: Record<string, string> = mapping ? { mapping: JSON.stringify(mapping) } : {};
  const form = await multipartForm({ ...fields, file: ['alunos.csv', new TextEncoder().encode(csv)] });
  const answer = await test.request({ method: 'POST', url: `${url}/preview`, as: admin, ...form });
  return answer.json();
};
const person = (line: number, email: string, more: object = {}) => ({
  line,
  firstName: 'Ana',
  lastName: 'Lima',
  email,
  phone: null,
  offerId: null,
  accessUntil: null,
  price: null,
  note: null,
  ...more,
});
const start = (people: object[], more: object = {}) => {
  const mapping = { Aluno: 'fullName', Correio: 'email' };
  const payload = { creationKey: randomUUID(), fileName: 'alunos.csv', mapping, people, ...more };
  return test.request({ method: 'POST', url, as: admin, payload });
};
const read = async (id: number): Promise<PeopleImport> =>
  (await test.request({ method: 'GET', url: `${url}/${id}`, as: admin })).json();
const post = (id: number, action: 'letters' | 'undo') =>
  test.request({ method: 'POST', url: `${url}/${id}/${action}`, as: admin });
const run = async (people: object[], more: object = {}) => {
  const { id } = (await start(people, more)).json<PeopleImport>();
  await test.deps.jobs.drain();
  return read(id);
};
const letters = async () => {
  await test.deps.jobs.drain();
  return writtenMails(test.deps.config.dataDir);
};
const userOf = (email: string) =>
  test.deps.db.selectFrom('users').select(['id', 'status']).where('email', '=', email).executeTakeFirst();
const endOf = async (email: string) => {
  const user = await userOf(email);
  return (await test.request({ method: 'GET', url: `/api/admin/users/${user?.id}`, as: admin })).json().access.endsOn;
};

describe('the preview of a file', () => {
  it('names the title rows that are left out, maps the columns and says what each line becomes', async () => {
    const known = await createPerson(test.deps.db, { now: test.clock.now() });
    const table = await preview(
      [
        'Relação de alunos 2026;;;;;',
        'Aluno;E-mail;Cel.;Turma;Vence;Valor',
        `Tiago Almeida Reis;tiago@exemplo.com.br;(81) 99999-8888;${offer.name};30/04/2027;R$ 297,00`,
        'João Silva;joao.silva.gmail.com;;;;',
        'Tainá Ribeiro;taina@exemplo.com.br;;Turma 3;;',
        `Camila Nogueira;${known.email};;;;`,
        'Edson Reis;edson@exemplo.com.br;;;amanhã;',
        'Bia Luz;bia.luz@exemplo.com.br;;;01/02/2020;',
      ].join('\n'),
    );
    expect(table.titles).toEqual(['Relação de alunos 2026']);
    expect(table.columns.map(({ name, field }) => [name, field])).toEqual([
      ['Aluno', 'fullName'],
      ['E-mail', 'email'],
      ['Cel.', 'phone'],
      ['Turma', 'offer'],
      ['Vence', 'accessUntil'],
      ['Valor', 'price'],
    ]);
    const [tiago, joao, taina, camila, edson, bia] = table.rows;
    expect(tiago).toMatchObject({
      firstName: 'Tiago',
      lastName: 'Almeida Reis',
      phone: '(81) 99999-8888',
      offerId: offer.id,
      accessUntil: '2027-04-30',
      price: 'R$ 297,00',
      problem: null,
      isKnown: false,
    });
    expect(joao?.problem).toMatch(/e-mail/i);
    expect(taina?.problem).toBe('Não há oferta “Turma 3”.');
    expect(camila).toMatchObject({ problem: null, isKnown: true });
    expect(edson).toMatchObject({
      problem: null,
      accessUntil: null,
      warning: expect.stringContaining('não é uma data'),
    });
    expect(bia?.problem).toBe('O acesso desta linha já terminou.');
  });

  it('takes the mapping that the owner chose, and remembers it by the names of the columns', async () => {
    const csv = 'A;B;C\nLuz;Bia;bia@exemplo.com.br';
    expect((await preview(csv, ['lastName', 'firstName', 'email'])).rows[0]).toMatchObject({
      firstName: 'Bia',
      lastName: 'Luz',
    });
    await start([person(2, 'mapa@exemplo.com.br')], { mapping: { A: 'lastName', B: 'firstName', C: 'email' } });
    const again = await preview(csv);
    expect(again).toMatchObject({ isRemembered: true });
    expect(again.rows[0]).toMatchObject({ firstName: 'Bia', lastName: 'Luz', email: 'bia@exemplo.com.br' });
  });
});

describe('a line that was corrected in the preview', () => {
  const typed = (line: number, more: object = {}) => ({
    ...person(line, `corrigida${line}@exemplo.com.br`),
    cpf: '',
    isCpfLeftOut: false,
    offer: '',
    accessUntil: '',
    offerId: undefined,
    ...more,
  });
  const check = async (lines: object[], as = admin) =>
    test.request({ method: 'POST', url: `${url}/lines`, as, payload: { lines } });

  it('becomes what the preview of a file with the same text says', async () => {
    const known = await createPerson(test.deps.db, { now: test.clock.now() });
    const lines = [
      typed(2, { offer: offer.name.toUpperCase(), accessUntil: '30/04/2027', email: ' BIA@exemplo.com.br ' }),
      typed(3, { email: 'joao.gmail.com' }),
      typed(4, { offer: 'Turma 3' }),
      typed(5, { email: known.email }),
      typed(6, { accessUntil: 'amanhã' }),
      typed(7, { accessUntil: '2020-02-01' }),
      typed(8, { firstName: '' }),
      typed(9, { cpf: '529.982.247-24' }),
      typed(10, { isCpfLeftOut: true }),
    ];
    const csv = lines.map(({ firstName, lastName, email, offer: sold, accessUntil, cpf }) =>
      [firstName, lastName, email, sold, accessUntil, cpf].join(';'),
    );
    const table = await preview(['Nome;Sobrenome;E-mail;Turma;Vence;CPF', ...csv].join('\n'));
    const { rows } = (await check(lines)).json<{ rows: PeoplePreview['rows'] }>();
    expect(rows.slice(0, -1)).toEqual(table.rows.slice(0, -1));
    expect(rows.map(({ problem, isKnown }) => problem ?? isKnown)).toEqual([
      false,
      expect.stringMatching(/e-mail/i),
      'Não há oferta “Turma 3”.',
      true,
      false,
      'O acesso desta linha já terminou.',
      expect.stringMatching(/nome/i),
      false,
      false,
    ]);
    expect(rows[0]).toMatchObject({ offerId: offer.id, accessUntil: '2027-04-30', email: 'BIA@exemplo.com.br' });
    expect(rows.at(-1)).toMatchObject({ isCpfLeftOut: true, warning: 'Entra sem CPF.' });
  });

  it('is named as a double by the preview, with the first line of its e-mail', async () => {
    const table = await preview('Aluno;E-mail\nAna Luz;dupla@exemplo.com.br\nBia Luz;DUPLA@exemplo.com.br\nCaio Luz;x');
    expect(table.rows.map(({ doubleOf }) => doubleOf)).toEqual([undefined, 2, undefined]);
  });

  it('is checked for the office only, and at most fifty at once', async () => {
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    expect((await check([typed(2)], student)).statusCode).toBe(403);
    const many = Array.from({ length: 51 }, (_, at) => typed(at + 2));
    expect((await check(many)).statusCode).toBe(400);
    expect((await check(many.slice(1))).statusCode).toBe(200);
  });
});

describe('an import', () => {
  it('sends each of 150 people one letter with one link and no word of payment, and only on request', async () => {
    // Three whole chunks of its jobs.
    const people = Array.from({ length: 150 }, (_, at) =>
      person(at + 2, `p${at}@exemplo.com.br`, { price: 'R$ 297,00' }),
    );
    const done = await run(people);
    expect(done).toMatchObject({ state: 'done', created: 150, refused: [], invited: 0, lettersAt: null });
    const before = (await letters()).filter(({ to }) => /^p\d+@/.test(to));
    expect(before).toEqual([]);
    for (let twice = 0; twice < 2; twice += 1) expect((await post(done.id, 'letters')).statusCode).toBe(200);
    const sent = (await letters()).filter(({ to }) => /^p\d+@/.test(to));
    expect(new Set(sent.map(({ to }) => to)).size).toBe(150);
    expect(sent).toHaveLength(150);
    for (const { to, text, html } of sent) {
      expect([...text.matchAll(/https?:\/\/\S+/g)], to).toHaveLength(1);
      expect(`${text} ${html}`, to).not.toMatch(/pagamento|pagar|pago\b|aprovad|R\$/i);
    }
    expect(await read(done.id)).toMatchObject({ invited: 150, lettersAt: expect.any(String) });
  }, 120_000);

  it('refuses a broken line and takes the others in; an undo that fails for one person goes on with the others', async () => {
    const repair = await breakRows(test.deps.db, 'payments', "r.note LIKE '%quebrada%'");
    const people = [person(2, 'linha-a@exemplo.com.br'), person(3, 'linha-b@exemplo.com.br', { price: 'quebrada' })];
    const taken = await run([...people, person(4, 'linha-c@exemplo.com.br')]);
    await repair();
    expect(taken).toMatchObject({ state: 'done', created: 2, refused: [{ line: 3 }] });
    const first = await userOf('linha-a@exemplo.com.br');
    const mend = await breakRows(test.deps.db, 'people_import_rows', `r.import_id = ${taken.id} AND r.line = 2`);
    await post(taken.id, 'undo');
    await test.deps.jobs.drain().catch(() => undefined);
    expect([await userOf('linha-a@exemplo.com.br'), await userOf('linha-c@exemplo.com.br')]).toEqual([
      first,
      undefined,
    ]);
    await mend();
  });

  it('the same request twice is one import', async () => {
    const creationKey = randomUUID();
    const people = [person(2, 'uma@exemplo.com.br')];
    const [first, second] = [await start(people, { creationKey }), await start(people, { creationKey })];
    expect(second.json().id).toBe(first.json().id);
    await test.deps.jobs.drain();
    expect(await read(first.json().id)).toMatchObject({ created: 1, total: 1 });
  });

  it('opens the offer until the day of its line, stores phone and note for the office, and counts no money', async () => {
    const done = await run([
      person(2, 'rui@exemplo.com.br', {
        accessUntil: '2027-04-30',
        price: 'R$ 297,00',
        phone: '(81) 99999-8888',
        note: 'indicação do Jonas',
      }),
    ]);
    expect(done).toMatchObject({ created: 1 });
    expect(await endOf('rui@exemplo.com.br')).toBe('2027-04-30');
    const user = await userOf('rui@exemplo.com.br');
    const shown = (await test.request({ method: 'GET', url: `/api/admin/users/${user?.id}`, as: admin })).json();
    expect(shown.notes[0].text).toBe('Telefone: (81) 99999-8888\nindicação do Jonas');
    expect(shown.orders).toMatchObject([{ amount: 0, status: 'approved' }]);
    const { rows } = { rows: await test.deps.db.selectFrom('received_amounts').select('amount').execute() };
    expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
  });

  it('only lengthens the access of a person who is a student already, and sends no letter', async () => {
    const first = await run([person(2, 'eva@exemplo.com.br', { accessUntil: '2027-01-31' })]);
    const shorter = await run([person(2, 'eva@exemplo.com.br', { accessUntil: '2026-12-31' })]);
    expect(shorter).toMatchObject({ created: 0, extended: 0, unchanged: 1 });
    const longer = await run([person(2, 'eva@exemplo.com.br', { accessUntil: '2027-04-30' })]);
    expect(longer).toMatchObject({ created: 0, extended: 1 });
    expect(await endOf('eva@exemplo.com.br')).toBe('2027-04-30');
    await post(longer.id, 'letters');
    expect((await letters()).filter(({ to }) => to === 'eva@exemplo.com.br')).toEqual([]);

    expect((await post(longer.id, 'undo')).statusCode).toBe(200);
    await test.deps.jobs.drain();
    expect(await endOf('eva@exemplo.com.br')).toBe('2027-01-31');
    expect(await read(first.id)).toMatchObject({ notUndoable: null });
  });

  it('can be undone with its accounts and links, once, until the first of them has signed in', async () => {
    const undone = await run([person(2, 'lia@exemplo.com.br'), person(3, 'leo@exemplo.com.br')]);
    await post(undone.id, 'letters');
    const letter = (await letters()).find(({ to }) => to === 'lia@exemplo.com.br');
    const token = /#t=([\w.-]+)/.exec(letter?.text ?? '')?.[1];
    expect((await post(undone.id, 'undo')).statusCode).toBe(200);
    expect((await post(undone.id, 'undo')).json()).toMatchObject({ code: 'state_conflict' });
    await test.deps.jobs.drain();
    expect(await read(undone.id)).toMatchObject({ state: 'undone', created: 0, notUndoable: 'undone' });
    expect(await userOf('lia@exemplo.com.br')).toBeUndefined();
    const payload = { token, password: 'farol-aceso-9' };
    const accept = (body: object) => test.request({ method: 'POST', url: '/api/invitations/accept', payload: body });
    expect((await accept(payload)).statusCode).toBe(409);

    const used = await run([person(2, 'lia@exemplo.com.br')]);
    await post(used.id, 'letters');
    const fresh = (await letters()).filter(({ to }) => to === 'lia@exemplo.com.br');
    const tokens = fresh.map(({ text }) => /#t=([\w.-]+)/.exec(text)?.[1]).filter((one) => one !== token);
    expect((await accept({ ...payload, token: tokens[0] })).statusCode).toBe(200);
    expect((await post(used.id, 'undo')).json().message).toContain('já acessou');
  });

  it('cannot be undone after a day, and its lines are cleared then', async () => {
    const old = await run([person(2, 'ida@exemplo.com.br')]);
    test.clock.set(new Date(test.clock.now().getTime() + DAY_MS).toISOString());
    admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    expect((await read(old.id)).notUndoable).toBe('too_late');
    expect((await post(old.id, 'undo')).statusCode).toBe(409);
    test.clock.set(new Date(test.clock.now().getTime() + 1000).toISOString());
    await test.deps.jobs.send(test.deps.db, 'cleanup', {});
    await test.deps.jobs.drain();
    const rows = await test.deps.db
      .selectFrom('people_import_rows')
      .select('person')
      .where('import_id', '=', old.id)
      .execute();
    expect(rows).toEqual([{ person: {} }]);
  });
});
