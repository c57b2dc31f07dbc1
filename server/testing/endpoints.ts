import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';

/** For tests that check every call of the contract by one rule. */

const paramNames = (endpoint: EndpointSpec) =>
  [...endpoint.path.matchAll(/:(\w+)|(\*)/g)].map(([, name, star]) => name ?? star ?? '');

/** The address with its parameters filled in unescaped. */
export function addressOf(endpoint: EndpointSpec, params: Record<string, string>): string {
  return endpoint.path.replace(/:(\w+)|\*/g, (found, name?: string) => params[name ?? found] ?? '');
}

const missing = new Map<EndpointSpec, Record<string, string>>();

/** Parameters that parse and match no row. */
export function missingParams(endpoint: EndpointSpec): Record<string, string> {
  const found = missing.get(endpoint) ?? findMissingParams(endpoint);
  missing.set(endpoint, found);
  return { ...found };
}

function findMissingParams(endpoint: EndpointSpec): Record<string, string> {
  const names = paramNames(endpoint);
  const shape = paramsOf(endpoint);
  const candidates = [
    '2147483647',
    randomUUID(),
    'ZZZZZZZZZZZZZZZZ',
    'ZZZZZZZZ',
    'nada',
    '2099-01-01',
    'slip',
    'refund',
    'f'.repeat(32),
    'figure-ffffffffffff',
    'questions',
    'brand',
    'student',
    'art9999',
    `${randomUUID()}.${'x'.repeat(43)}`,
    `2147483647.${'x'.repeat(43)}`,
  ];
  const choose = (chosen: Record<string, string>, rest: string[]): Record<string, string> | null => {
    const [name, ...others] = rest;
    if (name === undefined) return !shape || z.safeParse(shape, chosen).success ? chosen : null;
    for (const candidate of candidates) {
      const found = choose({ ...chosen, [name]: candidate }, others);
      if (found) return found;
    }
    return null;
  };
  const found = choose({}, names);
  if (!found) throw new Error(`${endpoint.method} ${endpoint.path}: no test value fits its params, add one here.`);
  return found;
}

/** The required query, so that the optional fields can be tested: `?decision=approved`, or nothing. */
export function requiredQuery(endpoint: EndpointSpec): string {
  if (!endpoint.query) return '';
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' });
  const pairs = required.map((name) => [name, String((properties[name] as { enum?: string[] }).enum?.[0] ?? '1')]);
  return `?${new URLSearchParams(pairs)}`;
}

/** Every address with one invalid parameter: NUL, not a number, too large … */
export function brokenAddresses(endpoint: EndpointSpec): string[] {
  const broken = ['%00', 'a%00b', '0', '-1', '1.5', '1e3', '99999999999999999999', 'x', '%F0%9F%8C%85', "'", '%20'];
  const valid = missingParams(endpoint);
  return Object.keys(valid).flatMap((name) => broken.map((value) => addressOf(endpoint, { ...valid, [name]: value })));
}

type Json = Record<string, unknown>;
export type Leaf = { path: string[]; type: 'string' | 'number' };

/** Where a schema takes a text or a number. `0` is the first item of a list. */
export function leavesOf(schema: z.ZodMiniType | undefined): Leaf[] {
  if (!schema) return [];
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const walk = (node: Json, path: string[]): Leaf[] => {
    const inner = Object.entries((node.properties ?? {}) as Record<string, Json>);
    const variants = [...((node.anyOf ?? []) as Json[]), ...((node.oneOf ?? []) as Json[])];
    const types = [node.type].flat();
    return [
      ...(types.includes('string') ? [{ path, type: 'string' } as const] : []),
      ...(types.includes('number') || types.includes('integer') ? [{ path, type: 'number' } as const] : []),
      ...inner.flatMap(([name, value]) => walk(value, [...path, name])),
      ...(node.items ? walk(node.items as Json, [...path, '0']) : []),
      ...variants.flatMap((variant) => walk(variant, path)),
    ];
  };
  const leaves = walk(root, []).filter(({ path }) => path.length > 0);
  return [...new Map(leaves.map((leaf) => [JSON.stringify(leaf), leaf])).values()];
}

/** A body with a single value, at its path. */
export function bodyWith(path: string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value);
}
