import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { secondFactorClient } from '#server/testing/second-factor.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ SECOND_FACTOR: 'required-for-admins' });
const { post, login, nextCode } = secondFactorClient(test);
const PASSWORD = 'segredo1';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});
const person = (role: 'teacher' | 'secretary' | 'admin') =>
  createPerson(test.deps.db, { role, passwordHash, now: test.clock.now() });
const ticketOf = async ({ username }: Person) => (await login(username, PASSWORD)).json().ticket as string;
const begin = (ticket: string) => post('/api/login/second-factor/set-up', { ticket });
const confirm = (ticket: string, code: string) => post('/api/login/second-factor/confirm', { ticket, code });

describe('where administrators must have a second factor', () => {
  it('other roles enter as before', async () => {
    expect((await login((await person('teacher')).username, PASSWORD)).statusCode).toBe(200);
  });

  it.each(['admin', 'secretary'] as const)(
    'the login of %s leads to the set-up, without a session before its first code',
    async (role) => {
      const admin = await person(role);
      const first = await login(admin.username, PASSWORD);
      expect([first.statusCode, first.json().step, first.cookies]).toEqual([403, 'set_up', []]);
      const { ticket } = first.json();
      const { secret } = (await begin(ticket)).json();
      // Asked again, after a reload, it is the same: the app may have it already.
      expect((await begin(ticket)).json().secret).toBe(secret);
      expect((await post('/api/login/second-factor', { ticket, code: nextCode(secret) })).statusCode).toBe(409);
      expect((await confirm(ticket, '000000')).json().code).toBe('wrong_code');
      const entered = await confirm(ticket, nextCode(secret));
      expect(entered.json()).toMatchObject({ user: { id: admin.id }, recoveryCodes: { length: 10 } });
      expect(entered.cookies.map(({ name }) => name)).toContain('alvorada_session');
      expect((await confirm(ticket, nextCode(secret))).json().code).toBe('ticket_expired');
      expect((await login(admin.username, PASSWORD)).json().step).toBe('code');
    },
  );

  it('the first of two set-ups is valid: a password alone does not replace a factor', async () => {
    const admin = await person('admin');
    const [one, two] = [await ticketOf(admin), await ticketOf(admin)];
    const secrets = [(await begin(one)).json().secret, (await begin(two)).json().secret];
    expect(secrets[0]).not.toBe(secrets[1]);
    expect((await confirm(one, nextCode(secrets[0]))).statusCode).toBe(200);
    expect((await confirm(two, nextCode(secrets[1]))).json().code).toBe('state_conflict');
  });

  it('an administrator cannot turn it off', async () => {
    const admin = await person('admin');
    const body = { currentPassword: PASSWORD, code: '000000' };
    const off = await post('/api/second-factor/off', body, admin);
    expect([off.statusCode, off.json().status]).toEqual([409, 'required']);
  });

  it.each(['admin', 'secretary'])('a user who becomes %s has to log in again', async (role) => {
    const [admin, teacher] = [await person('admin'), await person('teacher')];
    const url = `/api/admin/users/${teacher.id}/role`;
    expect((await test.request({ method: 'PATCH', url, payload: { role }, as: admin })).statusCode).toBe(200);
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: teacher })).statusCode).toBe(401);
  });
});
