import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ TRUST_PROXY: 'on' });

/** The real passwords, watched for the time of one test. */
function watchMatches() {
  const spy = vi.spyOn(test.deps.passwords, 'matches');
  onTestFinished(() => spy.mockRestore());
  return spy;
}

const login = (username: string, address: string, password = 'errada') =>
  test.request({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    headers: { 'x-forwarded-for': address },
  });

describe('a registration', () => {
  it('reports which names are taken, but not to a client that asks for one after the other', async () => {
    const person = await createPerson(test.deps.db, { username: 'Vitoria' });
    const ask = (email: string, username: string) =>
      test.request({
        method: 'POST',
        url: '/api/register',
        payload: { ...names, username, email },
        headers: { 'x-forwarded-for': '198.51.100.9' },
      });
    const names = { firstName: 'A', lastName: 'B', password: 'segredo1', confirmPassword: 'segredo1' };
    for (let i = 0; i < 50; i += 1) {
      expect((await ask(`livre${i}@exemplo.com.br`, 'vitoria')).json().code).toBe('username_taken');
      expect((await ask(person.email, `livre${i}`)).json().code).toBe('email_taken');
    }
    expect((await ask(person.email, 'livre')).statusCode).toBe(429);
    expect((await ask('livre@exemplo.com.br', 'livre')).statusCode).toBe(201);
  });
});

describe('a login', () => {
  it('computes a hash for an unknown user, too, so that the time tells nothing', async () => {
    const matches = watchMatches();
    await login('ninguem', '198.51.100.1');
    expect(matches).toHaveBeenCalledExactlyOnceWith('errada', undefined);
  });

  it('is limited to 200 failures per address, whatever the names, and only there', async () => {
    watchMatches().mockResolvedValue(false);
    for (let i = 0; i < 200; i += 1) expect((await login(`nome${i}`, '198.51.100.2')).statusCode).toBe(401);
    const refused = await login('outro', '198.51.100.2');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    expect((await login('outro', '198.51.100.3')).statusCode).toBe(401);
    // Being refused by the address did not count against the account.
    const rows = await test.deps.db.selectFrom('throttle_events').select('bucket').execute();
    expect(rows.filter(({ bucket }) => bucket === 'login-account')).toHaveLength(202);
  });

  it('that succeeds clears what was counted for the account, and the payment cookie', async () => {
    watchMatches().mockImplementation(async (password) => password === 'segredo1');
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 9; i += 1) expect((await login(person.username, '198.51.100.4')).statusCode).toBe(401);
      const response = await login(person.username, '198.51.100.4', 'segredo1');
      expect(response.statusCode).toBe(200);
      expect(response.cookies.find(({ name }) => name === 'alvorada_payment')).toMatchObject({ value: '' });
    }
  });
});
