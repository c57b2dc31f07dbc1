import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment, variables } from '#server/environment.ts';
import { configurationPage, knownOf, renderConfiguration } from './configuration.ts';
import { defaults, groups } from './configuration-words.ts';

test('docs/configuration.md is what `npm run configuration` writes', () => {
  expect(readFileSync(configurationPage, 'utf8')).toBe(renderConfiguration());
});

test('every variable that the server reads is described once', () => {
  expect(groups.flatMap(({ variables: described }) => Object.keys(described)).sort()).toEqual([...variables].sort());
});

test('no default in words hides a default of the schema', () => {
  const hidden = Object.keys(defaults).filter(
    (name) => knownOf(environment.shape[name as keyof typeof environment.shape]).fallback !== undefined,
  );
  expect(hidden).toEqual([]);
});

test.each([
  ['PORT', { fallback: '3000', values: ['0 to 65535'] }],
  ['TRUST_PROXY', { fallback: 'off', values: ['on', 'off'] }],
  ['PIX_PROVIDER', { fallback: 'none', values: ['none', 'api-pix', 'asaas'] }],
  ['SAMPLE_CONTENT', { values: ['on', 'off'] }],
  ['MAIL_FROM', { values: [] }],
] as const)('the default and the values of %s come from its schema', (name, known) => {
  expect(knownOf(environment.shape[name])).toEqual(known);
});
