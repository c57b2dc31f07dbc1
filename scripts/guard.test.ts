import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const guard = join(import.meta.dirname, 'guard.cjs');

function on(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    Object.defineProperty(process, 'version', { value: 'v${version}' });
    require(${JSON.stringify(guard)})`;
  return spawnSync(process.execPath, ['--eval', pretend], { encoding: 'utf8' });
}

test('an old Node is refused with one line that says what to do', () => {
  const { status, stderr } = on('20.19.0');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Alvorada needs Node 24 and this is v20\.19\.0\. Run "npm ci".*\n$/);
});

test('Node 24 and later pass in silence', () => {
  for (const version of ['24.0.0', '26.1.0']) expect(on(version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
