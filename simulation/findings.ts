import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from './plan.ts';
import type { Violation } from './school.ts';

export type Finding = {
  seed: number;
  days: number;
  commit: string;
  violations: readonly Violation[];
  steps: readonly Step[];
  isShrunk: boolean;
};

const MOST_SENTENCES = 3;

/** A run as a test that can be pasted into found.api.test.ts. */
export const asTest = ({ seed, violations, steps }: Finding): string =>
  [
    `it('${violations[0]?.law} holds in the shrunk run of seed ${seed}', () =>`,
    `  expectNoViolation(${seed}, [`,
    ...steps.map(({ id, at, deed }) => `    { id: ${id}, at: ${at}, deed: '${deed}' },`),
    '  ]), 300_000);',
  ].join('\n');

const asPage = (finding: Finding): string =>
  [
    `# Seed ${finding.seed} breaks the law '${finding.violations[0]?.law}'`,
    '',
    `Commit ${finding.commit}, ${finding.days} days, ${finding.isShrunk ? 'the fewest steps' : 'not shrunk yet'}.`,
    '',
    ...finding.violations.slice(0, MOST_SENTENCES).map(({ law, sentence }) => `- ${law}: ${sentence}`),
    '',
    '```ts',
    asTest(finding),
    '```',
    '',
  ].join('\n');

/** Writes a finding at once, complete or not at all; the shrunk one replaces it. */
export async function keepFinding(directory: string, finding: Finding): Promise<string> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, `seed-${finding.seed}.md`);
  await writeFile(`${file}.part`, asPage(finding));
  await rename(`${file}.part`, file);
  return file;
}
