import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { transact } from '#server/db/transact.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { createSessions, SESSION_COOKIE } from './sessions.ts';

const test = useTestApp();
type Sessions = ReturnType<typeof createSessions>;

const tokenIn = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
const entered = async () => {
  const who = await createPerson(test.deps.db, { now: test.clock.now() });
  return { who, token: tokenIn(who.cookie) };
};
const asking = (token: string) => ({ cookies: { [SESSION_COOKIE]: token } }) as unknown as FastifyRequest;
const idOf = async (token: string) => {
  const hash = createHash('sha256').update(token).digest();
  const rows = test.deps.db.selectFrom('sessions').select('id').where('token_hash', '=', hash);
  return (await rows.executeTakeFirstOrThrow()).id;
};

describe('the cached session of a process', () => {
  /** A separate process: it does not receive the messages that it publishes. */
  function aside() {
    const told: string[] = [];
    const bus = {
      connected: true,
      publish: async (_: unknown, topic: string, key: string) => void told.push(`${topic}:${key}`),
      subscribe: () => {},
    };
    const own = createSessions({ ...test.deps, bus } as unknown as typeof test.deps);
    return { own, told, sees: async (token: string) => (await own.read(asking(token)))?.firstName ?? null };
  }
  const rename = (who: Person, first_name: string) =>
    test.deps.db.updateTable('users').set({ first_name }).where('id', '=', who.id).execute();

  it.each([
    ['its holder', (own: Sessions, id: string) => transact(test.deps, (tx, after) => own.forget(tx, after, id))],
    ['everybody', (own: Sessions) => transact(test.deps, (tx, after) => own.forgetEverybody(tx, after))],
    [
      'who showed who they are',
      async (own: Sessions, id: string, token: string) => own.prove({ id, sessionId: await idOf(token) }),
    ],
  ])('is dropped for %s, in this process at once and elsewhere by the bus', async (whom, forget) => {
    const { who, token } = await entered();
    const { own, told, sees } = aside();
    await sees(token);
    await rename(who, 'Bia');
    expect([await sees(token), told]).toEqual(['Ana', []]);
    await forget(own, who.id, token);
    expect([await sees(token), told]).toEqual(['Bia', [`session:${whom === 'everybody' ? '*' : who.id}`]]);
  });

  it('is dropped when it is closed, and when all sessions of a person end', async () => {
    const { who, token: one } = await entered();
    const two = tokenIn(await createSession(test.deps.db, who.id, test.clock.now()));
    const { own, told, sees } = aside();
    expect([await sees(one), await sees(two)]).toEqual(['Ana', 'Ana']);
    await own.close(asking(one), { clearCookie: () => {} } as unknown as FastifyReply);
    expect([await sees(one), await sees(two), told]).toEqual([null, 'Ana', [`session:${who.id}`]]);
    await transact(test.deps, (tx, after) => own.endAll(tx, after, who.id, 'everywhere'));
    expect([await sees(two), told]).toEqual([null, [`session:${who.id}`, `session:${who.id}`]]);
  });

  it('stays when the change is not committed', async () => {
    const { who, token } = await entered();
    const { own, sees } = aside();
    await sees(token);
    await rename(who, 'Bia');
    const undone = transact(test.deps, async (tx, after) => {
      await own.forget(tx, after, who.id);
      throw new Error('Never mind.');
    });
    await expect(undone).rejects.toThrow('Never mind.');
    expect(await sees(token)).toBe('Ana');
  });
});
