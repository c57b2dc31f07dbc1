import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { CLIENT, startIssuer } from '#server/testing/google-issuer.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const issuer = await startIssuer();
const test = useTestApp({
  PUBLIC_URL: 'https://escola.example',
  GOOGLE_CLIENT_ID: CLIENT.id,
  GOOGLE_CLIENT_SECRET: CLIENT.secret,
  GOOGLE_ISSUER: issuer.url,
});
const PASSWORD = 'segredo1';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
  return () => issuer.stop();
});
afterEach(() => issuer.behave());

type As = { cookie: string } | undefined;
let serial = 0;
const newSubject = () => {
  serial += 1;
  return `1000000${serial}`;
};

async function person(wishes: Parameters<typeof createPerson>[1] & { confirmed?: boolean } = {}) {
  serial += 1;
  const { confirmed = false, ...rest } = wishes;
  const email = `ana${serial}@gmail.com`;
  const who = await createPerson(test.deps.db, { passwordHash, email, now: test.clock.now(), ...rest });
  if (confirmed) {
    const change = { email_confirmed_at: test.clock.now() };
    await test.deps.db.updateTable('users').set(change).where('id', '=', who.id).execute();
  }
  return who;
}
const identityOf = ({ email }: Person, changes: object = {}) => ({
  sub: newSubject(),
  email,
  email_verified: true,
  ...changes,
});

const post = (url: string, cookie?: string) =>
  test.request({ method: 'POST', url, ...(cookie ? { headers: { cookie } } : {}) });
const flowCookie = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith('__Host-alvorada_google='))
    ?.split(';')[0] ?? '';

/** Presses the button; returns the redirect address and the cookies of the browser. */
async function begin(as?: As) {
  const answer = await post(as ? '/api/google/link' : '/api/google/login', as?.cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  const cookie = [as?.cookie, flowCookie(answer)].filter(Boolean).join('; ');
  return { url: answer.json<{ url: string }>().url, cookie };
}
const comeBack = async (url: string, cookie: string) =>
  (await test.request({ method: 'GET', url, headers: { cookie } })).headers.location;

/** The full redirect to Google and back; returns the answer of the page it leads to. */
async function enter(claims: object, changes: object = {}) {
  const { url, cookie } = await begin();
  const location = await comeBack(issuer.approve(url, { ...claims }, { ...changes }), cookie);
  return { location, answer: await post('/api/google/login/finish', cookie) };
}
async function link(who: Person, claims: object) {
  const { url, cookie } = await begin(who);
  expect(await comeBack(issuer.approve(url, { ...claims }), cookie)).toBe('/security#google=done');
  return post('/api/google/link/finish', cookie);
}
const hasSession = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).includes('alvorada_session=');
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code;

describe('a Google account opens an account', () => {
  it('after a logged-in user has linked it', async () => {
    const who = await person();
    const identity = identityOf(who, { email: 'outra@empresa.example', email_verified: false });
    const linked = await link(who, identity);
    expect(linked.json()).toEqual({ email: 'outra@empresa.example', linkedAt: test.clock.now().toISOString() });
    const { location, answer } = await enter(identity);
    expect(location).toBe('/auth#google=done');
    expect([answer.statusCode, answer.json().id, hasSession(answer)]).toEqual([200, who.id, true]);
    const state = await test.request({ method: 'GET', url: '/api/google/link', as: who });
    expect(state.json()).toMatchObject({ offered: true, linked: { email: 'outra@empresa.example' } });
  });

  it('without a link, if Google issues the address and it was confirmed here; the owner is notified', async () => {
    const who = await person({ confirmed: true });
    const identity = identityOf(who);
    const { answer } = await enter(identity);
    expect(answer.json().id).toBe(who.id);
    await test.deps.jobs.drain();
    const subjects = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === who.email);
    expect(subjects.map(({ subject }) => subject)).toContain('Uma conta do Google foi conectada à sua');
    // From now on by the subject: the address may change.
    expect((await enter({ ...identity, email: 'nova@gmail.com' })).answer.json().id).toBe(who.id);
    const hosted = await person({ confirmed: true, email: 'ana@escola-hospedada.example' });
    expect((await enter(identityOf(hosted, { hd: 'escola-hospedada.example' }))).answer.json().id).toBe(hosted.id);
  });

  it('not if Google or we have not confirmed the address: the answer is that for an unknown one', async () => {
    const unconfirmed = await person();
    const confirmed = await person({ confirmed: true });
    const elsewhere = await person({ confirmed: true, email: 'ana@provedor.example' });
    const answers = [
      await enter(identityOf(unconfirmed)),
      await enter(identityOf(confirmed, { email_verified: false })),
      await enter(identityOf(elsewhere)),
      await enter(identityOf(elsewhere, { hd: 'outra.example' })),
      await enter({ sub: newSubject(), email: 'ninguem@gmail.com', email_verified: true }),
      await enter({ sub: newSubject() }),
    ];
    const bodies = answers.map(({ answer }) => ({ ...answer.json(), requestId: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ code: 'google_unlinked' });
    expect(answers.some(({ answer }) => hasSession(answer))).toBe(false);
  });

  it('only one account, and each account is linked to only one of Google', async () => {
    const [one, two] = [await person({ confirmed: true }), await person({ confirmed: true })];
    const identity = identityOf(one);
    expect((await link(one, identity)).statusCode).toBe(200);
    expect(codeOf(await link(two, identity))).toBe('google_taken');
    expect(codeOf(await link(one, identityOf(one)))).toBe('google_taken');
    expect(codeOf((await enter(identityOf(one))).answer)).toBe('google_unlinked');
  });

  it('no longer after it was unlinked or disowned', async () => {
    const who = await person();
    const identity = identityOf(who);
    await link(who, identity);
    expect((await test.request({ method: 'DELETE', url: '/api/google/link', as: who })).statusCode).toBe(200);
    expect(codeOf((await enter(identity)).answer)).toBe('google_unlinked');
    const lettersOfLinking = async () => {
      await test.deps.jobs.drain();
      return (await writtenMails(test.deps.config.dataDir)).filter(
        ({ to, subject }) => to === who.email && subject === 'Uma conta do Google foi conectada à sua',
      );
    };
    const older = (await lettersOfLinking()).map(({ text }) => text);
    await link(who, identity);
    const mail = (await lettersOfLinking()).find(({ text }) => !older.includes(text));
    const token = /not-me#t=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await test.request({ method: 'POST', url: '/api/account/not-me', payload: { token } });
    expect(codeOf((await enter(identity)).answer)).toBe('google_unlinked');
    const events = (await auditOf(test.deps.db, `user:${who.id}`)).filter(({ actor_id }) => actor_id === who.id);
    expect(events.map(({ action }) => action)).toEqual([
      'user.google_linked',
      'user.google_unlinked',
      'user.google_linked',
      'user.change_disowned',
    ]);
  });
});

describe('a user who may not enter is refused like after a password, without a session and without a link', () => {
  const cases = [
    [{ status: 'pending', payment: 'pending' }, 'payment_required'],
    [{ status: 'pending', payment: 'analyzing' }, 'payment_required'],
    [{ status: 'pending', role: 'teacher' }, 'awaiting_approval'],
    [{ status: 'blocked' }, 'blocked'],
  ] as const;
  it.each(cases)('%j: %s', async (wishes, code) => {
    const who = await person({ ...wishes, confirmed: true });
    const { answer } = await enter(identityOf(who));
    const login = await test.request({
      method: 'POST',
      url: '/api/login',
      payload: { username: who.username, password: PASSWORD },
    });
    expect({ ...answer.json(), requestId: '' }).toEqual({ ...login.json(), requestId: '' });
    expect([codeOf(answer), hasSession(answer)]).toEqual([code, false]);
    expect(await test.deps.db.selectFrom('google_accounts').where('user_id', '=', who.id).execute()).toEqual([]);
  });

  it('a user with a second factor must still enter its code', async () => {
    const who = await person({ confirmed: true });
    const factor = { user_id: who.id, secret: Buffer.alloc(40), enabled_at: test.clock.now(), last_step: 0 };
    await test.deps.db.insertInto('second_factors').values(factor).execute();
    const { answer } = await enter(identityOf(who));
    expect(answer.json()).toMatchObject({ code: 'second_factor_required', step: 'code', ticket: expect.any(String) });
    expect(hasSession(answer)).toBe(false);
  });
});

describe('what is not what Google said to this browser opens nothing', () => {
  const wrongs: [string, () => object][] = [
    ['a wrong nonce', () => ({ nonce: 'another' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'somebody-else' })],
    ['another issuer', () => ({ iss: 'https://accounts.google.example' })],
    ['an expired token', () => ({ exp: Math.trunc(Date.now() / 1000) - 3600 })],
    ['no subject', () => ({ sub: undefined })],
  ];
  it.each(wrongs)('%s', async (_, changes) => {
    const who = await person({ confirmed: true });
    const { location, answer } = await enter(identityOf(who), changes());
    expect([location, codeOf(answer), hasSession(answer)]).toEqual(['/auth#google=failed', 'google_expired', false]);
  });

  it('a forged signature opens nothing, and changed keys of Google are fetched again', async () => {
    const who = await person({ confirmed: true });
    issuer.forge();
    expect((await enter(identityOf(who))).location).toBe('/auth#google=failed');
    issuer.behave();
    const identity = identityOf(who);
    expect((await enter(identity)).answer.statusCode).toBe(200);
    issuer.rotateKeys();
    expect((await enter(identity)).answer.statusCode).toBe(200);
  });

  it('an answer opens nothing if another person began it and passes it on, or if it was used before', async () => {
    const who = await person({ confirmed: true });
    const attacker = await begin();
    const back = issuer.approve(attacker.url, identityOf(who));
    const victim = await begin();
    // The victim's browser opens the attacker's link: it would log them in as another user.
    expect(await comeBack(back, victim.cookie)).toBe('/auth#google=failed');
    expect(await comeBack(back, '')).toBe('/auth#google=failed');
    expect(codeOf(await post('/api/google/login/finish', victim.cookie))).toBe('google_expired');
    // In its own browser it works once.
    expect(await comeBack(back, attacker.cookie)).toBe('/auth#google=done');
    expect(await comeBack(back, attacker.cookie)).toBe('/auth#google=failed');
    expect((await post('/api/google/login/finish', attacker.cookie)).statusCode).toBe(200);
    expect(codeOf(await post('/api/google/login/finish', attacker.cookie))).toBe('google_expired');
  });

  it('a login does not link, a link does not log in, and no person links for another', async () => {
    const [one, two] = [await person(), await person()];
    const login = await begin();
    await comeBack(issuer.approve(login.url, identityOf(one)), login.cookie);
    expect(codeOf(await post('/api/google/link/finish', `${one.cookie}; ${login.cookie}`))).toBe('google_expired');
    const own = await begin(one);
    await comeBack(issuer.approve(own.url, identityOf(one)), own.cookie);
    expect(codeOf(await post('/api/google/login/finish', own.cookie))).toBe('google_expired');
    const [, flow = ''] = own.cookie.split('; ');
    expect(codeOf(await post('/api/google/link/finish', `${two.cookie}; ${flow}`))).toBe('google_expired');
    expect((await post('/api/google/link/finish', own.cookie)).statusCode).toBe(200);
  });

  it('an answer opens nothing if it comes late or the login was cancelled', async () => {
    const who = await person({ confirmed: true });
    const late = await begin();
    const back = issuer.approve(late.url, identityOf(who));
    test.clock.advance(16 * 60_000);
    expect(await comeBack(back, late.cookie)).toBe('/auth#google=failed');
    const cancelled = await begin();
    const state = new URL(cancelled.url).searchParams.get('state');
    const refusal = `/api/google/callback?error=access_denied&state=${state}`;
    expect(await comeBack(refusal, cancelled.cookie)).toBe('/auth#google=cancelled');
    expect(codeOf(await post('/api/google/login/finish', cancelled.cookie))).toBe('google_expired');
  });

  it('the query of the return address cannot redirect to another address', async () => {
    const { cookie } = await begin();
    for (const query of [
      '',
      '?state=x&code=y',
      '?next=https://evil.example',
      '?state=%00',
      '?redirect=//evil.example',
    ]) {
      const location = await comeBack(`/api/google/callback${query}`, cookie);
      expect([undefined, '/auth#google=failed']).toContain(location);
    }
  });

  it('a start is refused when another site caused it', async () => {
    const answer = await test.request({
      method: 'POST',
      url: '/api/google/login',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'cross_site']);
  });
});

it('a login asks Google with PKCE, state and nonce, which the browser cannot read', async () => {
  const answer = await post('/api/google/login');
  const url = new URL(answer.json<{ url: string }>().url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: CLIENT.id,
    redirect_uri: 'https://escola.example/api/google/callback',
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const cookie = String(answer.headers['set-cookie']);
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/', '__Host-']) expect(cookie).toContain(part);
});

it('one of fifty finishes at once opens a session', async () => {
  const who = await person({ confirmed: true });
  const { url, cookie } = await begin();
  await comeBack(issuer.approve(url, identityOf(who)), cookie);
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('/api/google/login/finish', cookie)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

it('codes, tokens and addresses do not get into the log', async () => {
  const who = await person({ confirmed: true });
  const { url, cookie } = await begin();
  const back = issuer.approve(url, identityOf(who), { nonce: 'another' });
  await comeBack(back, cookie);
  const log = test.logged();
  expect(log).toContain('what Google answered was refused');
  for (const secret of [new URL(back, 'http://x').searchParams.get('code') ?? '?', who.email, CLIENT.secret]) {
    expect(log).not.toContain(secret);
  }
});

describe('a Google that does not answer', () => {
  it('is reported as unavailable, and the password still works', async () => {
    test.clock.advance(2 * 60 * 60_000);
    issuer.fail();
    const answer = await post('/api/google/login');
    expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'unavailable']);
  });

  it('leads back to the login when it fails during a login', async () => {
    const { url, cookie } = await begin();
    const back = issuer.approve(url, { sub: newSubject() });
    issuer.fail();
    expect(await comeBack(back, cookie)).toBe('/auth#google=failed');
  });
});
