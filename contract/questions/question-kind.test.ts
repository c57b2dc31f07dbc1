import { expect, it } from 'vitest';
import { kindOf, optionIndexOfKey, optionLabelOf } from './question-kind.ts';

const options = (...texts: string[]) => texts.map((optionText) => ({ optionText }));

it('the kind of a question follows from its options alone', () => {
  expect(kindOf(options('Certo', 'Errado'))).toBe('true_false');
  for (const other of [['Errado', 'Certo'], ['Certo'], ['Certo', 'Errado', 'Depende'], ['certo', 'errado'], []]) {
    expect(kindOf(options(...other))).toBe('choice');
  }
});

it('options are named by letters', () => {
  expect([0, 5].map((place) => optionLabelOf(place))).toEqual(['A', 'F']);
  expect([0, 1].map((place) => optionLabelOf(place, 'true_false'))).toEqual(['C', 'E']);
});

it('the key of a question may be the letter of an option or its number', () => {
  expect(['a', 'E', '2', '6', 'g', 'ab', ''].map((key) => optionIndexOfKey(key, 'choice'))).toEqual([
    0, 4, 1, 5, -1, -1, -1,
  ]);
  expect(['c', 'E', '1', 'a', 'b'].map((key) => optionIndexOfKey(key, 'true_false'))).toEqual([0, 1, 0, -1, -1]);
});
