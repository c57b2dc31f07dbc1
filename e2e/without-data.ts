import type { Page } from '@playwright/test';

/** Documents come without their data, as under overload: the browser asks for everything itself. */
export const withoutData = (page: Page): Promise<unknown> =>
  page.route(
    (url) => !/^\/(api|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /<script type="application\/json" id="first-screen">.*?<\/script>/s,
        '',
      );
      return route.fulfill({ response, body });
    },
  );
