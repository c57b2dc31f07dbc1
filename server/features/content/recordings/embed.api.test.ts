import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const open = (query: string) => test.request({ method: 'GET', url: `/embed?${query}` });

it.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  ['https://vimeo.com/123456789/0a1b2c3d4e', 'https://player.vimeo.com', 'https://player.vimeo.com/video/123456789?'],
])('the embedding page shows the player of %s, and allows no other', async (address, origin, player) => {
  const page = await open(`v=${encodeURIComponent(address)}&t=90.7`);
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain(`default-src 'none'; frame-src ${origin};`);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('script-src');
  expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(page.headers['set-cookie']).toBeUndefined();
  expect(page.body).toContain(`src="${player}`);
  expect(page.body).toMatch(/start=90"|#t=90s"/);
  expect(page.body).toMatch(/cc_load_policy=1&amp;cc_lang_pref=pt|texttrack=pt/);
  expect(page.body).not.toContain('<script');
});

it.each(['', 'v=', 'v=https%3A%2F%2Fevil.example%2F', 'v=%2Fapi%2Frecordings%2F1', 'v=a&v=b', 't=1'])(
  'shows nothing else: %s',
  async (query) => {
    expect((await open(query)).statusCode).toBe(404);
  },
);

it('the app itself lets no foreign frame in', async () => {
  const page = await test.request({ method: 'GET', url: '/articles/1' });
  expect(page.headers['content-security-policy']).toContain("frame-src 'self' blob:;");
});
