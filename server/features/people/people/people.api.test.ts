import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_LIMIT_MAX } from '#contract/limits.ts';
import { HOUR_MS } from '#contract/time.ts';
import { insertEmailLink, isLinkUsable } from '#server/features/people/accounts/email-links.store.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createPassedAttempt } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { dayOf } from '#server/time/calendar.ts';

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
  return writtenMails(test.deps.config.dataDir);
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

  it('is refused to the office for those who run the school', async () => {
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

it('many users are approved at once, and one who cannot be approved does not stop the others', async () => {
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
  const written = { action: 'user.password_link', actor_id: secretary.id, details: {} };
  expect(await auditOf(test.deps.db, `user:${student.id}`)).toEqual([written]);
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

  const drop = (of: string, as: Person) =>
    call('DELETE', `/api/admin/users/${of}/notes/${person.notes[0].id}`, undefined, as);
  const colleague = await createPerson(test.deps.db, { role: 'secretary' });
  expect((await drop(student.id, colleague)).statusCode).toBe(404);
  expect((await drop(other.id, secretary)).statusCode).toBe(404);
  expect((await call('GET', url, undefined, colleague)).json().notes).toMatchObject([{ isMine: false }]);
  expect((await drop(student.id, secretary)).json()).toEqual([]);
  const theirs = (await call('POST', `${url}/notes`, { text: 'Outra.' }, colleague)).json();
  expect((await call('DELETE', `${url}/notes/${theirs[0].id}`, undefined, admin)).json()).toEqual([]);
});

it('a person’s page tells of closed attempts and living sessions only', async () => {
  const student = await createPerson(test.deps.db, { now: test.clock.now() });
  const { id, versionId } = await createTestQuiz(test.deps.db, { title: 'Curto' });
  await createPassedAttempt(test.deps.db, student.id, { id, versionId }, { at: test.clock.now() });
  await test.request({ method: 'POST', url: `/api/quizzes/${id}/start`, as: student });
  const dead = { expires_at: test.clock.now(), last_seen_at: test.clock.now() };
  const device = 'Safari no iPhone';
  await test.deps.db.updateTable('sessions').set({ device }).where('user_id', '=', student.id).execute();
  await createSession(test.deps.db, student.id, test.clock.now());
  await test.deps.db
    .updateTable('sessions')
    .set(dead)
    .where('user_id', '=', student.id)
    .where('device', '=', device)
    .execute();
  const person = (await call('GET', `/api/admin/users/${student.id}`)).json();
  expect(person.sessions.map((session: { device: string }) => session.device)).toEqual(['Chrome em Linux']);
  expect(person.attempts).toMatchObject([{ title: 'Curto', correctAnswers: 4, totalQuestions: 4, passed: true }]);
});

it('an address is changed by an administrator, and both hear of it', async () => {
  const student = await createPerson(test.deps.db);
  const payload = { email: 'outro.endereco@exemplo.com.br' };
  expect((await call('PUT', `/api/admin/users/${student.id}/email`, payload)).statusCode).toBe(403);
  const now = test.clock.now();
  const lives = { userId: student.id, now, expiresAt: new Date(now.getTime() + HOUR_MS) };
  const links = [
    { ...lives, id: randomUUID(), kind: 'password_reset' },
    { ...lives, id: randomUUID(), kind: 'email_change', newEmail: 'pedido@exemplo.com.br' },
  ] as const;
  for (const link of links) await insertEmailLink(test.deps.db, link);
  expect((await call('PUT', `/api/admin/users/${student.id}/email`, payload, admin)).statusCode).toBe(200);
  // Links sent to the old mailbox are void.
  for (const { id, kind } of links) expect(await isLinkUsable(test.deps.db, id, kind, now)).toBe(false);
  const letters = await mails();
  expect(letters.map(({ to }) => to)).toEqual(expect.arrayContaining([student.email, payload.email]));
  expect((await call('GET', `/api/admin/users/${student.id}`)).json()).toMatchObject({
    email: payload.email,
    emailConfirmed: false,
  });
  expect(await auditOf(test.deps.db, `user:${student.id}`)).toMatchObject([
    { action: 'user.email', actor_id: admin.id },
  ]);
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
  const ended = { action: 'user.access_ended', actor_id: secretary.id, details: reason };
  expect((await auditOf(test.deps.db, `user:${student.id}`)).filter(({ action }) => action === ended.action)).toEqual([
    ended,
    ended,
  ]);
});

it('a teacher is invited and let in at once', async () => {
  const payload = { firstName: 'Téo', lastName: 'Lima', email: 'teo.convidado@exemplo.com.br' };
  expect((await call('POST', '/api/admin/users/invite-teacher', payload)).statusCode).toBe(403);
  expect((await call('POST', '/api/admin/users/invite-teacher', payload, admin)).statusCode).toBe(200);
  const again = await call('POST', '/api/admin/users/invite-teacher', payload, admin);
  expect(again.json()).toMatchObject({ code: 'email_taken' });
  expect((await mails()).find(({ to }) => to === payload.email)?.subject).toBe('Você foi convidado para dar aulas');
  const { id } = await test.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', payload.email)
    .executeTakeFirstOrThrow();
  expect(await auditOf(test.deps.db, `user:${id}`)).toMatchObject([{ action: 'user.invited', actor_id: admin.id }]);
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
  const sold = {
    name: 'Turma de março',
    price: 100,
    struckPrice: null,
    nextPrice: null,
    rule: { kind: 'days', count: 30 },
    defaultExamId: null,
    places: null,
    soldFrom: null,
    soldUntil: null,
    courseIds: null,
  };
  const offerId = (await call('POST', '/api/admin/offers', sold, admin)).json().id;
  const imported = await call('POST', '/api/admin/users/import', { students, courseId, offerId });
  expect(imported.json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'known']);
  const again = await call('POST', '/api/admin/users/import', { students, courseId });
  expect(again.json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['known', 'known']);
  const letters = (await mails()).filter(({ to }) => to === 'ivo.reis@exemplo.com.br').map(({ subject }) => subject);
  expect(letters).toContain('Sua matrícula está feita');
  const orders = await test.deps.db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.student_id')
    .select(['payments.offer_id', 'payments.note'])
    .where('users.email', '=', 'ivo.reis@exemplo.com.br')
    .execute();
  expect(orders).toEqual([{ offer_id: offerId, note: 'Importação' }]);
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

it('the list leaves whole, however many pages it has', async () => {
  await sql`
    INSERT INTO users (id, username, username_key, email, email_key, first_name, last_name, search_key, password_hash,
      role, status, terms_version, terms_accepted_at, created_at)
    SELECT gen_random_uuid(), name, name, name || '@exemplo.com.br', name || '@exemplo.com.br', 'Ana', 'Numeroso',
      'ana numeroso ' || name, '', 'student', 'active', 'test', ${test.clock.now()}, ${test.clock.now()}
    FROM (SELECT 'numeroso' || n AS name FROM generate_series(1, ${LIST_LIMIT_MAX + 1}) n) AS made`.execute(
    test.deps.db,
  );
  const { body } = await call('GET', '/api/admin/users.csv?search=numeroso', undefined, admin);
  expect(new Set(body.match(/numeroso\d+@/g)).size).toBe(LIST_LIMIT_MAX + 1);
});

it('who was seen when is kept once a day, outlives the session, and narrows the list', async () => {
  const password = 'segredo1';
  const student = await createPerson(test.deps.db, { firstName: 'Vista', lastName: 'Hoje' });
  const passwordHash = await test.deps.passwords.hash(password);
  await test.deps.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', student.id).execute();
  await test.deps.db.deleteFrom('sessions').where('user_id', '=', student.id).execute();
  const seen = async (state: string) => {
    const answer = await call('GET', `/api/admin/users?search=${student.username}&seen=${state}`);
    return answer.json().map(({ lastSeenOn }: { lastSeenOn: string | null }) => lastSeenOn);
  };
  expect([await seen('never'), await seen('week')]).toEqual([[null], []]);
  const payload = { username: student.username, password };
  const login = await test.request({ method: 'POST', url: '/api/login', payload });
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
  await test.request({ method: 'POST', url: '/api/logout', headers: { cookie }, payload: {} });
  const today = dayOf(test.clock.now());
  expect([await seen('week'), await seen('month'), await seen('away'), await seen('never')]).toEqual([
    [today],
    [today],
    [],
    [],
  ]);
  expect((await call('GET', `/api/admin/users/${student.id}`)).json()).toMatchObject({
    lastSeenAt: null,
    lastSeenOn: today,
  });
  await test.deps.db
    .updateTable('last_visits')
    .set({ seen_on: '2020-01-01' })
    .where('user_id', '=', student.id)
    .execute();
  expect([await seen('month'), await seen('away')]).toEqual([[], ['2020-01-01']]);
  const csv = await call('GET', `/api/admin/users.csv?search=${student.username}&seen=away`, undefined, admin);
  expect(csv.body).toContain(';01/01/2020');
  // A session that goes on moves the day on.
  const again = await test.request({ method: 'POST', url: '/api/login', payload });
  const token = String(again.headers['set-cookie']).split(';')[0] ?? '';
  test.clock.advance(26 * 3_600_000);
  await test.request({ method: 'GET', url: '/api/auth/user', headers: { cookie: token } });
  expect(await seen('week')).toEqual([dayOf(test.clock.now())]);
});
