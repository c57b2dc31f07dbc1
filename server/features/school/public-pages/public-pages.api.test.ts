import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerSessions } from '#server/http/sessions.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { type PagesOptions, registerPages } from './public-pages.ts';

const testApp = useTestApp({ SCHOOL_NAME: 'Escola <Sol> & "Cia"', PUBLIC_URL: 'https://escola.example' });
let dist: string;
let app: FastifyInstance;

const shell =
  '<title>{{schoolName}}</title><meta name="robots" content="noindex" /><meta name="alvorada:school" content="{{schoolJson}}"><div id="root"></div>';

async function pagesApp(options: PagesOptions = {}, deps = testApp.deps) {
  const built = Fastify();
  await built.register(cookie);
  registerSessions(built, testApp.deps);
  await registerPages(built, deps, { dist, ...options });
  return built;
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'alvorada-dist-'));
  await mkdir(join(dist, 'pages'));
  await mkdir(join(dist, 'web/assets'), { recursive: true });
  const files = {
    'pages/static-pages.js': `
      export const brought = { landing: { pricing: { installments: { count: 12, percent: 10 } } }, terms: {}, privacy: {}, refund: {} };
      const page = ({ schoolName, price }) => \`<title>\${schoolName}</title><style>p{}</style><p>\${price}</p>\`;
      export const renderLanding = (content, values) => page(values);
      export const renderLegal = (name, text, site, values) => page(values);
      export const renderTrial = (content, { trial }) =>
        '<style>p{}</style>' + (trial ? '<main>' + trial.html + '</main>' : 'fechada');`,
    'pages/app.html': shell,
    'web/favicon.svg': '<svg/>',
    'web/sw.js': '// the worker',
    'web/favicon.svg.br': 'never a page of its own',
    'web/assets/main-1.js': 'plain',
    'web/assets/main-1.js.br': 'as brotli',
    'web/assets/main-1.js.gz': 'as gzip',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);
  app = await pagesApp();
});

afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

test('the page of a certificate has a link preview with the name of its owner', async () => {
  const known = { title: 'Certificado de Ana', description: 'Concluiu.', picture: '/og-certificate.png' };
  const pages = await pagesApp({ certificatePreview: async (code) => (code === '4R7K0QZPM2XH' ? known : null) });
  const page = await pages.inject('/certificates/4R7K0QZPM2XH?de=amigo');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.body).toContain('<meta property="og:title" content="Certificado de Ana">');
  expect(page.body).toContain('content="https://escola.example/certificates/4R7K0QZPM2XH"');
  expect(page.body).toContain('content="https://escola.example/og-certificate.png"');
  expect((await pages.inject('/certificates/UNKNOWN')).body).not.toContain('og:title');
  await pages.close();
});

describe('/', () => {
  test('is the landing page for visitors, with the values of the school', async () => {
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Escola <Sol> & "Cia"</title>');
    expect(answer.body).toContain('R$\u00a0297,00');
    expect(answer.headers['content-security-policy']).toContain("script-src 'none'");
    expect(answer.headers['content-security-policy']).toMatch(/style-src 'sha256-[\w+/=]+'/);
  });

  test('is the app for a valid session, and the landing page for an invalid one', async () => {
    const student = await createPerson(testApp.deps.db);
    const answer = await app.inject({ url: '/', headers: { cookie: student.cookie } });
    expect(answer.body).toContain('id="root"');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    const stale = await app.inject({ url: '/', headers: { cookie: `${student.cookie}x` } });
    expect(stale.body).not.toContain('id="root"');
  });

  test('is the app shell, like every address of the app, while sessions cannot be read', async () => {
    const pages = await pagesApp();
    pages.sessions.read = async () => {
      throw new Error('the database is away');
    };
    for (const url of ['/', '/study', '/articles/1']) {
      const page = await pages.inject({ url, headers: { cookie: 'sid=somebody' } });
      expect([page.statusCode, page.body.includes('id="root"')], url).toEqual([200, true]);
    }
    expect((await pages.inject('/')).statusCode).toBe(200);
    expect(testApp.logged()).toContain('who asks for a page could not be read');
    await pages.close();
  });

  test('is never mixed up by a cache: private, with Vary and one ETag per variant', async () => {
    const student = await createPerson(testApp.deps.db);
    const visitor = await app.inject('/');
    const user = await app.inject({ url: '/', headers: { cookie: student.cookie } });
    for (const answer of [visitor, user]) {
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      expect(answer.headers.vary).toContain('Cookie');
    }
    expect(visitor.headers.etag).not.toBe(user.headers.etag);

    const known = { 'if-none-match': String(visitor.headers.etag) };
    const again = await app.inject({ url: '/', headers: known });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const afterLogin = await app.inject({ url: '/', headers: { ...known, cookie: student.cookie } });
    expect(afterLogin.statusCode).toBe(200);
  });

  test('is sent in the encoding that the client accepts', async () => {
    const br = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toContain('R$\u00a0297,00');
    const gzip = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('R$\u00a0297,00');
    const head = await app.inject({ method: 'HEAD', url: '/' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test('redirects visitors when configured, but never a user with a session', async () => {
    const redirecting = await pagesApp({ insteadOfLanding: async () => '/auth' });
    const student = await createPerson(testApp.deps.db);
    const visitor = await redirecting.inject('/');
    expect([visitor.statusCode, visitor.headers.location]).toEqual([302, '/auth']);
    expect(visitor.headers.vary).toContain('Cookie');
    const user = await redirecting.inject({ url: '/', headers: { cookie: student.cookie } });
    expect(user.statusCode).toBe(200);
    await redirecting.close();
  });
});

test('every path of the app gets the shell with the escaped data of the school', async () => {
  for (const url of ['/study', '/articles/7', '/auth?next=%2Fstudy', '/certificates/AB.CD']) {
    const answer = await app.inject(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    const [, content = ''] = /school" content="([^"]*)"/.exec(answer.body) ?? [];
    const unescaped = content
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(unescaped)).toMatchObject({ name: 'Escola <Sol> & "Cia"', priceCents: 29_700, whatsapp: null });
  }
});

test('a path that is no page is never answered with HTML', async () => {
  for (const url of [
    '/api',
    '/api/nothing',
    '/assets/none.js',
    '/missing.js',
    '/assets/../pages/app.html',
    '/wp-login.php',
  ]) {
    const answer = await app.inject(url);
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.headers['content-type']).not.toContain('text/html');
  }
});

test('hashed files are immutable and come precompressed', async () => {
  const br = await app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect([br.body, br.headers['content-encoding']]).toEqual(['as brotli', 'br']);
  expect(br.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(br.headers['content-type']).toContain('javascript');
  const plain = await app.inject('/assets/main-1.js');
  expect(plain.body).toBe('plain');
});

test('files answer 304 by ETag, support HEAD, and are still served when the build is replaced', async () => {
  const { headers } = await app.inject('/assets/main-1.js');
  const again = await app.inject({ url: '/assets/main-1.js', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-1.js' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '5']);
  expect(headers.vary).toBe('accept-encoding');
  const path = join(dist, 'web/assets/main-1.js');
  await rename(path, `${path}.gone`);
  expect((await app.inject('/assets/main-1.js')).body).toBe('plain');
  await rename(`${path}.gone`, path);
  expect((await app.inject('/assets/main-1.js.br')).statusCode).toBe(404);
});

test('files with fixed names are served for a day, their compressed twins are not pages', async () => {
  const icon = await app.inject('/favicon.svg');
  expect([icon.body, icon.headers['cache-control']]).toEqual(['<svg/>', 'public, max-age=86400']);
  expect((await app.inject('/favicon.svg.br')).statusCode).toBe(404);
});

test('crawlers find the public pages and nothing else', async () => {
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://escola.example/sitemap.xml');
  const sitemap = (await app.inject('/sitemap.xml')).body;
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
    ['/', '/privacy', '/terms', '/refund', '/acessibilidade'].map((path) => `https://escola.example${path}`),
  );
  expect((await app.inject('/manifest.webmanifest')).json()).toMatchObject({
    name: 'Escola <Sol> & "Cia"',
    start_url: '/',
    shortcuts: [{ url: '/' }, { url: '/review' }, { url: '/quizzes' }],
  });
});

test('the landing page prefetches login and registration, without a cookie', async () => {
  const landing = await app.inject('/');
  const rules = JSON.parse(String(landing.headers['speculation-rules']));
  const answer = await app.inject(rules);
  expect(answer.headers['content-type']).toMatch(/^application\/speculationrules\+json/);
  const [{ urls }] = answer.json().prefetch;
  expect(urls).toEqual(['/auth', '/register']);
  for (const url of urls) {
    const page = await app.inject({ url, headers: { 'sec-purpose': 'prefetch' } });
    expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
  }
});

test('without a build the pages answer 503, and the API works', async () => {
  const bare = Fastify();
  await registerPages(bare, testApp.deps, { dist: join(dist, 'nowhere') });
  const answer = await bare.inject('/');
  expect([answer.statusCode, answer.body]).toEqual([
    503,
    'A interface ainda não foi construída. Rode "npm run build".',
  ]);
  expect((await bare.inject('/api/x')).statusCode).toBe(404);
  await bare.close();
});

test('search engines may index login and registration, and no other screen of the app', async () => {
  const student = await createPerson(testApp.deps.db);
  const pages = await pagesApp();
  const isFound = async (url: string, cookie = '') => {
    const { headers, body } = await pages.inject({ url, headers: { cookie } });
    expect(body.includes('content="noindex"'), url).toBe(headers['x-robots-tag'] === 'noindex');
    return headers['x-robots-tag'] === undefined;
  };
  for (const url of ['/auth', '/register?x=1']) expect(await isFound(url), url).toBe(true);
  for (const url of ['/study', '/articles/1', '/nowhere', '/reset-password', '/app-shell'])
    expect(await isFound(url), url).toBe(false);
  // A crawler has no session: pages requested with one need no robots header.
  for (const url of ['/', '/study']) expect(await isFound(url, student.cookie), url).toBe(true);
  await pages.close();
});

test('the free trial has a page without script and cookie, which says when the trial is closed', async () => {
  let shown: { html: string; title: string; key: string } | null = null;
  const pages = await pagesApp({ trial: async () => shown });
  const closed = await pages.inject('/sample');
  expect([closed.statusCode, closed.headers['x-robots-tag'], closed.body.includes('fechada')]).toEqual([
    200,
    'noindex',
    true,
  ]);
  expect((await pages.inject('/sitemap.xml')).body).not.toContain('/sample');
  shown = { html: '<p style="text-align: center">{{schoolName}}</p>', title: 'Crase', key: 'a' };
  const open = await pages.inject('/sample');
  expect(open.headers['x-robots-tag']).toBeUndefined();
  expect(open.headers['set-cookie']).toBeUndefined();
  expect(open.headers['cache-control']).toBe('public, max-age=60');
  expect(open.body).toContain('<main><p style="text-align: center">{{schoolName}}</p></main>');
  expect(open.headers['content-security-policy']).toContain("script-src 'none'");
  expect(open.headers['content-security-policy']).toContain("style-src-attr 'unsafe-inline'");
  expect((await pages.inject('/sitemap.xml')).body).toContain('https://escola.example/sample');
  await pages.close();
});

test('the service worker is revalidated each time, fetches from our origin only, and can be disabled', async () => {
  const pages = await pagesApp();
  const worker = await pages.inject('/sw.js');
  expect([worker.statusCode, worker.body]).toEqual([200, '// the worker']);
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; script-src 'self'",
  });
  const known = await pages.inject({ url: '/sw.js', headers: { 'if-none-match': String(worker.headers.etag) } });
  expect(known.statusCode).toBe(304);
  expect((await pages.inject('/study')).body).toContain('&quot;hasWorker&quot;:true');
  await pages.close();
  const config = { ...testApp.deps.config, serviceWorker: false };
  const off = await pagesApp({}, { ...testApp.deps, config });
  const gone = await off.inject('/sw.js');
  expect(gone.body).toContain('caches.delete(name)');
  expect(gone.body).toContain('registration.unregister()');
  expect(gone.headers['cache-control']).toBe('no-cache');
  expect((await off.inject('/study')).body).toContain('&quot;hasWorker&quot;:false');
  await off.close();
});

test('the document of the app says whether the sample school is loaded, without delay', async () => {
  let isThere = true;
  const pages = await pagesApp({ hasSample: () => isThere });
  expect((await pages.inject('/study')).body).toContain('&quot;hasSample&quot;:true');
  isThere = false;
  expect((await pages.inject('/study')).body).toContain('&quot;hasSample&quot;:false');
  await pages.close();
});

test('a certificate has its own picture or the plain one; an unknown code has none', async () => {
  const pages = await pagesApp({
    certificatePicture: async (code) => (code === 'DRAWN' ? Buffer.from('png') : code === 'PLAIN' ? 'plain' : null),
  });
  const drawn = await pages.inject('/certificates/DRAWN/picture.png');
  expect([drawn.statusCode, drawn.headers['content-type'], drawn.body]).toEqual([200, 'image/png', 'png']);
  expect((await pages.inject('/certificates/PLAIN/picture.png')).headers.location).toBe('/og-certificate.png');
  expect((await pages.inject('/certificates/NONE/picture.png')).statusCode).toBe(404);
  await pages.close();
});
