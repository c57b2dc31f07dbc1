import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

function Region() {
  const region = useKeptFocus<HTMLDivElement>();
  const [isDone, setDone] = useState(false);
  return (
    <>
      <div {...region} data-testid="region">
        {isDone ? (
          <p>Feito</p>
        ) : (
          <button type="button" onClick={() => setDone(true)}>
            Remover
          </button>
        )}
      </div>
      <button type="button" onClick={() => setDone(true)}>
        Outro
      </button>
    </>
  );
}

it('a region takes the focus when its control that had it goes away', async () => {
  const user = userEvent.setup();
  render(<Region />);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByTestId('region'));
});

it('a region takes no focus that is elsewhere', async () => {
  const user = userEvent.setup();
  render(<Region />);
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Outro' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Outro' }));
});
