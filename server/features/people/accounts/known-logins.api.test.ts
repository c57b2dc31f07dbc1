import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ TRUST_PROXY: 'on' });
const PASSWORD = 'segredo1';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

let host = 0;
/** An address that is used only once in this file. */
const newAddress = () => {
  host += 1;
  return `198.51.${100 + Math.floor(host / 250)}.${(host % 250) + 1}`;
};
const person = () => createPerson(test.deps.db, { passwordHash, now: test.clock.now() });

type From = { address?: string; cookie?: string };
const post = (url: string, payload: object, { address = newAddress(), cookie }: From = {}) =>
  test.request({
    method: 'POST',
    url,
    payload,
    headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
  });
const login = (who: Person, password = PASSWORD, from: From = {}) =>
  post('/api/login', { username: who.username, password }, from);
const deviceOf = (response: { cookies: { name: string; value: string }[] }) => {
  const cookie = response.cookies.find(({ name }) => name === 'alvorada_device');
  return cookie && `alvorada_device=${cookie.value}`;
};

/** Wrong guesses without the work of a hash; the right password is right. */
function guessCheaply() {
  const spy = vi.spyOn(test.deps.passwords, 'matches').mockImplementation(async (given) => given === PASSWORD);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** Until strangers are refused, each guess from another address. */
async function attack(who: Person): Promise<void> {
  for (let i = 0; i < 10; i += 1) expect((await login(who, 'errada')).statusCode).toBe(401);
  expect((await login(who, 'errada')).statusCode).toBe(429);
}

const mailsTo = async ({ email }: Person) => {
  await test.deps.jobs.drain();
  return (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email);
};

describe('a stranger who guesses', () => {
  it('does not keep the owner out on a device or at an address from where they entered before', async () => {
    guessCheaply();
    const who = await person();
    const home = newAddress();
    const cookie = deviceOf(await login(who, PASSWORD, { address: home }));
    await attack(who);
    expect((await login(who, PASSWORD)).statusCode).toBe(429);
    expect((await login(who, PASSWORD, { cookie })).statusCode).toBe(200);
    expect((await login(who, PASSWORD, { address: home })).statusCode).toBe(200);
    // Which is no help for the strangers.
    expect((await login(who, PASSWORD)).statusCode).toBe(429);
  });

  it('is refused before any work is done', async () => {
    const matches = guessCheaply();
    const who = await person();
    await attack(who);
    matches.mockClear();
    await login(who, PASSWORD);
    expect(matches).not.toHaveBeenCalled();
  });

  it('has ten tries for username and e-mail together', async () => {
    guessCheaply();
    const who = await person();
    for (let i = 0; i < 5; i += 1) expect((await login(who, 'errada')).statusCode).toBe(401);
    const byEmail = () => post('/api/login', { username: who.email, password: 'errada' });
    for (let i = 0; i < 5; i += 1) expect((await byEmail()).statusCode).toBe(401);
    expect((await byEmail()).statusCode).toBe(429);
  });

  it('causes one mail a day to the owner, with a link to a new password', async () => {
    guessCheaply();
    const who = await person();
    for (let i = 0; i < 9; i += 1) await login(who, 'errada');
    expect(await mailsTo(who)).toEqual([]);
    await login(who, 'errada');
    const [mail] = await mailsTo(who);
    expect(mail).toMatchObject({ subject: 'Alguém errou sua senha várias vezes' });
    expect(mail?.text).toContain('/forgot-password');
    for (let round = 0; round < 3; round += 1) {
      test.clock.advance(16 * MINUTE);
      await attack(who);
    }
    expect(await mailsTo(who)).toHaveLength(1);
    test.clock.advance(DAY);
    await attack(who);
    expect(await mailsTo(who)).toHaveLength(2);
  });
});

describe('a known device', () => {
  it('is known for its own account only, signed, httpOnly, and stays known after the logout', async () => {
    guessCheaply();
    const [who, other] = [await person(), await person()];
    const entered = await login(who);
    const cookie = deviceOf(entered);
    expect(entered.cookies.find(({ name }) => name === 'alvorada_device')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    await post('/api/logout', {}, { cookie: entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') });
    await attack(who);
    await attack(other);
    expect((await login(other, PASSWORD, { cookie })).statusCode).toBe(429);
    expect((await login(who, PASSWORD, { cookie: `${cookie?.slice(0, -2)}xx` })).statusCode).toBe(429);
    expect((await login(who, PASSWORD, { cookie })).statusCode).toBe(200);
    // Every login issues a new token: the copy just used is worthless now.
    expect((await login(who, PASSWORD, { cookie })).statusCode).toBe(429);
  });

  it('serves several people who share it', async () => {
    guessCheaply();
    const [one, two] = [await person(), await person()];
    const first = deviceOf(await login(one));
    const both = deviceOf(await login(two, PASSWORD, { cookie: first }));
    for (const who of [one, two]) {
      await attack(who);
      expect((await login(who, PASSWORD, { cookie: both })).statusCode).toBe(200);
    }
  });

  it('is no way to guess without end: thirty tries, a hundred a day, and the owner learns of it', async () => {
    guessCheaply();
    const who = await person();
    const cookie = deviceOf(await login(who));
    const refusedAfter = async () => {
      for (let tries = 0; ; tries += 1) if ((await login(who, 'errada', { cookie })).statusCode === 429) return tries;
    };
    // 30 tries as a known device, then 10 more as an unknown caller.
    expect(await refusedAfter()).toBe(30 + 10);
    expect((await mailsTo(who)).map(({ subject }) => subject)).toEqual(['Alguém errou sua senha várias vezes']);
    let guesses = 30;
    for (let i = 0; i < 4; i += 1) {
      test.clock.advance(16 * MINUTE);
      guesses += (await refusedAfter()) - 10;
    }
    expect(guesses).toBe(100);
  });

  it('is forgotten with a new password, but for the one it was set on', async () => {
    const who = await person();
    const [phone, desk] = [deviceOf(await login(who)), deviceOf(await login(who))];
    const change = { currentPassword: PASSWORD, newPassword: 'novasenha' };
    const changed = await post('/api/profile/password', change, { cookie: `${who.cookie}; ${desk}` });
    expect(changed.statusCode).toBe(200);
    const spy = vi.spyOn(test.deps.passwords, 'matches').mockImplementation(async (given) => given === 'novasenha');
    onTestFinished(() => spy.mockRestore());
    await attack(who);
    expect((await login(who, 'novasenha', { cookie: phone })).statusCode).toBe(429);
    expect((await login(who, 'novasenha', { cookie: deviceOf(changed) })).statusCode).toBe(200);
  });

  it('and address are kept as hashes, twenty of each at most, and for half a year', async () => {
    guessCheaply();
    const who = await person();
    for (let i = 0; i < 23; i += 1) {
      test.clock.advance(1000);
      await login(who);
    }
    const rows = () => test.deps.db.selectFrom('known_logins').selectAll().where('user_id', '=', who.id).execute();
    const kept = await rows();
    expect(kept.map(({ kind }) => kind).sort()).toEqual([...Array(20).fill('address'), ...Array(20).fill('device')]);
    expect(kept.every(({ key }) => key.length === 32)).toBe(true);
    test.clock.advance(184 * DAY);
    await test.deps.jobs.send(test.deps.db, 'cleanup', {});
    await test.deps.jobs.drain();
    expect(await rows()).toEqual([]);
  });
});

describe('a reset', () => {
  const forgot = (who: Person, from: From = {}) => post('/api/password/forgot', { email: who.email }, from);
  const resets = async (who: Person) => (await mailsTo(who)).filter(({ subject }) => subject === 'Crie uma nova senha');

  it('asked for by strangers neither fills the mailbox nor keeps the owner from one', async () => {
    const who = await person();
    const cookie = deviceOf(await login(who));
    for (let i = 0; i < 30; i += 1) expect((await forgot(who)).json()).toEqual({ ok: true });
    expect(await resets(who)).toHaveLength(2);
    // On the own device there is another one, and the owner of a new one finds a link that works.
    expect((await forgot(who, { cookie })).statusCode).toBe(200);
    expect(await resets(who)).toHaveLength(3);
    test.clock.advance(59 * MINUTE);
    const token = /reset-password#t=([\w.-]+)/.exec((await resets(who)).at(-1)?.text ?? '')?.[1];
    expect((await post('/api/password/reset', { token, password: 'novasenha' })).statusCode).toBe(200);
  });

  it('makes the browser known, so that the owner enters in the middle of an attack', async () => {
    const who = await person();
    await forgot(who);
    const token = /reset-password#t=([\w.-]+)/.exec((await resets(who))[0]?.text ?? '')?.[1];
    const spy = vi.spyOn(test.deps.passwords, 'matches').mockImplementation(async (given) => given === 'novasenha');
    onTestFinished(() => spy.mockRestore());
    await attack(who);
    const done = await post('/api/password/reset', { token, password: 'novasenha' });
    expect((await login(who, 'novasenha', { cookie: deviceOf(done) })).statusCode).toBe(200);
  });

  it('is limited to twenty an hour from one address', async () => {
    const address = newAddress();
    const ask = (i: number) => post('/api/password/forgot', { email: `x${i}@exemplo.com.br` }, { address });
    for (let i = 0; i < 20; i += 1) expect((await ask(i)).statusCode).toBe(200);
    expect((await ask(20)).statusCode).toBe(429);
  });
});
