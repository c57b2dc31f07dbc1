import type { Plugin } from 'vite';
import { pageValues, shellValues } from '#server/features/school/public-pages/values/page-values.ts';
import { fillShell } from '#server/features/school/public-pages/values/shell-template.ts';
import type { PageRenderer } from '#server/site/page-renderer.ts';
import { defaultPages, fullSchool } from './build-pages.ts';

const pages: Record<string, string> = {
  '/': 'landing',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/refund': 'refund',
  '/sample': 'trial',
};

/** In development Vite answers what the server answers in production: static pages to visitors, the app to users. */
export function staticPagesInDev(server: string): Plugin {
  return {
    name: 'alvorada:static-pages-in-dev',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const name = pages[request.url?.split('?', 1)[0] ?? ''];
        if (!name || request.method !== 'GET') return next();
        if (name === 'landing' && (await hasSession(server, request.headers.cookie))) return next();
        try {
          const rendered = (await vite.ssrLoadModule('/features/school/landing/static-pages.ts')) as PageRenderer;
          const { installments } = rendered.brought.landing.pricing;
          const html = defaultPages(rendered, pageValues(fullSchool, installments))[name] ?? '';
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
        } catch (error) {
          next(error);
        }
      });
    },
    transformIndexHtml: (html) => fillShell(html, shellValues(fullSchool)),
  };
}

async function hasSession(server: string, cookie: string | undefined): Promise<boolean> {
  if (!cookie) return false;
  const answer = await fetch(`${server}/api/auth/user`, { headers: { cookie } }).catch(() => null);
  return answer?.ok ?? false;
}
