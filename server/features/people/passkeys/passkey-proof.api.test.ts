import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
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
const person = () => createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
const post = (url: string, payload: object, as?: As) =>
  test.request({ method: 'POST', url, payload, as, headers: { host: 'localhost' } });

const beginAdding = (as: As) => post('/api/passkeys/options', {}, as);
async function addKey(as: As) {
  const key = softKey();
  const { challengeId, options } = (await beginAdding(as)).json();
  const added = await post('/api/passkeys', { challengeId, credential: key.create(options) }, as);
  expect(added.statusCode).toBe(200);
  return { key };
}
const beginLogin = async () => (await post('/api/passkeys/login/options', {})).json();
const beginProof = (as: As) => post('/api/session/proof/options', {}, as);
async function prove(as: As, key: Key) {
  const { challengeId, options } = (await beginProof(as)).json();
  return post('/api/session/proof', { passkey: { challengeId, credential: key.get(options) } }, as);
}

describe('a fresh proof by passkey', () => {
  it("is one's own, signed now, used once, and for nothing else", async () => {
    const [who, other] = [await person(), await person()];
    const [mine, theirs] = [await addKey(who), await addKey(other)];
    test.clock.advance(16 * MINUTE);
    const begun = (await beginProof(who)).json();
    expect(begun.options.allowCredentials).toHaveLength(1);
    // Another user's key, and another user's challenge.
    expect((await prove(who, theirs.key)).json().code).toBe('wrong_passkey');
    const foreign = (await beginProof(other)).json();
    const asWho = { challengeId: foreign.challengeId, credential: mine.key.get(foreign.options) };
    expect((await post('/api/session/proof', { passkey: asWho }, who)).json().code).toBe('challenge_expired');
    // It neither logs in nor makes a new key; a challenge of the login proves nothing.
    const signed = { challengeId: begun.challengeId, credential: mine.key.get(begun.options) };
    expect((await post('/api/passkeys/login', signed)).json().code).toBe('challenge_expired');
    const created = {
      challengeId: begun.challengeId,
      credential: softKey().create({ ...begun.options, user: { id: 'x' } }),
    };
    expect((await post('/api/passkeys', created, who)).json().code).toBe('challenge_expired');
    const login = await beginLogin();
    const forLogin = { challengeId: login.challengeId, credential: mine.key.get(login.options) };
    expect((await post('/api/session/proof', { passkey: forLogin }, who)).json().code).toBe('challenge_expired');
    expect((await beginAdding(who)).json().code).toBe('fresh_proof_required');
    // The right one, of fifty at once one.
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/api/session/proof', { passkey: signed }, who)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await beginAdding(who)).statusCode).toBe(200);
  });

  it('is refused when it comes late or its person has no passkey', async () => {
    const [who, without] = [await person(), await person()];
    const { key } = await addKey(who);
    const { challengeId, options } = (await beginProof(who)).json();
    test.clock.advance(5 * MINUTE);
    const passkey = { challengeId, credential: key.get(options) };
    expect((await post('/api/session/proof', { passkey }, who)).json().code).toBe('challenge_expired');
    expect((await beginProof(without)).json().code).toBe('passkeys_unavailable');
  });

  it('in an account without a password a proof by passkey does what else the password does', async () => {
    const who = await person();
    const { key } = await addKey(who);
    await post('/api/profile/password/remove', { currentPassword: PASSWORD }, who);
    const factor = { user_id: who.id, secret: Buffer.alloc(40), enabled_at: test.clock.now(), last_step: 0 };
    await test.deps.db.insertInto('second_factors').values(factor).execute();
    test.clock.advance(16 * MINUTE);
    const calls = [
      () => post('/api/passkeys/options', {}, who),
      () => post('/api/profile/email', { email: `novo-${who.username}@exemplo.com.br` }, who),
      () => post('/api/second-factor/off', {}, who),
      () => post('/api/privacy/deletion', {}, who),
    ];
    for (const call of calls) expect((await call()).json().code).toBe('fresh_proof_required');
    const change = await post('/api/profile/email', { email: 'x@exemplo.com.br', currentPassword: PASSWORD }, who);
    expect(change.json().message).toContain('Sua conta está sem senha');
    expect((await prove(who, key)).statusCode).toBe(200);
    for (const call of calls) expect((await call()).statusCode).toBe(200);
    test.clock.advance(16 * MINUTE);
    expect((await beginAdding(who)).json().code).toBe('fresh_proof_required');
  });
});
