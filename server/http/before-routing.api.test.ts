import { beforeAll, expect, it, vi } from 'vitest';
import { sendRaw } from '#server/testing/raw-client.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ PUBLIC_URL: 'https://escola.example' });
let port: number;

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as { port: number });
});

const get = (path: string, headers = 'Host: x\r\n') => `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

it.each<[string, number, string]>([
  ['an address that cannot be decoded', 400, get('/api/admin/users/%zz')],
  ['a part of it that is too long', 404, get(`/api/articles/${'9'.repeat(300)}`)],
  ['an unknown call', 404, get('/api/nada')],
  ['an unknown method', 404, get('/api/login').replace('GET', 'PROPFIND')],
  ['no host', 400, get('/api/auth/user', '')],
  ['two hosts', 400, get('/api/auth/user', 'Host: escola.example\r\nhOsT: outra.example\r\n')],
  ['the same host twice', 400, get('/', 'Host: x\r\nHost: x\r\n')],
  ['headers that are too large', 431, get('/', `Host: x\r\nCookie: ${'x'.repeat(40_000)}\r\n`)],
  ['bytes that are no HTTP', 400, '\x16\x03\x01\x02\x00\r\n\r\n'],
  ['a broken header', 400, get('/', 'Host: x\r\nbroken header\r\n')],
  ['two lengths', 400, 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['an unknown expectation', 417, get('/', 'Host: x\r\nExpect: wonders\r\n')],
])('%s is %i with the headers of all other answers', async (_, status, bytes) => {
  const client = await sendRaw(port, bytes);
  await vi.waitFor(() => expect(client.isClosed()).toBe(true));
  expect(client.status()).toBe(status);
  const [head = '', body = ''] = client.received().split('\r\n\r\n');
  const names = head.toLowerCase();
  for (const line of [
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'referrer-policy: same-origin',
    'strict-transport-security: max-age=31536000',
  ]) {
    expect(names).toContain(line);
  }
  const { code, message, requestId } = JSON.parse(body);
  expect([typeof code, typeof message, typeof requestId]).toEqual(['string', 'string', 'string']);
  expect(names).toContain('cache-control: no-store');
});

it('a request that fails before routing is not logged as a server fault', () => {
  expect(test.logged()).not.toMatch(/"level":[56]0/);
});
