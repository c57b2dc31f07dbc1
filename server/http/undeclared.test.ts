import type { FastifyInstance } from 'fastify';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { route } from './route.ts';
import type { Undeclared } from './undeclared.ts';

type Shape = {
  id: number;
  at: Date;
  parts: { name: string; tags: string[] }[];
  extra: Record<string, number>;
  anything: unknown;
  kind: { is: 'a'; a: number } | { is: 'b'; b: number } | null;
};

describe('fields that a contract does not declare', () => {
  it('are none in a value of its shape', () => {
    expectTypeOf<Undeclared<Shape, Shape>>().toEqualTypeOf<never>();
    expectTypeOf<
      Undeclared<Shape, { id: 1; kind: { is: 'b'; b: 2 }; anything: { deep: { er: 1 } } }>
    >().toEqualTypeOf<never>();
  });

  it('are named at every depth', () => {
    expectTypeOf<Undeclared<Shape, { id: 1; passwordHash: string }>>().toEqualTypeOf<'passwordHash'>();
    expectTypeOf<Undeclared<Shape, { parts: readonly { name: string; key: 1 }[] }>>().toEqualTypeOf<'key'>();
    expectTypeOf<Undeclared<Shape[], { kind: { is: 'a'; secret?: string } | null }[]>>().toEqualTypeOf<'secret'>();
  });

  it('keep a handler from being routed', () => {
    const list = endpoint({
      method: 'GET',
      path: '/api/typed',
      access: 'public',
      summary: 'Only typed, never routed.',
      response: z.array(z.object({ id: z.number(), parts: z.array(z.object({ name: z.string() })) })),
    });
    const row = { id: 1, parts: [{ name: 'um', isCorrect: true }] };
    const declare = (app: FastifyInstance) => {
      route(app, list, () => [{ id: 1, parts: [{ name: 'um' }] }]);
      route(app, list, async () => [{ id: 1, parts: [] }]);
      // @ts-expect-error isCorrect is not declared, two levels down.
      route(app, list, () => [row]);
      // @ts-expect-error secret is not declared, behind a promise.
      route(app, list, async () => [{ id: 1, parts: [], secret: 'x' }]);
    };
    expectTypeOf(declare).toBeFunction();
  });
});
