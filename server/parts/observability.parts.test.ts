import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { promtoolTests } from './testing/alert-scenarios.ts';
import { installed } from './testing/program.ts';

const rules = join(import.meta.dirname, '../../deploy/observability/alvorada-rules.yml');
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(installed('promtool'), args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

test("Prometheus takes the rules (Debian's prometheus)", () => {
  expect(promtool('check', 'rules', rules)).toMatchObject({ status: 0 });
});

test('each fault raises its own alert and no other', () => {
  const directory = mkdtempSync(join(tmpdir(), 'alvorada-rules-'));
  try {
    const file = join(directory, 'scenarios.yml');
    writeFileSync(file, stringify(promtoolTests(rules)));
    const { status, said } = promtool('test', 'rules', file);
    expect(said).toContain('SUCCESS');
    expect(status).toBe(0);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
