import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asTest, type Finding, keepFinding } from './findings.ts';
import { planOf } from './plan.ts';

const finding: Finding = {
  seed: 7,
  days: 2,
  commit: 'abc1234',
  violations: [{ law: 'access', sentence: 'aluna1 gets a lesson with 200' }],
  steps: planOf(7, 2).slice(3, 6),
  isShrunk: false,
};

it('a printed test is a program that plays the same seed with the same steps', async () => {
  const played: unknown[] = [];
  const names: string[] = [];
  const it = (name: string, body: () => void) => {
    names.push(name);
    body();
  };
  runInNewContext(asTest(finding), { it, expectNoViolation: (...given: unknown[]) => played.push(given) });
  expect(names).toEqual(['access holds in the shrunk run of seed 7']);
  expect(JSON.parse(JSON.stringify(played))).toEqual([[7, finding.steps]]);
});

it('a finding is a file with seed, law, commit and steps, which its shrunk form replaces', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-findings-'));
  try {
    const file = await keepFinding(directory, finding);
    const text = await readFile(file, 'utf8');
    expect(text).toContain("Seed 7 breaks the law 'access'");
    expect(text).toContain('Commit abc1234, 2 days, not shrunk yet.');
    expect(text).toContain('- access: aluna1 gets a lesson with 200');
    expect(text).toContain(asTest(finding));
    const shrunk = { ...finding, steps: finding.steps.slice(0, 1), isShrunk: true };
    expect(await keepFinding(directory, shrunk)).toBe(file);
    expect(await readFile(file, 'utf8')).toContain('the fewest steps');
    expect(await readdir(directory)).toEqual(['seed-7.md']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
