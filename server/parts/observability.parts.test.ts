import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installed } from './testing/program.ts';

const directory = join(import.meta.dirname, '../../deploy/observability');
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(installed('promtool'), args, { cwd: directory, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

test("Prometheus takes the alerts, and they are raised and taken back as their own tests say (Debian's prometheus)", () => {
  expect(promtool('check', 'rules', 'alvorada-rules.yml')).toMatchObject({ status: 0 });
  const { status, said } = promtool('test', 'rules', 'alvorada-rules.test.yml');
  expect(said).toContain('SUCCESS');
  expect(status).toBe(0);
});
