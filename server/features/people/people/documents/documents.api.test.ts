import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PeopleImport, PeoplePreview } from '#contract/people/people-imports.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';
import { clearOldCpfs } from '../imports/people-imports.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let clerk: Person;
beforeEach(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  clerk = await createPerson(test.deps.db, { role: 'secretary', now: test.clock.now() });
  await test.deps.db.deleteFrom('person_documents').execute();
});

const CPF = '52998224725';
const OTHER = '11144477735';
const student = (more = {}) => createPerson(test.deps.db, { now: test.clock.now(), ...more });
const save = (id: string, cpf: string | null, as = clerk) =>
  test.request({ method: 'PUT', url: `/api/admin/users/${id}/cpf`, payload: { cpf }, as });
const show = (id: string, as = clerk) =>
  test.request({ method: 'POST', url: `/api/admin/users/${id}/cpf/show`, payload: {}, as });
const find = (cpf: string, as = clerk) =>
  test.request({ method: 'POST', url: '/api/admin/users/by-cpf', payload: { cpf }, as });
const page = async (id: string) =>
  (await test.request({ method: 'GET', url: `/api/admin/users/${id}`, as: clerk })).json();
const auditOf = (id: string) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', `user:${id}`)
    .orderBy('id')
    .execute();
const documents = () => test.deps.db.selectFrom('person_documents').selectAll().execute();

describe('the CPF of a person', () => {
  it('is saved, found and shown by the office, is in no answer before that, and each showing is recorded', async () => {
    const ana = await student({ firstName: 'Ana' });
    expect((await page(ana.id)).hasCpf).toBe(false);
    expect((await save(ana.id, CPF)).statusCode).toBe(200);
    const shown = await page(ana.id);
    expect(shown.hasCpf).toBe(true);
    expect(JSON.stringify(shown)).not.toContain(CPF);
    expect((await find(CPF)).json()).toEqual({
      person: { id: ana.id, firstName: 'Ana', lastName: shown.lastName, email: shown.email },
    });
    expect((await show(ana.id)).json()).toEqual({ cpf: CPF });
    expect(await auditOf(ana.id)).toEqual([
      { action: 'user.cpf_saved', actor_id: clerk.id, details: {} },
      { action: 'user.cpf_shown', actor_id: clerk.id, details: {} },
    ]);
  });

  it('is stored encrypted for its person: no column has it, and another row cannot read it', async () => {
    const [ana, bia] = [await student(), await student()];
    await save(ana.id, CPF);
    await save(bia.id, OTHER);
    const [row] = (await documents()).filter(({ user_id }) => user_id === ana.id);
    for (const column of [row?.cpf_sealed, row?.cpf_hash]) {
      expect(column?.toString('latin1').includes(CPF)).toBe(false);
    }
    await test.deps.db
      .updateTable('person_documents')
      .set({ cpf_sealed: row?.cpf_sealed ?? Buffer.alloc(0) })
      .where('user_id', '=', bia.id)
      .execute();
    expect((await show(bia.id)).json()).toMatchObject({ code: 'state_conflict' });
    expect((await auditOf(bia.id)).map(({ action }) => action)).toEqual(['user.cpf_saved']);
  });

  it('is refused without a name if another person has it; the same changes nothing, null removes it', async () => {
    const [ana, bia] = [await student(), await student()];
    await save(ana.id, CPF);
    await save(ana.id, CPF);
    const refused = await save(bia.id, CPF);
    expect(refused.json()).toMatchObject({ code: 'conflict', message: 'Outra pessoa já tem este CPF.' });
    expect(refused.body).not.toContain(CPF);
    const wrong = await save(bia.id, '52998224724');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).not.toContain('52998224724');
    await save(ana.id, OTHER);
    expect((await find(CPF)).json()).toEqual({ person: null });
    for (let twice = 0; twice < 2; twice += 1) expect((await save(ana.id, null)).statusCode).toBe(200);
    expect((await show(ana.id)).statusCode).toBe(404);
    const saved = { action: 'user.cpf_saved', actor_id: clerk.id, details: {} };
    expect(await auditOf(ana.id)).toEqual([saved, saved, { ...saved, action: 'user.cpf_removed' }]);
  });

  it('is refused to teachers and students, and that of an administrator to the office', async () => {
    const ana = await student();
    await save(ana.id, CPF);
    await save(admin.id, OTHER, admin);
    for (const as of [ana, await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() })]) {
      for (const answer of [await show(ana.id, as), await save(ana.id, null, as), await find(CPF, as)]) {
        expect(answer.statusCode).toBe(403);
      }
    }
    expect((await show(admin.id)).statusCode).toBe(403);
    expect((await find(OTHER)).json()).toEqual({ person: null });
    expect((await find(OTHER, admin)).json().person.id).toBe(admin.id);
  });

  it('is in the export of its person as they write it, without hash or cipher, and goes with the account', async () => {
    const ana = await student();
    await save(ana.id, CPF);
    const answer = await test.request({ method: 'GET', url: '/api/privacy/export', as: ana });
    const files = unzip(answer.rawPayload);
    const { dados } = JSON.parse(files['dados.json']?.toString() ?? '{}');
    expect(dados.person_documents).toEqual([
      { user_id: ana.id, import_id: null, updated_at: expect.any(String), cpf: '529.982.247-25' },
    ]);
    expect(files['index.html']?.toString()).toContain('529.982.247-25');
    await test.request({ method: 'DELETE', url: `/api/admin/users/${ana.id}`, as: admin });
    expect(await documents()).toEqual([]);
  });
});

const url = '/api/admin/people-imports';
const preview = async (csv: string): Promise<PeoplePreview> => {
  const form = await multipartForm({ file: ['alunos.csv', new TextEncoder().encode(csv)] });
  return (await test.request({ method: 'POST', url: `${url}/preview`, as: clerk, ...form })).json();
};
const line = (number: number, email: string, cpf: string | null) => ({
  line: number,
  firstName: 'Ana',
  lastName: 'Lima',
  email,
  phone: null,
  cpf,
  offerId: null,
  accessUntil: null,
  price: null,
  note: null,
});
const start = async (people: object[]): Promise<PeopleImport> => {
  const payload = { creationKey: randomUUID(), fileName: 'a.csv', mapping: { Doc: 'cpf', Email: 'email' }, people };
  return (await test.request({ method: 'POST', url, as: admin, payload })).json();
};
const run = async (people: object[]): Promise<PeopleImport> => {
  const { id } = await start(people);
  await test.deps.jobs.drain();
  return (await test.request({ method: 'GET', url: `${url}/${id}`, as: admin })).json();
};
const idOf = async (email: string) =>
  (await test.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? '';

describe('an import with a column of CPFs', () => {
  it('says in the preview which CPFs are wrong, repeated, of another person, or not the one of before', async () => {
    const bia = await student({ firstName: 'Bia' });
    const eva = await student();
    await save(bia.id, OTHER);
    await save(eva.id, '01234567890');
    const table = await preview(
      [
        'Aluno;E-mail;Doc',
        'Ana Lima;ana@exemplo.com.br;529.982.247-25',
        'Rui Reis;rui@exemplo.com.br;529.982.247-24',
        'Gil Luz;gil@exemplo.com.br;52998224725',
        'Leo Sá;leo@exemplo.com.br;111.444.777-35',
        `Eva Sol;${eva.email};390.533.447-05`,
        'Sem Nada;sem@exemplo.com.br;',
        'Zero Fora;zero@exemplo.com.br;1234567890',
      ].join('\n'),
    );
    expect(table.columns[2]).toEqual({ name: 'Doc', sample: '', field: 'cpf' });
    expect(table.rows.map(({ cpf, isCpfLeftOut, warning }) => [cpf, isCpfLeftOut, warning])).toEqual([
      [CPF, false, null],
      [null, true, 'CPF não confere: entra sem CPF.'],
      [null, true, 'O mesmo CPF da linha 2: entra sem CPF.'],
      [null, true, expect.stringMatching(/^Este CPF já é de Bia .*: entra sem CPF\.$/)],
      [null, true, 'Já tem outro CPF aqui: fica o de antes.'],
      [null, false, null],
      [null, true, expect.stringMatching(/^Este CPF já é de .*: entra sem CPF\.$/)],
    ]);
    expect(table.rows.every(({ problem }) => problem === null)).toBe(true);
    const again = await preview(`Aluno;E-mail;CPF\nBia Paz;${bia.email};111.444.777-35`);
    expect(again.rows[0]).toMatchObject({ cpf: OTHER, isCpfLeftOut: false, warning: null });
  });

  it('says of a corrected line which CPF is of another person', async () => {
    await save((await createPerson(test.deps.db, { now: test.clock.now() })).id, CPF);
    const { offerId, ...rest } = line(2, 'corrigida@exemplo.com.br', CPF);
    const lines = [{ ...rest, isCpfLeftOut: true, offer: '', accessUntil: '' }];
    const checked = await test.request({
      method: 'POST',
      url: '/api/admin/people-imports/lines',
      as: clerk,
      payload: { lines },
    });
    expect(checked.json().rows).toMatchObject([
      { cpf: null, isCpfLeftOut: true, warning: expect.stringMatching(/^Este CPF já é de /) },
    ]);
  });

  it('names the owner of a CPF to those who may decide on the owner, and no administrator to the office', async () => {
    const chief = await createPerson(test.deps.db, { role: 'admin', firstName: 'Chefia', now: test.clock.now() });
    await save(chief.id, OTHER, admin);
    const { rows } = await preview('Aluno;E-mail;CPF\nAna Lima;ana@exemplo.com.br;111.444.777-35');
    expect(rows[0]?.warning).toBe('Este CPF já é de outra pessoa: entra sem CPF.');
  });

  it('without names of columns shows no CPF, neither as a name nor in the refusal', async () => {
    const refused = await preview('Ana Lima;529.982.247-25\nBia Paz;111.444.777-35');
    expect(refused).toMatchObject({ code: 'columns_unknown' });
    expect(JSON.stringify(refused)).not.toContain('529.982');
    const table = await preview('Ana Lima;;529.982.247-25\nBia Paz;bia@exemplo.com.br;111.444.777-35');
    expect(table.columns.map(({ name }) => name)).toEqual(['Ana Lima', '', '']);
  });

  it('stores no line with a CPF that can be read, gives each person theirs, and forgets the others', async () => {
    const { id } = await start([line(2, 'cpf-a@exemplo.com.br', CPF), line(3, 'cpf-b@exemplo.com.br', null)]);
    const stored = async () => ({
      rows: await test.deps.db.selectFrom('people_import_rows').select('person').where('import_id', '=', id).execute(),
      sealed: (
        await test.deps.db.selectFrom('people_imports').select('cpfs_sealed').where('id', '=', id).executeTakeFirst()
      )?.cpfs_sealed,
    });
    const before = await stored();
    expect(JSON.stringify(before.rows)).not.toContain('cpf":');
    expect(before.sealed?.toString('latin1').includes(CPF)).toBe(false);
    expect(before.sealed).toBeInstanceOf(Buffer);
    await test.deps.jobs.drain();
    expect((await stored()).sealed).toBeNull();
    expect((await show(await idOf('cpf-a@exemplo.com.br'))).json()).toEqual({ cpf: CPF });
    expect((await page(await idOf('cpf-b@exemplo.com.br'))).hasCpf).toBe(false);
  });

  it('takes people without a CPF that another person has by then, and reports so; a stored CPF stays', async () => {
    const bia = await student();
    await save(bia.id, OTHER);
    const done = await run([
      line(2, 'cpf-c@exemplo.com.br', OTHER),
      line(3, bia.email, CPF),
      line(4, 'cpf-d@exemplo.com.br', '39053344705'),
    ]);
    expect(done).toMatchObject({ state: 'done', refused: [] });
    expect(done.remarks).toEqual([
      { line: 2, email: 'cpf-c@exemplo.com.br', message: 'Entrou sem CPF: outra pessoa já tem este.' },
      { line: 3, email: bia.email, message: 'Já tinha outro CPF aqui: ficou o de antes.' },
    ]);
    expect((await show(bia.id)).json()).toEqual({ cpf: OTHER });
    expect((await find('39053344705')).json().person.email).toBe('cpf-d@exemplo.com.br');
  });

  it('that is undone takes its CPFs back, also from a person who was here before', async () => {
    const bia = await student({ status: 'active' });
    const done = await run([line(2, bia.email, CPF), line(3, 'cpf-e@exemplo.com.br', OTHER)]);
    expect(await documents()).toHaveLength(2);
    await test.request({ method: 'POST', url: `${url}/${done.id}/undo`, payload: {}, as: admin });
    await test.deps.jobs.drain();
    expect(await documents()).toEqual([]);
    expect((await page(bia.id)).hasCpf).toBe(false);
  });

  it('that is undone leaves a CPF that the office has confirmed since, which is recorded', async () => {
    const bia = await student({ status: 'active' });
    const done = await run([line(2, bia.email, CPF)]);
    await save(bia.id, CPF);
    await save(bia.id, CPF);
    await test.request({ method: 'POST', url: `${url}/${done.id}/undo`, payload: {}, as: admin });
    await test.deps.jobs.drain();
    expect((await show(bia.id)).json()).toEqual({ cpf: CPF });
    expect((await auditOf(bia.id)).filter(({ action }) => action === 'user.cpf_saved')).toHaveLength(1);
  });

  it('that a server of an earlier release has run leaves no sealed CPFs behind', async () => {
    const { id } = await start([line(2, 'cpf-f@exemplo.com.br', CPF)]);
    const { db } = test.deps;
    await db.updateTable('people_imports').set({ state: 'done' }).where('id', '=', id).execute();
    await clearOldCpfs(db, new Date(0), 10);
    const row = await db.selectFrom('people_imports').select('cpfs_sealed').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ cpfs_sealed: null });
    await test.deps.jobs.drain();
  });
});
