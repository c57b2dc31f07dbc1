import { expect, it } from 'vitest';
import { identityOf, plainText } from './question-text.ts';

it('a power is read as a power, and never as another number', () => {
  expect(plainText('html', '<p>10<sup>3</sup> e H<sub>2</sub>O</p>')).toBe('10³ e H₂O');
  expect(identityOf('html', '10<sup>3</sup>')).not.toBe(identityOf('html', '103'));
  expect(identityOf('html', 'x<sub>2</sub>')).not.toBe(identityOf('html', 'x<sup>2</sup>'));
});
