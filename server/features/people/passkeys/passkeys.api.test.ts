import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endSessionsWithoutFactor } from '#server/http/sessions.store.ts';
import { countRows, createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { softKey } from '#server/testing/soft-key.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const PASSWORD = 'segredo1';
const MINUTE = 60_000;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

type As = { cookie: string };
type Key = ReturnType<typeof softKey>;
const person = (wishes: Parameters<typeof createPerson>[1] = {}) =>
  createPerson(test.deps.db, { passwordHash, now: test.clock.now(), ...wishes });
const post = (url: string, payload: object, as?: As) =>
  test.request({ method: 'POST', url, payload, as, headers: { host: 'localhost' } });
const list = async (as: As) => (await test.request({ method: 'GET', url: '/api/passkeys', as })).json();
const removeKey = (as: As, id: string) => test.request({ method: 'DELETE', url: `/api/passkeys/${id}`, as });

const beginAdding = (as: As, payload: object = {}) => post('/api/passkeys/options', payload, as);
async function addKey(as: As, key: Key = softKey(), name?: string) {
  const { challengeId, options } = (await beginAdding(as)).json();
  const added = await post('/api/passkeys', { challengeId, credential: key.create(options), name }, as);
  expect(added.statusCode).toBe(200);
  return { key, id: added.json().id as string };
}
const beginLogin = async () => (await post('/api/passkeys/login/options', {})).json();
async function enter(key: Key, wish: Parameters<Key['get']>[1] = {}) {
  const { challengeId, options } = await beginLogin();
  return post('/api/passkeys/login', { challengeId, credential: key.get(options, wish) });
}
const passwordLogin = (who: Person, password = PASSWORD) => post('/api/login', { username: who.username, password });
const subjectsTo = async (who: Person) => {
  await test.deps.jobs.drain();
  return (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === who.email);
};
const cookieNames = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.filter(({ value }) => value).map(({ name }) => name);

describe('a passkey', () => {
  it('is added with a name, notified to the owner, and opens a session like the password', async () => {
    const who = await person();
    const { key } = await addKey(who, softKey(), 'Celular da Ana');
    expect(await list(who)).toMatchObject({
      hasPassword: true,
      passkeys: [{ name: 'Celular da Ana', lastUsedAt: null, worksHere: true }],
    });
    const [mail] = await subjectsTo(who);
    expect(mail?.subject).toBe('Uma chave de acesso foi adicionada à sua conta');
    expect(mail?.text).toContain('Celular da Ana');
    expect(mail?.text).toContain('/not-me#t=');
    const entered = await enter(key);
    expect([entered.statusCode, entered.json().id]).toEqual([200, who.id]);
    expect(cookieNames(entered).sort()).toEqual(['alvorada_device', 'alvorada_session']);
    expect((await list(who)).passkeys[0].lastUsedAt).toBe(test.clock.now().toISOString());
  });

  it.each([
    [{ status: 'blocked' }],
    [{ role: 'teacher', status: 'pending' }],
    [{ status: 'pending', payment: 'pending' }],
    [{ status: 'pending', payment: 'analyzing' }],
  ] as const)('answers exactly like the password for %j', async (state) => {
    const who = await person({ ...state, status: 'active' });
    const { key } = await addKey(who);
    await test.deps.db.updateTable('users').set({ status: state.status }).where('id', '=', who.id).execute();
    const [byKey, byPassword] = [await enter(key), await passwordLogin(who)];
    const told = ({ requestId: _, ...body }: Record<string, unknown>) => body;
    expect(told(byKey.json())).toEqual(told(byPassword.json()));
    expect(byKey.statusCode).toBe(403);
    expect(cookieNames(byKey).sort()).toEqual(cookieNames(byPassword).sort());
    expect(cookieNames(byKey)).not.toContain('alvorada_session');
  });

  it('is not added by an open session alone', async () => {
    const who = await person();
    test.clock.advance(15 * MINUTE);
    expect((await beginAdding(who)).json().code).toBe('fresh_proof_required');
    expect(await countRows(test.deps.db, 'passkey_challenges')).toBe(0);
  });

  it('is not added twice, nor to a second account, nor beyond twenty, also when many come at once', async () => {
    const [who, other] = [await person(), await person()];
    const { key } = await addKey(who);
    for (const again of [who, other]) {
      const { challengeId, options } = (await beginAdding(again)).json();
      const answer = await post('/api/passkeys', { challengeId, credential: key.create(options) }, again);
      expect(answer.json().code).toBe('passkey_exists');
    }
    const spy = vi.spyOn(test.deps.passwords, 'matches').mockResolvedValue(true);
    onTestFinished(() => spy.mockRestore());
    const begun = [];
    for (let i = 0; i < 22; i += 1) begun.push((await beginAdding(who)).json());
    const answers = await Promise.all(
      begun.map(({ challengeId, options }) =>
        post('/api/passkeys', { challengeId, credential: softKey().create(options) }, who),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(19);
    expect((await beginAdding(who)).json().code).toBe('too_many_passkeys');
  });

  it('is renamed and removed by its owner only', async () => {
    const [who, stranger] = [await person(), await person()];
    const { id } = await addKey(who);
    const rename = (as: As, name: string) =>
      test.request({ method: 'PATCH', url: `/api/passkeys/${id}`, payload: { name }, as });
    expect((await rename(stranger, 'Minha')).statusCode).toBe(404);
    expect((await removeKey(stranger, id)).statusCode).toBe(404);
    expect((await rename(who, '  Notebook ')).json()).toMatchObject({ name: 'Notebook' });
    const both = await Promise.all([removeKey(who, id), removeKey(who, id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    const subjects = (await subjectsTo(who)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('removida'))).toHaveLength(1);
  });
});

describe('refused at the login', () => {
  const refusedWith = async (response: ReturnType<typeof enter>) => (await response).json().code;

  it('an answer is refused a second time, and so are all but one of several at once', async () => {
    const { key } = await addKey(await person());
    const { challengeId, options } = await beginLogin();
    const credential = key.get(options, { counter: 0 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/api/passkeys/login', { challengeId, credential })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
    expect((await post('/api/passkeys/login', { challengeId, credential })).json().code).toBe('challenge_expired');
  });

  it('an answer is refused after five minutes, or if its challenge is one for adding', async () => {
    const who = await person();
    const { key } = await addKey(who);
    const { challengeId, options } = await beginLogin();
    test.clock.advance(5 * MINUTE);
    const late = await post('/api/passkeys/login', { challengeId, credential: key.get(options) });
    expect(late.json().code).toBe('challenge_expired');
    const adding = (await beginAdding(who)).json();
    const mixed = await post('/api/passkeys/login', {
      challengeId: adding.challengeId,
      credential: key.get(adding.options),
    });
    expect(mixed.json().code).toBe('challenge_expired');
  });

  it('another origin or host, no finger or PIN, a foreign signature and an unknown key are refused', async () => {
    const { key } = await addKey(await person());
    expect(await refusedWith(enter(key, { origin: 'https://localhost.evil.example' }))).toBe('invalid_credentials');
    expect(await refusedWith(enter(key, { host: 'evil.example' }))).toBe('invalid_credentials');
    expect(await refusedWith(enter(key, { verified: false }))).toBe('invalid_credentials');
    const { challengeId, options } = await beginLogin();
    const good = key.get(options);
    const { signature } = softKey().get(options).response;
    const forged = { ...good, response: { ...good.response, signature } };
    const answer = await post('/api/passkeys/login', { challengeId, credential: forged });
    expect(answer.json().code).toBe('invalid_credentials');
    expect(await refusedWith(enter(softKey(), { userHandle: 'AAAA' }))).toBe('invalid_credentials');
    expect((await enter(key)).statusCode).toBe(200);
  });

  it('a key is refused if it names the account of another person', async () => {
    const [who, other] = [await person(), await person()];
    const { key } = await addKey(who);
    const userHandle = Buffer.from(other.id.replaceAll('-', ''), 'hex').toString('base64url');
    expect(await refusedWith(enter(key, { userHandle }))).toBe('invalid_credentials');
  });

  it('a counter that falls or does not rise is refused, and is audited', async () => {
    const who = await person();
    const { key } = await addKey(who);
    expect((await enter(key, { counter: 7 })).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) expect(await refusedWith(enter(key, { counter }))).toBe('invalid_credentials');
    const events = test.deps.db.selectFrom('audit_events').select('action').where('actor_id', '=', who.id);
    expect((await events.execute()).filter(({ action }) => action === 'user.passkey_counter_refused')).toHaveLength(3);
    expect((await enter(key, { counter: 8 })).statusCode).toBe(200);
  });

  it('all but one of the answers with one counter at once are refused, whatever their challenges', async () => {
    const { key } = await addKey(await person());
    const begun = await Promise.all(Array.from({ length: 5 }, beginLogin));
    const answers = await Promise.all(
      begun.map(({ challengeId, options }) =>
        post('/api/passkeys/login', { challengeId, credential: key.get(options, { counter: 50 }) }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('a key is refused if it was removed, or belongs to another address of the product', async () => {
    const who = await person();
    const { key, id } = await addKey(who);
    await test.deps.db.updateTable('passkeys').set({ host: 'antes.example' }).where('id', '=', id).execute();
    expect((await list(who)).passkeys[0].worksHere).toBe(false);
    expect(await refusedWith(enter(key))).toBe('invalid_credentials');
    await removeKey(who, id);
    expect(await refusedWith(enter(key))).toBe('invalid_credentials');
  });

  it('every answer is refused from an address that has failed a hundred times', async () => {
    const { key } = await addKey(await person());
    const { options } = await beginLogin();
    const payload = { challengeId: crypto.randomUUID(), credential: key.get(options) };
    const headers = { host: 'localhost' };
    const wrong = () =>
      test.request({ method: 'POST', url: '/api/passkeys/login', payload, remoteAddress: '198.51.100.77', headers });
    for (let i = 0; i < 10; i += 1) await Promise.all(Array.from({ length: 10 }, wrong));
    expect((await wrong()).statusCode).toBe(429);
    expect((await enter(key)).statusCode).toBe(200);
  });
});

it('nothing is offered where the address is an IP', async () => {
  const request = { method: 'POST', url: '/api/passkeys/login/options', headers: { host: '127.0.0.1:3000' } } as const;
  expect((await test.request(request)).json().code).toBe('passkeys_unavailable');
});

it('a foreign origin, or a challenge that is another person’s, used or expired, adds no passkey', async () => {
  const [who, other] = [await person(), await person()];
  const add = async (as: As, begun: { challengeId: string; options: never }, wish = {}) =>
    (
      await post(
        '/api/passkeys',
        { challengeId: begun.challengeId, credential: softKey().create(begun.options, wish) },
        as,
      )
    ).json().code;
  const begin = async () => (await beginAdding(who)).json();
  expect(await add(who, await begin(), { origin: 'https://evil.example' })).toBe('bad_request');
  expect(await add(who, await begin(), { verified: false })).toBe('bad_request');
  expect(await add(other, await begin())).toBe('challenge_expired');
  const used = await begin();
  expect(await add(who, used)).toBeUndefined();
  expect(await add(who, used)).toBe('challenge_expired');
  const late = await begin();
  test.clock.advance(5 * MINUTE);
  expect(await add(who, late)).toBe('challenge_expired');
  expect((await list(who)).passkeys).toHaveLength(1);
});

it('no code is asked after a passkey, and the rule for administrators does not end its session', async () => {
  const who = await person({ role: 'admin' });
  const { key } = await addKey(who);
  const factor = { user_id: who.id, secret: Buffer.from('x'), enabled_at: test.clock.now(), last_step: 0 };
  await test.deps.db.insertInto('second_factors').values(factor).execute();
  expect((await passwordLogin(who)).json().code).toBe('second_factor_required');
  expect((await enter(key)).statusCode).toBe(200);
  await test.deps.db.deleteFrom('second_factors').where('user_id', '=', who.id).execute();
  await endSessionsWithoutFactor(test.deps.db, ['admin'], test.clock.now(), 100);
  const left = test.deps.db.selectFrom('sessions').select('by_passkey').where('user_id', '=', who.id);
  expect(await left.execute()).toEqual([{ by_passkey: true }]);
});

describe('the password', () => {
  const removePassword = (as: As, currentPassword = PASSWORD) =>
    post('/api/profile/password/remove', { currentPassword }, as);

  it('is removed only beside a passkey; other sessions end, the letter goes, a reset brings one back', async () => {
    const who = await person();
    expect((await removePassword(who)).json().code).toBe('last_way_in');
    const { key, id } = await addKey(who);
    expect((await removePassword(who, 'errada1')).json().code).toBe('wrong_password');
    const elsewhere = { cookie: await createSession(test.deps.db, who.id, test.clock.now()) };
    expect((await removePassword(who)).statusCode).toBe(200);
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: elsewhere })).statusCode).toBe(401);
    expect((await list(who)).hasPassword).toBe(false);
    expect((await passwordLogin(who)).json().code).toBe('invalid_credentials');
    expect((await enter(key)).statusCode).toBe(200);
    expect((await subjectsTo(who)).map(({ subject }) => subject)).toContain('A senha da sua conta foi removida');
    expect((await removeKey(who, id)).json().code).toBe('last_way_in');
    await post('/api/password/forgot', { email: who.email });
    const reset = (await subjectsTo(who)).find(({ subject }) => subject === 'Crie uma nova senha');
    const token = /reset-password#t=([\w.-]+)/.exec(reset?.text ?? '')?.[1];
    expect((await post('/api/password/reset', { token, password: 'denovo1' })).statusCode).toBe(200);
    const again = { cookie: await createSession(test.deps.db, who.id, test.clock.now()) };
    expect((await list(again)).hasPassword).toBe(true);
    expect((await passwordLogin(who, 'denovo1')).statusCode).toBe(200);
    expect((await removeKey(again, id)).statusCode).toBe(200);
  });

  it('and the last passkey do not go at the same moment', async () => {
    const who = await person();
    const { id } = await addKey(who);
    const both = await Promise.all([removePassword(who), removeKey(who, id)]);
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

it("'não fui eu' takes every passkey away, and cleaning up the challenges that were not used", async () => {
  const who = await person();
  const { key } = await addKey(who);
  const [mail] = await subjectsTo(who);
  const token = /not-me#t=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
  expect((await post('/api/account/not-me', { token })).statusCode).toBe(200);
  expect((await enter(key)).json().code).toBe('invalid_credentials');
  await beginLogin();
  test.clock.advance(5 * MINUTE);
  await test.deps.jobs.send(test.deps.db, 'cleanup', {});
  await test.deps.jobs.drain();
  expect(await countRows(test.deps.db, 'passkey_challenges')).toBe(0);
});
