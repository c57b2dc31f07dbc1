import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { SecondReadingFields } from './second-reading-fields.tsx';

const reading = { isOn: true, totalLimit: '2', criterionLimit: '', finalMark: 'closest_two' as const };

it.each([
  [1, true, 'Só 1 pessoa corrige'],
  [2, true, 'Só 2 pessoas corrigem'],
  [2, false, null],
  [3, true, null],
  [undefined, true, null],
])('with %s readers and two of them per essay %s it warns: %s', (readerCount, isOn, warning) => {
  renderInApp(
    <SecondReadingFields
      reading={{ ...reading, isOn }}
      readerCount={readerCount}
      errors={{}}
      onChange={() => undefined}
    />,
    '/teacher/essay-themes/1',
  );
  expect(screen.queryByText(/^Só /)?.textContent ?? null).toBe(warning);
});
