import { expect, it } from 'vitest';
import type { PageValues } from '#contract/school/page-values.ts';
import { defaultLanding } from './content.ts';
import { pageText } from './page-text.ts';

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
const values = { otherMeans: 'cartão', questionCount: null, lessonCount: '12', helpsByWhatsapp: true } as PageValues;
const byProof = pageText({ ...values, confirmsPayments: false });
const byProvider = pageText({ ...values, confirmsPayments: true });

it('every default line about proofs or 24 hours has another form while a provider confirms payments', () => {
  const manual = texts(defaultLanding).filter((text) => /comprovante|24 horas/i.test(text));
  expect(manual).toHaveLength(4);
  for (const text of manual) {
    expect(byProof.write(text)).toMatch(/comprovante|24 horas/i);
    expect(byProvider.write(text)).not.toMatch(/^$|comprovante|24 horas/i);
  }
});

it('a line that the owner wrote stays as it is while a provider confirms payments', () => {
  expect(byProvider.write('Envie o comprovante em até 24 horas.')).toBe('Envie o comprovante em até 24 horas.');
});

it('a sentence that names a missing value is left out, and the others stay', () => {
  expect(byProof.write('Comece já. São {questões} questões em {aulas} aulas. Há {aulas} aulas.')).toBe(
    'Comece já. Há 12 aulas.',
  );
});

it('an item about WhatsApp is shown only while the school promises it', () => {
  const silent = pageText({ ...values, helpsByWhatsapp: false });
  expect([byProof.isShown('Ajuda', 'No WhatsApp'), silent.isShown('Ajuda', 'No WhatsApp')]).toEqual([true, false]);
  expect([byProof.isShown('{aulas} aulas'), byProof.isShown('{questões} questões')]).toEqual([true, false]);
});
