import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import { PhotoSheet } from './photo-sheet.tsx';

const pages = [
  { id: 1, width: 900, height: 1200 },
  { id: 2, width: 900, height: 1200 },
];
const mark = (id: string, page: number, y: number, comment: string): EssayMark => ({
  ...{ id, start: 0, end: 1, criterionKey: null, comment, points: 0, isPraise: false },
  area: { page, x: 0, y, width: 100, height: 20 },
});

function open(change: { isEditable?: boolean } = {}) {
  const onSelect = vi.fn();
  const onChoose = vi.fn();
  render(
    <PhotoSheet
      pages={pages}
      marks={[mark('b', 2, 10, 'segunda página'), mark('a', 1, 500, 'primeira página')]}
      activeId={null}
      selection={null}
      isEditable={change.isEditable ?? true}
      onSelect={onSelect}
      onChoose={onChoose}
      onMark={vi.fn()}
    />,
  );
  return { user: userEvent.setup(), onSelect, onChoose };
}

it('numbers the rectangles page by page, and a press chooses one', async () => {
  const { user, onChoose } = open();
  await user.click(screen.getByRole('button', { name: 'Marca 2: segunda página' }));
  expect(onChoose).toHaveBeenCalledWith('b');
  expect(screen.getByRole('button', { name: 'Marca 1: primeira página' })).toBeTruthy();
});

it('selects a rectangle by arrow keys, on any page', async () => {
  const { user, onSelect } = open();
  document.querySelector<HTMLElement>('[data-sheet]')?.focus();
  await user.keyboard('{ArrowDown}');
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ start: 0, end: 1 }));
  expect(onSelect.mock.lastCall?.[0].area).toMatchObject({ page: 1 });
  await user.keyboard('{PageDown}');
  expect(onSelect.mock.lastCall?.[0].area).toMatchObject({ page: 1, y: 80 });
});

it('a reader who may not edit can select no region of the photo', async () => {
  const { user, onSelect } = open({ isEditable: false });
  const layer = document.querySelector('[data-page="1"]');
  if (!layer) throw new Error('The page has no layer.');
  await user.pointer([{ keys: '[MouseLeft>]', target: layer, coords: { clientX: 0, clientY: 0 } }]);
  await user.pointer([{ target: layer, coords: { clientX: 50, clientY: 50 } }]);
  expect(onSelect).not.toHaveBeenCalled();
});
