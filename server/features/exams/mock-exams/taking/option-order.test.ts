import { expect, it } from 'vitest';
import { inOrderOf } from './option-order.ts';

it('options are ordered by the attempt: stable for one, evenly spread over many', () => {
  const options = [11, 12, 13, 14].map((id) => ({ id, optionText: `Alternativa ${id}` }));
  expect(inOrderOf(7, options)).toEqual(inOrderOf(7, options.toReversed()));
  const firsts = new Map<number, number>();
  for (let attempt = 1; attempt <= 4000; attempt += 1) {
    const first = inOrderOf(attempt, options)[0]?.id ?? 0;
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  for (const { id } of options) expect(firsts.get(id)).toBeGreaterThan(850);
});

it('the option Certo stays before Errado', () => {
  const options = [
    { id: 2, optionText: 'Certo' },
    { id: 1, optionText: 'Errado' },
  ];
  for (let attempt = 1; attempt <= 50; attempt += 1) expect(inOrderOf(attempt, options)).toEqual(options);
});
