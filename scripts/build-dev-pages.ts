import type { Plugin } from 'vite';
import { fillTemplate } from '#server/features/school/public-pages/values/page-template.ts';
import { pageValues } from '#server/features/school/public-pages/values/page-values.ts';
import type { PageRenderer } from '#server/site/page-renderer.ts';
import { defaultPages } from './build-pages.ts';

const school = {
  schoolName: 'Alvorada',
  schoolSlogan: 'Antes da farda, a alvorada.',
  supportEmail: 'suporte@alvorada.example',
  whatsappNumber: '5511999998888',
  companyId: '00.000.000/0001-00',
  social: { instagram: 'https://instagram.com', facebook: 'https://facebook.com', youtube: 'https://youtube.com' },
  priceCents: 29_700,
  publicUrl: undefined,
  hidden: { card: false, slip: false, whatsapp: false },
};
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
          const html = fillTemplate(defaultPages(rendered)[name] ?? '', pageValues(school, installments));
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
        } catch (error) {
          next(error);
        }
      });
    },
    // The shell shows no offer, so any will do.
    transformIndexHtml: (html) => fillTemplate(html, pageValues(school, { count: 1, percent: 1 })),
  };
}

async function hasSession(server: string, cookie: string | undefined): Promise<boolean> {
  if (!cookie) return false;
  const answer = await fetch(`${server}/api/auth/user`, { headers: { cookie } }).catch(() => null);
  return answer?.ok ?? false;
}
