import { render, renderHook, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

function closeAfter(change: () => void) {
  const focused = vi.spyOn(HTMLElement.prototype, 'focus');
  onTestFinished(() => focused.mockRestore());
  const { result } = renderHook(useReturnFocus);
  screen.getByRole('button', { name: 'Abrir' }).focus();
  result.current.rememberOpener();
  change();
  focused.mockClear();
  result.current.returnToOpener(new Event('close', { cancelable: true }));
  return focused.mock.calls;
}

it('the opener takes the focus and does not scroll: the dialog may have scrolled the page to a part of it', () => {
  render(<button type="button">Abrir</button>);
  expect(closeAfter(() => undefined)).toEqual([[{ preventScroll: true }]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir' }));
});

it('an opener that the dialog has removed hands the focus on, in view', () => {
  const page = (hasOpener: boolean) => (
    <>
      {hasOpener && <button type="button">Abrir</button>}
      <button type="button" data-focus-next>
        Próximo
      </button>
    </>
  );
  const { rerender } = render(page(true));
  expect(closeAfter(() => rerender(page(false)))).toEqual([[]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Próximo' }));
});
