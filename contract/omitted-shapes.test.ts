import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, type ParamsOf, type ResponseOf } from './endpoint.ts';
import { endpoints } from './index.ts';
import { paramsOf, responseOf } from './omitted-shapes.ts';
import { idParams, ok } from './shapes.ts';

const call = { access: 'public', summary: 'Only declared, never routed.' } as const;
const remove = endpoint({ ...call, method: 'DELETE', path: '/api/things/:id' });
const print = endpoint({ ...call, method: 'GET', path: '/api/things/:id/print' });
const list = endpoint({ ...call, method: 'GET', path: '/api/things', response: z.array(z.string()) });
const token = z.object({ id: z.uuid() });
const byToken = endpoint({ ...call, method: 'GET', path: '/api/links/:id', params: token });
const ofTwo = endpoint({ ...call, method: 'GET', path: '/api/things/:id/parts/:partId' });

describe('a call that leaves its params out', () => {
  it('takes a row id where its path names one thing by :id', () => {
    expect(paramsOf(remove)).toBe(idParams);
    expect(paramsOf(print)).toBe(idParams);
    expectTypeOf<ParamsOf<typeof remove>>().toEqualTypeOf<{ id: number }>();
    expectTypeOf<ParamsOf<typeof print>>().toEqualTypeOf<{ id: number }>();
  });

  it('takes none where its path names nothing, or more than one thing', () => {
    expect(paramsOf(list)).toBeUndefined();
    expect(paramsOf(ofTwo)).toBeUndefined();
    expectTypeOf<ParamsOf<typeof list>>().toEqualTypeOf<undefined>();
    expectTypeOf<ParamsOf<typeof ofTwo>>().toEqualTypeOf<undefined>();
  });

  it('is another than one that declares its own', () => {
    expect(paramsOf(byToken)).toBe(token);
    expectTypeOf<ParamsOf<typeof byToken>>().toEqualTypeOf<{ id: string }>();
  });

  it('is never one whose path has a parameter without a shape', () => {
    const bare = Object.values(endpoints).filter((one) => /[:*]/.test(one.path) && !paramsOf(one));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });
});

describe('a call that leaves its response out', () => {
  it('answers that it was done', () => {
    expect(responseOf(remove)).toBe(ok);
    expectTypeOf<ResponseOf<typeof remove>>().toEqualTypeOf<{ ok: true }>();
  });

  it('is another than one that declares its own', () => {
    expect(responseOf(list)).toBe(list.response);
    expectTypeOf<ResponseOf<typeof list>>().toEqualTypeOf<string[]>();
  });
});
