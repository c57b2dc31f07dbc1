import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { DragHandle } from './drag-handle.tsx';
import { MoveButtons } from './move-buttons.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('a row goes up and down by one position', async () => {
  const onMove = vi.fn();
  const { user } = renderInApp(<MoveButtons name="a questão 2" index={1} count={3} onMove={onMove} />);
  await user.click(button('Subir a questão 2'));
  await user.click(button('Descer a questão 2'));
  expect(onMove.mock.calls).toEqual([[0], [2]]);
});

it('the only row of a list goes nowhere', () => {
  renderInApp(<MoveButtons name="a questão 1" index={0} count={1} onMove={() => undefined} />);
  expect(button('Subir a questão 1').disabled).toBe(true);
  expect(button('Descer a questão 1').disabled).toBe(true);
});

it('a handle says when its row is dragged, and when no more', () => {
  const onDrag = vi.fn();
  renderInApp(<DragHandle onDrag={onDrag} />);
  const handle = screen.getByTitle('Arraste para mudar a ordem');
  expect(handle.draggable).toBe(true);
  fireEvent.dragStart(handle);
  fireEvent.dragEnd(handle);
  expect(onDrag.mock.calls).toEqual([[true], [false]]);
});
