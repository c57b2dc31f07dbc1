import { expect, it } from 'vitest';
import { merchantNameOf } from './merchant-name.ts';

it('the merchant name is found, also when its tag appears inside another field', () => {
  const code =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400595204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304ABCD';
  expect(merchantNameOf(code)).toBe('Fulano de Tal');
});

it.each(['', 'isto não é um código', '0002', '99'])('has no name in %j', (text) => {
  expect(merchantNameOf(text)).toBe('');
});
