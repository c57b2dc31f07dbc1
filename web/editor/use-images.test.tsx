import { expect, it } from 'vitest';
import { toastStore } from '#web/ui/toast.ts';
import { toastLeftOut } from './use-images.ts';

const told = (left: { missing: number; linked: number }) => {
  toastLeftOut(left);
  const { title, description } = toastStore.get() ?? {};
  return [title, description];
};

it('images that could not be imported are reported in one message', () => {
  expect(told({ missing: 3, linked: 0 })).toEqual(['3 imagens não vieram; cole-as uma a uma', undefined]);
  expect(told({ missing: 1, linked: 2 })).toEqual([
    '1 imagem não veio; cole-a separadamente',
    '2 outras ficaram como link no texto.',
  ]);
  expect(told({ missing: 0, linked: 1 })[0]).toBe('1 imagem ficou como link');
});

it('no message appears when all images were imported', () => {
  toastLeftOut({ missing: 0, linked: 0 });
  expect(toastStore.get()).toBeNull();
});
