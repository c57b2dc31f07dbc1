import { beforeEach, describe, expect, it } from 'vitest';
import { resetAdmin } from './features/people/accounts/first-admin.service.ts';
import { removeSample } from './features/school/sample-school/removal.service.ts';
import { firstStart } from './first-start.ts';
import { countRows, createPerson } from './testing/factories.ts';
import { useTestApp } from './testing/test-app.ts';

const test = useTestApp();

beforeEach(async () => {
  await removeSample(test.deps, test.app.sessions, null);
  await test.deps.db.deleteFrom('sample_school').execute();
  await test.deps.db.deleteFrom('users').execute();
});

const start = (admin: { username?: string; password?: string; email?: string } = {}, options: object = {}) => {
  const config = {
    ...test.deps.config,
    sampleContent: false,
    admin: { ...test.deps.config.admin, ...admin },
    ...options,
  };
  return firstStart({ ...test.deps, config }, { isNewEmbedded: true });
};
const login = (username: string, password: string) =>
  test.request({ method: 'POST', url: '/api/login', payload: { username, password } });

describe('the first administrator', () => {
  it('is created once, with a working password that is shown once', async () => {
    const [told, ...others] = await start();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ who: 'admin', username: 'admin', password: expect.stringMatching(/^[a-z2-9]{12}$/) });
    const response = await login('admin', told?.password ?? '');
    expect([response.statusCode, response.json().role]).toEqual([200, 'admin']);
    expect(await start()).toEqual([]);
    expect(await countRows(test.deps.db, 'users')).toBe(1);
  });

  it('comes from the configuration, which is not printed and counts only while there is none', async () => {
    const given = { username: 'Diretora', password: 'segredo-dela', email: 'diretora@escola.example' };
    expect(await start(given)).toEqual([]);
    expect((await login('diretora', 'segredo-dela')).json()).toMatchObject({ email: 'diretora@escola.example' });
    expect(await start({ ...given, password: 'outra-senha' })).toEqual([]);
    expect((await login('diretora', 'outra-senha')).statusCode).toBe(401);
  });

  it('is created once when several processes start together', async () => {
    const told = await Promise.all([start(), start(), start()]);
    expect(told.flat()).toHaveLength(1);
    expect(await countRows(test.deps.db, 'users')).toBe(1);
  });

  it('does not take the name of a student', async () => {
    await createPerson(test.deps.db, { username: 'ana' });
    await expect(start({ username: 'Ana' })).rejects.toThrow('ADMIN_USERNAME or ADMIN_EMAIL belongs to a user');
  });

  it('gets a new password from npm run admin:reset, and old sessions end', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin', status: 'blocked', now: test.clock.now() });
    expect(await resetAdmin(test.deps, 'nova-senha')).toMatchObject({ username: admin.username });
    expect((await login(admin.username, 'nova-senha')).statusCode).toBe(200);
    const old = await test.request({ method: 'GET', url: '/api/auth/user', as: admin });
    expect(old.statusCode).toBe(401);
  });
});

describe('sample content', { timeout: 60_000 }, () => {
  it('adds a teacher and two students who can log in to a new embedded database, and is loaded only once', async () => {
    const logins = await start({}, { sampleContent: undefined });
    expect(logins.map(({ who }) => who)).toEqual(['admin', 'teacher', 'student', 'student']);
    for (const { username, password } of logins) expect((await login(username, password)).statusCode).toBe(200);
    const users = await countRows(test.deps.db, 'users');
    expect(await start({}, { sampleContent: true })).toEqual([]);
    expect(await countRows(test.deps.db, 'users')).toBe(users);
  });

  // When it comes without a wish, and with one: first-start.test.ts. A load is seconds of work.
  it.each([
    ['an existing or outside database', { sampleContent: undefined }, false],
    ['production', { sampleContent: undefined, isProduction: true }, true],
    ['SAMPLE_CONTENT=off', { sampleContent: false }, true],
  ])('stays away on %s', async (_, options, isNewEmbedded) => {
    const config = { ...test.deps.config, ...options };
    expect(await firstStart({ ...test.deps, config }, { isNewEmbedded })).toHaveLength(1);
  });
});
