import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const PASSWORD = 'segredo1';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

const post = (url: string, payload: object, as?: { cookie: string }) =>
  test.request({ method: 'POST', url, payload, as });
const login = (username: string) => post('/api/login', { username, password: PASSWORD });

let serial = 0;
const register = (wishes: object) => {
  serial += 1;
  return post('/api/register', {
    username: `nome${serial}`,
    email: `nome${serial}@exemplo.com.br`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: 'Ana',
    lastName: 'Silva',
    ...wishes,
  });
};

describe('a username', () => {
  it.each([
    ['with a zero-width space', 'ana\u200bmaria'],
    ['with a right-to-left override', 'ana\u202egro'],
    ['with a line break', 'ana\nmaria'],
    ['with a tab', 'ana\tmaria'],
    ['with a Cyrillic a', '\u0430na'],
    ['in Greek', 'αννα'],
    ['with an IPA letter that looks like g', 'thia\u0261o'],
    ['with accents upon accents', 'a\u0336\u0335na'],
    ['with Arabic digits', 'ana\u0661'],
    ['with two spaces inside', 'ana  maria'],
    ['with an emoji', 'ana\u{1f600}'],
    ['of nothing but what normalising leaves of it', '\u3000'],
  ])('%s is refused, and the field says why', async (_, username) => {
    const response = await register({ username });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields.username).toEqual(expect.any(String));
  });

  it.each([
    ['João.Ção_2-x@y', 'João.Ção_2-x@y'],
    [' Ana  ', 'Ana'],
    ['Maria das Dores', 'Maria das Dores'],
    // Full-width letters and a decomposed accent are the same letters written otherwise.
    ['\uff22\uff25\uff34\uff2f', 'BETO'],
    ['jose\u0301', 'jos\u00e9'],
  ])('%j is taken as %j', async (username, stored) => {
    const response = await register({ username });
    expect([response.statusCode, response.json().username]).toEqual([201, stored]);
  });

  it('that is odd but older than the rule still enters', async () => {
    const odd = '\u0430дмин  \u200b1';
    await createPerson(test.deps.db, { username: odd, passwordHash });
    expect((await login(odd)).statusCode).toBe(200);
  });
});

describe('a name', () => {
  it('loses line breaks and invisible characters, when it is given and when it is changed', async () => {
    const response = await register({ firstName: 'Ana\r\n Maria\u0007', lastName: '\u202eSil\u200bva\u2028' });
    expect(response.json()).toMatchObject({ firstName: 'Ana Maria', lastName: 'Silva' });
    const me = await createPerson(test.deps.db, { now: test.clock.now() });
    const names = { firstName: 'Zé\nlia', lastName: 'Prado\t' };
    const changed = await test.request({ method: 'PATCH', url: '/api/profile', payload: names, as: me });
    expect(changed.json()).toMatchObject({ firstName: 'Zé lia', lastName: 'Prado' });
  });

  it('is refused when it has only line breaks and invisible characters', async () => {
    expect((await register({ firstName: '\u200b\n' })).statusCode).toBe(400);
  });
});

describe('the login', () => {
  it('takes the e-mail as well as the username', async () => {
    const person = await createPerson(test.deps.db, { passwordHash });
    const response = await login(`  ${person.email.toUpperCase()} `);
    expect([response.statusCode, response.json().id]).toEqual([200, person.id]);
  });

  it('goes by the username where two old accounts share a name', async () => {
    const named = await createPerson(test.deps.db, { username: 'velha@exemplo.com.br', passwordHash });
    const mailed = await createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
    // As it could be before the rule: straight into the table, past the trigger.
    await test.deps.db.transaction().execute(async (tx) => {
      await sql`ALTER TABLE users DISABLE TRIGGER users_login_names`.execute(tx);
      const shared = { email: 'velha@exemplo.com.br', email_key: 'velha@exemplo.com.br' };
      await tx.updateTable('users').set(shared).where('id', '=', mailed.id).execute();
      await sql`ALTER TABLE users ENABLE TRIGGER users_login_names`.execute(tx);
    });
    expect((await login('velha@exemplo.com.br')).json().id).toBe(named.id);
    expect((await login(mailed.username)).json().id).toBe(mailed.id);
    // Only the shared names are blocked; the two accounts can change everything else.
    const renamed = await test.request({
      method: 'PATCH',
      url: '/api/profile',
      payload: { firstName: 'Nova', lastName: 'Pessoa' },
      as: { cookie: mailed.cookie },
    });
    expect(renamed.statusCode).toBe(200);
  });

  it('does not ask a person to pay whose proof is in analysis', async () => {
    const enter = async (payment: 'pending' | 'rejected' | 'analyzing') => {
      const person = await createPerson(test.deps.db, { status: 'pending', payment, passwordHash });
      const response = await login(person.username);
      expect(response.json()).toMatchObject({ code: 'payment_required', paymentCode: person.paymentCode });
      return [response.json().status, response.json().message];
    };
    const pay = 'Conclua o pagamento para liberar seu acesso.';
    expect(await enter('pending')).toEqual(['pending', pay]);
    expect(await enter('rejected')).toEqual(['rejected', pay]);
    expect(await enter('analyzing')).toEqual(['analyzing', 'Estamos verificando seu comprovante de pagamento']);
  });
});

describe('usernames and e-mails are one space', () => {
  it('at the registration, in both directions; a person may use their e-mail as username', async () => {
    const person = await createPerson(test.deps.db, { username: 'livro@exemplo.com.br' });
    const asName = await register({ username: person.email.toUpperCase() });
    expect([asName.statusCode, asName.json().code]).toEqual([409, 'username_taken']);
    const asMail = await register({ email: 'Livro@exemplo.com.br' });
    expect([asMail.statusCode, asMail.json().code]).toEqual([409, 'email_taken']);
    const own = await register({ username: 'eu@exemplo.com.br', email: 'Eu@exemplo.com.br' });
    expect(own.statusCode).toBe(201);
  });

  it('when an e-mail is changed to the username of another person', async () => {
    await createPerson(test.deps.db, { username: 'ocupado@exemplo.com.br' });
    const me = await createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
    await post('/api/profile/email', { email: 'ocupado@exemplo.com.br', currentPassword: PASSWORD }, me);
    await test.deps.jobs.drain();
    const mail = (await writtenMails(test.deps.config.dataDir)).find(({ to }) => to === 'ocupado@exemplo.com.br');
    const token = /settings#email=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
    const response = await post('/api/profile/email/confirm', { token });
    expect([response.statusCode, response.json().code]).toEqual([409, 'email_taken']);
  });

  it('when twenty registrations ask for the same name and e-mail at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? register({ username: 'cruz@exemplo.com.br', email: `cruz${i}@exemplo.com.br` })
          : register({ username: `cruz${i}`, email: 'cruz@exemplo.com.br' }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });

  it('after a deletion, and the name of the deleted account is free again', async () => {
    const gone = await createPerson(test.deps.db, { email: 'partiu@exemplo.com.br' });
    await test.deps.db.deleteFrom('users').where('id', '=', gone.id).execute();
    expect((await register({ username: 'partiu@exemplo.com.br' })).statusCode).toBe(201);
  });
});
