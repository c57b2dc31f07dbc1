import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/platform/users.ts';
import { accessFault, sameOriginFault } from './access.ts';
import type { SessionUser } from './sessions.ts';

describe('who may call', () => {
  const table: Record<Access, Record<Role | 'nobody', string>> = {
    public: { nobody: 'passes', student: 'passes', teacher: 'passes', secretary: 'passes', admin: 'passes' },
    signedIn: { nobody: 'unauthorized', student: 'passes', teacher: 'passes', secretary: 'passes', admin: 'passes' },
    author: {
      nobody: 'unauthorized',
      student: 'forbidden',
      teacher: 'passes',
      secretary: 'forbidden',
      admin: 'passes',
    },
    office: {
      nobody: 'unauthorized',
      student: 'forbidden',
      teacher: 'forbidden',
      secretary: 'passes',
      admin: 'passes',
    },
    admin: {
      nobody: 'unauthorized',
      student: 'forbidden',
      teacher: 'forbidden',
      secretary: 'forbidden',
      admin: 'passes',
    },
  };
  const cases = Object.entries(table).flatMap(([access, row]) =>
    Object.entries(row).map(([who, expected]) => [access as Access, who, expected] as const),
  );
  test.each(cases)('%s, %s: %s', (access, who, expected) => {
    const user = who === 'nobody' ? null : ({ role: who } as SessionUser);
    expect(accessFault(access, user)?.code ?? 'passes').toBe(expected);
  });
});

describe('a write', () => {
  const write = (
    headers: Record<string, string>,
    { method = 'POST', publicUrl = undefined as string | undefined } = {},
  ) =>
    sameOriginFault({ method, headers, host: 'escola.example:3000' } as unknown as FastifyRequest, publicUrl)?.code ??
    'passes';

  test.each<[string, Record<string, string>]>([
    ['neither header: no browser', {}],
    ['the own host', { origin: 'http://escola.example:3000' }],
    ['the own host behind TLS', { origin: 'https://escola.example:3000', 'sec-fetch-site': 'same-origin' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('passes with %s', (_, headers) => {
    expect(write(headers)).toBe('passes');
  });

  test.each<[string, Record<string, string>]>([
    ['another host', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://escola.example:81' }],
    ['a host that begins like ours', { origin: 'http://escola.example:3000.evil.example' }],
    ['our name as a user name', { origin: 'http://escola.example:3000@evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no address at all', { origin: 'escola.example:3000' }],
    ['an empty origin', { origin: '' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['cross-site and our own origin', { 'sec-fetch-site': 'cross-site', origin: 'http://escola.example:3000' }],
  ])('is refused with %s', (_, headers) => {
    expect(write(headers)).toBe('cross_site');
  });

  test('passes from PUBLIC_URL, whatever host the proxy names', () => {
    const publicUrl = 'https://curso.example/sub';
    expect(write({ origin: 'https://curso.example' }, { publicUrl })).toBe('passes');
    expect(write({ origin: 'http://curso.example' }, { publicUrl })).toBe('cross_site');
  });

  test('is what changes something: reads pass from everywhere', () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(write(headers, { method })).toBe('passes');
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(write(headers, { method })).toBe('cross_site');
  });
});
