import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed, type Lock, licencePage, readShipped, shippedPackages } from './licences.ts';

test('every package that is shipped has an allowed licence, and the page names them all', async () => {
  const shipped = await readShipped();
  expect(shipped.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'lucide-react', 'sharp']));
  expect(names).not.toContain('vitest');
  const page = await readFile(join(import.meta.dirname, '../docs/licences.md'), 'utf8');
  expect(page, 'run npm run licences').toBe(licencePage(shipped));
});

test('what a bundled package needs is found beside it or further up', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/server': { version: '1.0.0', license: 'MIT' },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/page': { version: '2.0.0', license: 'ISC', dev: true, dependencies: { inner: '1', outer: '1' } },
      'node_modules/page/node_modules/inner': { version: '1.1.0', license: 'MIT', dev: true },
      'node_modules/inner': { version: '9.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/outer': { version: '3.0.0', license: 'MIT', dev: true, dependencies: { page: '2' } },
    },
  } as unknown as Lock;
  expect(shippedPackages(lock, ['page', 'nowhere']).map(({ name, version }) => `${name} ${version}`)).toEqual([
    'inner 1.1.0',
    'outer 3.0.0',
    'page 2.0.0',
    'server 1.0.0',
  ]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['unknown', false],
])('%s: %s', (licence, allowed) => expect(isAllowed(licence)).toBe(allowed));
