import Fastify from 'fastify';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { handleErrors } from './errors.ts';
import { route } from './route.ts';

const app = Fastify();
handleErrors(app);

const call = { access: 'public', summary: 'Only for this test.' } as const;
const thing = z.object({ id: z.number() });

const remove = endpoint({ ...call, method: 'DELETE', path: '/api/things/:id' });
const removed: number[] = [];
route(app, remove, async ({ params }) => {
  removed.push(params.id);
});

const create = endpoint({ ...call, method: 'POST', path: '/api/things', response: thing, alsoAnswers: [201] });
const known = new Set<number>();
route(app, create, () => {
  const isNew = !known.has(7);
  known.add(7);
  return { made: { id: 7 }, isNew };
});

const createMany = endpoint({
  ...call,
  method: 'POST',
  path: '/api/series',
  response: z.array(thing),
  alsoAnswers: [201],
});
route(app, createMany, () => ({ made: [{ id: 1 }, { id: 2 }], isNew: true }));

const list = endpoint({ ...call, method: 'GET', path: '/api/things', response: z.array(thing) });
route(app, list, () => ({ rows: [{ id: 1 }, { id: 2 }], total: 5, next: 'after-2' }));
const listAll = endpoint({ ...call, method: 'GET', path: '/api/all-things', response: z.array(thing) });
route(app, listAll, () => [{ id: 1 }]);

describe('a routed call', () => {
  it('that declares no response answers that it was done, once it is', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/api/things/7' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ok: true });
    expect(removed).toEqual([7]);
  });

  it('that declares no params takes the row id of its path, and answers 404 to anything else', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/api/things/sete' });
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('not_found');
  });

  it('answers 201 for what it made, and 200 for what an earlier request had made', async () => {
    const answers = [1, 2].map(() => app.inject({ method: 'POST', url: '/api/things' }));
    const [first, second] = await Promise.all(answers);
    expect([first?.statusCode, first?.json()]).toEqual([201, { id: 7 }]);
    expect([second?.statusCode, second?.json()]).toEqual([200, { id: 7 }]);
  });

  it('answers 201 for a list that it made', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/series' });
    expect([response.statusCode, response.json()]).toEqual([201, [{ id: 1 }, { id: 2 }]]);
  });

  it('sends the rows of a page as its body, and the rest of the page as headers', async () => {
    const response = await app.inject({ method: 'GET', url: '/api/things?limit=2' });
    expect(response.json()).toEqual([{ id: 1 }, { id: 2 }]);
    expect(response.headers).toMatchObject({
      'x-total-count': '5',
      link: '</api/things?limit=2&cursor=after-2>; rel="next"',
    });
  });

  it('sends a plain list without the headers of a page', async () => {
    const response = await app.inject({ method: 'GET', url: '/api/all-things' });
    expect(response.json()).toEqual([{ id: 1 }]);
    expect(response.headers).not.toHaveProperty('x-total-count');
  });
});

it('a handler that says too little or too much does not compile', () => {
  const declare = () => {
    // @ts-expect-error whether the thing is new is missing.
    route(app, create, () => ({ id: 7 }));
    // @ts-expect-error secret is not declared, inside what was made.
    route(app, create, () => ({ made: { id: 7, secret: 'x' }, isNew: true }));
    // @ts-expect-error secret is not declared, inside a page.
    route(app, list, async () => ({ rows: [{ id: 1, secret: 'x' }], total: 1, next: null }));
    // @ts-expect-error the answer of this call says only that it was done.
    route(app, remove, async () => 7);
  };
  expectTypeOf(declare).toBeFunction();
});
