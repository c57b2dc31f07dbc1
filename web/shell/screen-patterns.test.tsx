import { expect, it } from 'vitest';
import { screenTitles } from '#contract/platform/screen-patterns.ts';
import { openRoutes, visitorRoutes } from '#web/router.tsx';
import { schoolRoutes } from '#web/school-routes.tsx';
import { userRoutes } from '#web/user-routes.tsx';

it('every route is a screen that figures can be reported for, under its title', () => {
  const routes = [...userRoutes, ...schoolRoutes, ...openRoutes, ...visitorRoutes];
  expect(screenTitles).toEqual(Object.fromEntries(routes.map(({ path, title }) => [path, title])));
});
