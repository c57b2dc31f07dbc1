import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '../../testing/factories.ts';
import { keptMails } from '../../testing/mails.ts';
import { createCourse } from '../../testing/study.ts';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let secretary: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
  secretary = await createPerson(test.deps.db, { role: 'secretary' });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, as = secretary) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const mails = async () => {
  await test.deps.jobs.drain();
  return keptMails(test.deps.config.dataDir);
};

describe('a block', () => {
  it('has a reason that its person reads at the login, until it ends', async () => {
    const password = 'segredo1';
    const passwordHash = await test.deps.passwords.hash(password);
    const student = await createPerson(test.deps.db);
    await test.deps.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', student.id).execute();
    const login = () =>
      test.request({ method: 'POST', url: '/api/login', payload: { username: student.username, password } });
    const reason = { reason: 'Conta dividida com outra pessoa.' };
    const url = `/api/admin/users/${student.id}`;
    expect((await call('PUT', `${url}/block-reason`, reason)).json()).toMatchObject({ code: 'state_conflict' });
    await call('PATCH', `${url}/status`, { status: 'blocked' });
    expect((await login()).json()).not.toHaveProperty('reason');
    await call('PUT', `${url}/block-reason`, reason);
    expect((await login()).json()).toMatchObject({ code: 'blocked', message: 'Fale com o suporte.', ...reason });
    await call('PATCH', `${url}/status`, { status: 'active' });
    await call('PATCH', `${url}/status`, { status: 'blocked' });
    expect((await login()).json()).not.toHaveProperty('reason');
  });

  it('of those who run the school is not the office’s', async () => {
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['POST', '/password-link', {}],
      ['PUT', '/block-reason', { reason: 'x' }],
      ['POST', '/notes', { text: 'x' }],
    ] as const) {
      expect((await call(method, `/api/admin/users/${admin.id}${path}`, payload)).statusCode).toBe(403);
    }
  });
});

it('many are approved at once, and who cannot be stops nobody', async () => {
  const waiting = await createPerson(test.deps.db, { role: 'teacher', status: 'pending' });
  const blocked = await createPerson(test.deps.db, { status: 'blocked' });
  const ids = [waiting.id, blocked.id, admin.id];
  const answer = (await call('POST', '/api/admin/users/approve', { ids })).json();
  expect(answer.approved).toBe(2);
  expect(answer.refused).toEqual([{ id: admin.id, message: expect.any(String) }]);
});

it('a person is seen whole, written about, and written to once more', async () => {
  const student = await createPerson(test.deps.db);
  const url = `/api/admin/users/${student.id}`;
  await call('POST', `${url}/password-link`, {});
  expect((await mails()).map(({ to }) => to)).toContain(student.email);
  const note = { text: 'Ligou para pedir ajuda.', creationKey: crypto.randomUUID() };
  await call('POST', `${url}/notes`, note);
  await call('POST', `${url}/notes`, note);
  const person = (await call('GET', url)).json();
  expect(person.notes).toMatchObject([{ text: note.text, isMine: true }]);
  expect(person.mails).toMatchObject([{ subject: 'Crie uma nova senha' }]);
  expect(person).toMatchObject({ orders: [], courses: [], attempts: [], blockReason: '' });

  const before = (await mails()).filter(({ to }) => to === student.email).length;
  await call('POST', `${url}/mails/${person.mails[0].id}/resend`, {});
  expect((await mails()).filter(({ to }) => to === student.email)).toHaveLength(before + 1);
  const other = await createPerson(test.deps.db);
  const foreign = `/api/admin/users/${other.id}/mails/${person.mails[0].id}/resend`;
  expect((await call('POST', foreign, {})).statusCode).toBe(404);

  expect((await call('DELETE', `${url}/notes/${person.notes[0].id}`)).json()).toEqual([]);
});

it('an address is changed by an administrator, and both hear of it', async () => {
  const student = await createPerson(test.deps.db);
  const payload = { email: 'outro.endereco@exemplo.com.br' };
  expect((await call('PUT', `/api/admin/users/${student.id}/email`, payload)).statusCode).toBe(403);
  expect((await call('PUT', `/api/admin/users/${student.id}/email`, payload, admin)).statusCode).toBe(200);
  const told = (await mails()).map(({ to }) => to);
  expect(told).toEqual(expect.arrayContaining([student.email, payload.email]));
  const taken = { email: admin.email.toUpperCase() };
  const refused = await call('PUT', `/api/admin/users/${student.id}/email`, taken, admin);
  expect(refused.json()).toMatchObject({ code: 'email_taken' });
});

it('access is given by the desk and ended with a reason', async () => {
  const student = await createPerson(test.deps.db);
  const url = `/api/admin/users/${student.id}`;
  const reason = { reason: 'Pediu para sair.' };
  expect((await call('POST', `${url}/end-access`, reason)).statusCode).toBe(200);
  expect((await call('POST', `${url}/end-access`, reason)).json()).toMatchObject({ code: 'state_conflict' });
  await call('POST', '/api/admin/enrollments', { studentId: student.id, method: 'courtesy' });
  expect((await call('GET', url)).json().access).toMatchObject({ active: true });
  expect((await call('POST', `${url}/end-access`, reason)).statusCode).toBe(200);
  expect((await call('GET', url)).json().access).toMatchObject({ active: false });
});

it('a teacher is invited and let in at once', async () => {
  const payload = { firstName: 'Téo', lastName: 'Lima', email: 'teo.convidado@exemplo.com.br' };
  expect((await call('POST', '/api/admin/users/invite-teacher', payload)).statusCode).toBe(403);
  expect((await call('POST', '/api/admin/users/invite-teacher', payload, admin)).statusCode).toBe(200);
  const again = await call('POST', '/api/admin/users/invite-teacher', payload, admin);
  expect(again.json()).toMatchObject({ code: 'email_taken' });
  expect((await mails()).find(({ to }) => to === payload.email)?.subject).toBe('Você foi convidado para dar aulas');
});

it('students of a file are looked at, written in, invited, enrolled, and known the next time', async () => {
  const courseId = await createCourse(test.deps.db);
  const known = await createPerson(test.deps.db);
  const csv = `Nome;Sobrenome;E-mail\nIvo;Reis;ivo.reis@exemplo.com.br\nDona;Conhecida;${known.email.toUpperCase()}\n`;
  const form = new FormData();
  form.set('file', new Blob([csv]), 'alunos.csv');
  const body = new Response(form);
  const preview = await test.request({
    method: 'POST',
    url: '/api/admin/users/import/preview',
    as: secretary,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const { rows } = preview.json();
  expect(rows).toMatchObject([
    { line: 2, problem: null, isKnown: false },
    { line: 3, problem: null, isKnown: true },
  ]);
  const students = rows.map(({ firstName, lastName, email }: Record<string, string>) => ({
    firstName,
    lastName,
    email,
  }));
  const imported = await call('POST', '/api/admin/users/import', { students, courseId });
  expect(imported.json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'known']);
  const again = await call('POST', '/api/admin/users/import', { students, courseId });
  expect(again.json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['known', 'known']);
  const letters = (await mails()).filter(({ to }) => to === 'ivo.reis@exemplo.com.br').map(({ subject }) => subject);
  expect(letters).toContain('Sua matrícula está feita');
  const enrolled = await test.deps.db
    .selectFrom('enrollments')
    .select('id')
    .where('course_id', '=', courseId)
    .execute();
  expect(enrolled).toHaveLength(2);
  const group = await call('POST', `/api/admin/courses/${courseId}/students`, { ids: [known.id, admin.id] });
  expect(group.json()).toMatchObject({ enrolled: 0, refused: [{ id: admin.id }] });
});

it('the list leaves as CSV, without formulas', async () => {
  await createPerson(test.deps.db, { firstName: '=HYPERLINK("x")', lastName: 'Mau' });
  const answer = await call('GET', '/api/admin/users.csv?role=student', undefined, admin);
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.body).toContain(`"'=HYPERLINK(""x"")"`);
});
