import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NamedOptions, Options, RowOptions } from './options.tsx';

const words = { easy: 'Fácil', hard: 'Difícil' };

it('a fixed list has an option for each of its labels, in their order', () => {
  expect(renderToStaticMarkup(<Options words={words} />)).toBe(
    '<option value="easy">Fácil</option><option value="hard">Difícil</option>',
  );
});

it('only the named values of a fixed list are options', () => {
  expect(renderToStaticMarkup(<Options of={['hard']} words={words} />)).toBe('<option value="hard">Difícil</option>');
});

it('rows are options with their ids and labels; rows that are still loading are none', () => {
  const rows = [{ id: 7, name: 'Português', count: 2 }];
  expect(renderToStaticMarkup(<RowOptions of={rows} label={({ name, count }) => `${name} (${count})`} />)).toBe(
    '<option value="7">Português (2)</option>',
  );
  expect(renderToStaticMarkup(<NamedOptions of={rows} />)).toBe('<option value="7">Português</option>');
  expect(renderToStaticMarkup(<NamedOptions of={undefined} />)).toBe('');
});
