import { expect, it } from 'vitest';
import { defaultLanding } from './content.ts';
import { written } from './written.tsx';

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];

it('every default line about proofs or 24 hours has another form while a provider confirms payments', () => {
  const manual = texts(defaultLanding).filter((text) => /comprovante|24 horas/i.test(text));
  expect(manual).toHaveLength(4);
  for (const text of manual) {
    const [, automatic = ''] = /\{\{#byProvider\}\}([\s\S]+)\{\{\/byProvider\}\}/.exec(written(text)) ?? [];
    expect(written(text)).toMatch(/^\{\{#byProof\}\}/);
    expect(automatic).not.toMatch(/^$|comprovante|24 horas/i);
  }
});

it('a line that the owner wrote stays as it is', () => {
  expect(written('Envie o comprovante em até 24 horas.')).toBe('Envie o comprovante em até 24 horas.');
});
