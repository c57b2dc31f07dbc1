import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defineSlot } from './slot.tsx';

test('a slot renders what it was filled with', () => {
  const Greeting = defineSlot<{ name: string }>('greeting');
  Greeting.fill(({ name }) => <p>Olá, {name}</p>);
  render(<Greeting name="Ana" />);
  expect(screen.getByText('Olá, Ana')).toBeDefined();
});

test('an unfilled slot throws with its name instead of rendering nothing', () => {
  const Empty = defineSlot<object>('empty');
  expect(() => (Empty as (props: object) => unknown)({})).toThrow("The slot 'empty' is not filled");
});
