import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { healthy, scenarios } from '#server/parts/testing/alert-scenarios.ts';

const text = readFileSync(join(import.meta.dirname, '../deploy/observability/alvorada-rules.yml'), 'utf8');
const { groups } = parse(text) as { groups: { rules: { alert?: string; expr: string }[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('every alert has one scenario that makes its fault, which promtool plays in npm run test:parts', () => {
  const alerts = rules.flatMap(({ alert }) => alert ?? []);
  expect(scenarios.map(({ alert }) => alert).sort()).toEqual(alerts.sort());
});

test('the healthy school of the scenarios has every figure that a rule reads', () => {
  const told = new Set(healthy.map(([series]) => series.replace(/\{.*/, '')));
  const read = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:alvorada|nodejs)_\w+/g)].map(([name]) => name));
  expect([...new Set(read)].filter((name) => !told.has(name))).toEqual([]);
});
