import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contract/platform/users.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
const MINUTE = 60_000;

/** Seven people beside the admin, each registered a minute after the one before; two in the same moment. */
beforeAll(async () => {
  const add = (wishes: Parameters<typeof createPerson>[1]) => {
    test.clock.advance(MINUTE);
    return createPerson(test.deps.db, { now: test.clock.now(), ...wishes });
  };
  admin = await add({ role: 'admin', username: 'chefe', firstName: 'Chefe', email: 'chefe@escola.example' });
  await add({ username: 'jose', firstName: 'José', lastName: 'Conceição', email: 'jose@escola.example' });
  await add({ username: 'p1', status: 'pending', payment: 'analyzing', email: 'p1@outra.example' });
  await add({ username: 'p2', status: 'pending', payment: 'pending', email: 'p2@outra.example' });
  test.clock.advance(MINUTE);
  const sameMoment = { now: test.clock.now(), status: 'blocked' } as const;
  await createPerson(test.deps.db, { username: 'b1', email: 'b1@outra.example', ...sameMoment });
  await createPerson(test.deps.db, { username: 'b2', email: 'b2@outra.example', ...sameMoment });
  await add({ username: 'cem%', firstName: 'Cem_Por', lastName: 'Cento', email: 'cem@outra.example' });
});

async function list(query = '') {
  const response = await test.request({ method: 'GET', url: `/api/admin/users${query}`, as: admin });
  const { link, 'x-total-count': total } = response.headers;
  const next = /^<(.*)>; rel="next"$/.exec(String(link ?? ''))?.[1];
  return { response, rows: response.json() as User[], total: Number(total), next };
}
const names = (rows: User[]) => rows.map(({ username }) => username);

describe('the list of users', () => {
  it('is a plain array, newest first, with the count and nothing secret', async () => {
    const { response, rows, total, next } = await list();
    expect(response.statusCode).toBe(200);
    expect(names(rows).slice(0, 1)).toEqual(['cem%']);
    expect(names(rows).slice(-4)).toEqual(['p2', 'p1', 'jose', 'chefe']);
    expect([rows.length, total, next]).toEqual([7, 7, undefined]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      [
        'createdAt',
        'email',
        'emailConfirmed',
        'firstName',
        'id',
        'lastName',
        'lastSeenOn',
        'paymentStatus',
        'role',
        'status',
        'username',
      ].sort(),
    );
    expect(rows.find(({ username }) => username === 'p1')).toMatchObject({ paymentStatus: 'analyzing' });
    expect(rows.find(({ username }) => username === 'jose')).toMatchObject({ paymentStatus: null });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('comes in pages that omit and repeat no user, also when users are added between two pages', async () => {
    const seen: string[] = [];
    let address: string | undefined = '?limit=2';
    for (let pages = 0; address; pages += 1) {
      expect(pages).toBeLessThan(10);
      const { rows, next, total } = await list(address);
      expect(rows.length).toBeLessThanOrEqual(2);
      expect(total).toBeGreaterThanOrEqual(7);
      seen.push(...names(rows));
      address = next?.slice('/api/admin/users'.length);
      if (pages === 0) {
        test.clock.advance(MINUTE);
        await createPerson(test.deps.db, { username: 'recente', now: test.clock.now() });
      }
    }
    expect([...seen].sort()).toEqual(['b1', 'b2', 'cem%', 'chefe', 'jose', 'p1', 'p2']);
  });

  it.each([
    ['?status=pending', ['p2', 'p1']],
    ['?search=JOSE', ['jose']],
    ['?search=conceicao', ['jose']],
    [`?search=${encodeURIComponent('  José   Conceição ')}`, ['jose']],
    ['?search=ESCOLA.example', ['jose', 'chefe']],
    ['?search=%25', ['cem%']],
    ['?search=cem_por', ['cem%']],
    ['?search=p_', []],
    ['?search=outra.example&status=pending', ['p2', 'p1']],
    ['?search=ninguem', []],
  ])('%s finds %j', async (query, expected) => {
    const { rows, total } = await list(query);
    expect([names(rows), total]).toEqual([expected, expected.length]);
  });

  it('keeps its filters over the pages', async () => {
    const first = await list('?status=pending&limit=1');
    expect([names(first.rows), first.total]).toEqual([['p2'], 2]);
    const second = await list(first.next?.slice('/api/admin/users'.length));
    expect(names(second.rows)).toEqual(['p1']);
  });

  it.each(['?limit=0', '?limit=1001', '?limit=x', '?status=dead', '?cursor=x', `?search=${'a'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const { response } = await list(query);
      expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request']);
    },
  );
});
