import { expect, it } from 'vitest';
import { shuffledByText } from './question-order.ts';

const questions = Array.from({ length: 30 }, (_, place) => ({
  questionId: place + 1,
  baseTextId: place % 10 < 3 ? Math.floor(place / 10) + 1 : null,
}));

it('questions are shuffled, and those of one text stay together in their order', () => {
  for (let round = 0; round < 50; round += 1) {
    const mixed = shuffledByText(questions);
    expect(mixed.toSorted((a, b) => a.questionId - b.questionId)).toEqual(questions);
    for (const text of [1, 2, 3]) {
      const places = mixed.flatMap(({ baseTextId }, place) => (baseTextId === text ? [place] : []));
      expect(places).toEqual([places[0], (places[0] ?? 0) + 1, (places[0] ?? 0) + 2]);
      const ids = places.map((place) => mixed[place]?.questionId ?? 0);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
  }
});

it('the questions get another order each time', () => {
  const orders = new Set(
    Array.from({ length: 20 }, () =>
      shuffledByText(questions)
        .map(({ questionId }) => questionId)
        .join(),
    ),
  );
  expect(orders.size).toBeGreaterThan(15);
});
