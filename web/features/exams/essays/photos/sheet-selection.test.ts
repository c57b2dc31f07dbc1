import { expect, it } from 'vitest';
import { areaBetween, movedArea } from './sheet-selection.ts';

it('a drag selects a rectangle in any direction, within the page, and a mere press selects none', () => {
  const area = { page: 2, x: 100, y: 200, width: 300, height: 50 };
  expect(areaBetween(2, { x: 100, y: 200 }, { x: 400, y: 250 })).toEqual(area);
  expect(areaBetween(2, { x: 400, y: 250 }, { x: 100, y: 200 })).toEqual(area);
  expect(areaBetween(1, { x: -50, y: 900 }, { x: 1200, y: 1200 })).toEqual({
    page: 1,
    x: 0,
    y: 900,
    width: 1000,
    height: 100,
  });
  expect(areaBetween(1, { x: 10, y: 10 }, { x: 12, y: 400 })).toBeNull();
});

it('arrow keys move and resize the selection within the page', () => {
  const options = { pages: 2, resize: false };
  const first = movedArea(null, 'ArrowDown', options);
  expect(first).toMatchObject({ page: 1, x: 80, y: 80 });
  expect(movedArea(first, 'ArrowDown', options)).toMatchObject({ x: 80, y: 95 });
  expect(movedArea({ page: 1, x: 0, y: 0, width: 10, height: 10 }, 'ArrowLeft', options)).toMatchObject({ x: 0 });
  const edge = { page: 1, x: 590, y: 0, width: 400, height: 30 };
  expect(movedArea(edge, 'ArrowRight', options)).toMatchObject({ x: 600, width: 400 });
  expect(movedArea(edge, 'ArrowRight', { ...options, resize: true })).toMatchObject({ x: 590, width: 410 });
  expect(movedArea(edge, 'ArrowUp', { ...options, resize: true })).toMatchObject({ height: 15 });
});

it('changes pages by keys, and only to pages that exist', () => {
  const options = { pages: 2, resize: false };
  expect(movedArea(null, 'PageDown', options)).toMatchObject({ page: 1 });
  const second = movedArea({ page: 1, x: 0, y: 0, width: 10, height: 10 }, 'PageDown', options);
  expect(second).toMatchObject({ page: 2 });
  expect(movedArea(second, 'PageDown', options)).toEqual(second);
  expect(movedArea(second, 'PageUp', options)).toMatchObject({ page: 1 });
});
