import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(['package.json', 'deploy/alvorada.service', 'deploy/Dockerfile'])(
  'a start by %s has a cache of compiled code',
  (path) => expect(read(path)).toContain('NODE_COMPILE_CACHE'),
);

test('both proxies leave compression to the product, which knows what must not be compressed', () => {
  const caddy = read('deploy/Caddyfile').replaceAll(/^\s*#.*$/gm, '');
  expect(caddy).not.toMatch(/\bencode\b/);
  expect(read('deploy/nginx.conf')).toMatch(/^\s*gzip off;$/m);
});
