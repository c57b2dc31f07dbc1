import { expect, it } from 'vitest';
import { idsIn } from './module-ids.ts';

it('modules of a folder are found by their place in the repository, also below a folder of that name', () => {
  const base = '/srv/web/alvorada (1)';
  const screens = idsIn('web', /.*\.tsx?$/, base);
  expect(screens.test(`${base}/web/ui/button.tsx`)).toBe(true);
  expect(screens.test(`${base}/contract/study/cards.ts`)).toBe(false);
  expect(screens.test('/srv/web/other/web/main.tsx')).toBe(false);
});
