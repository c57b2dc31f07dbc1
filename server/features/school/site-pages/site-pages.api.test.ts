import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TERMS_VERSION } from '#contract/limits.ts';
import {
  LANDING_MAX_BYTES,
  type LandingContent,
  type LegalContent,
  landingContent,
  type SitePage,
} from '#contract/school/site-content.ts';
import { openDeps } from '#server/start.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { saveDefaultTexts } from './site-pages.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let other: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
  other = await createPerson(test.deps.db, { role: 'admin' });
});

const read = async (page: SitePage = 'landing') =>
  (await test.request({ method: 'GET', url: `/api/admin/pages/${page}`, as: admin })).json();
const save = (page: SitePage, revision: number, content: object, as = admin) =>
  test.request({ method: 'PUT', url: `/api/admin/pages/${page}/draft`, as, payload: { revision, content } });
const publish = (page: SitePage, revision: number) =>
  test.request({ method: 'POST', url: `/api/admin/pages/${page}/publish`, as: admin, payload: { revision } });
const visit = async (url = '/') => (await test.request({ method: 'GET', url })).body;

const withTitle = (content: LandingContent, title: string): LandingContent => ({
  ...content,
  hero: { ...content.hero, title },
});

/** Every text of the page, at its place, turned into another; pictures and drawings are no texts. */
function mapTexts(value: unknown, change: (text: string, at: string) => string, at = ''): unknown {
  if (typeof value === 'string') return /\.(drawing|picture)$/.test(at) ? value : change(value, at);
  if (Array.isArray(value)) return value.map((one, index) => mapTexts(one, change, `${at}.${index}`));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change, `${at}.${key}`)]));
}

describe('the landing page', () => {
  it('is drafted invisibly, published at once, compared with earlier versions and restored', async () => {
    const first = await read();
    expect(first).toMatchObject({ revision: 0, isPublished: true, published: null, savedBy: null });
    expect(first.warnings.map(({ text }: { text: string }) => text)).toContain(
      'Promete 3.000 questões; o banco tem 0.',
    );
    const saved = (await save('landing', 0, withTitle(first.draft, 'Uma escola nova'))).json();
    expect(saved).toMatchObject({ revision: 1, isPublished: false });
    expect(await visit()).not.toContain('Uma escola nova');

    expect((await publish('landing', 1)).json()).toMatchObject({ isPublished: true, published: { number: 1 } });
    expect(await visit()).toContain('<h1 id="promessa">Uma escola nova</h1>');
    // A double click publishes once.
    await publish('landing', 1);
    const again = (await save('landing', 1, withTitle(first.draft, 'Outra vez'))).json();
    await publish('landing', again.revision);
    const url = '/api/admin/pages/landing/versions';
    const list = (await test.request({ method: 'GET', url, as: admin })).json();
    expect(list.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    expect(list[0].by).toContain(' ');
    const published = { action: 'page.published', actor_id: admin.id };
    expect(await auditOf(test.deps.db, 'page:landing')).toEqual([
      { ...published, details: { number: 1 } },
      { ...published, details: { number: 2 } },
    ]);
    const old = (await test.request({ method: 'GET', url: `${url}/1`, as: admin })).json();
    expect(old.content.hero.title).toBe('Uma escola nova');
    expect((await test.request({ method: 'GET', url: `${url}/99`, as: admin })).statusCode).toBe(404);
  });

  it('saved by two administrators at once keeps the first save, and a repeated save changes nothing', async () => {
    const { revision, draft } = await read();
    const [mine, theirs] = await Promise.all([
      save('landing', revision, withTitle(draft, 'Minha')),
      save('landing', revision, withTitle(draft, 'Deles'), other),
    ]);
    const codes = [mine.statusCode, theirs.statusCode].sort();
    expect(codes).toEqual([200, 409]);
    const standing = await read();
    expect(standing.revision).toBe(revision + 1);
    const next = withTitle(draft, 'De outra pessoa');
    const third = await createPerson(test.deps.db, { role: 'admin', firstName: 'Rita', lastName: 'Lobo' });
    expect((await save('landing', revision + 1, next, third)).json()).toMatchObject({ savedBy: 'Rita Lobo' });
    await save('landing', revision + 2, standing.draft);
    expect((await save('landing', revision, standing.draft)).json()).toMatchObject({ revision: revision + 3 });
    expect((await publish('landing', revision)).json()).toMatchObject({ code: 'version_conflict' });
  });

  it('escapes hostile texts, and refuses control characters, unknown placeholders and long texts', async () => {
    const { revision, draft } = await read();
    const hostile = withTitle(draft, '</h1><script>alert(1)</script>"&');
    expect((await save('landing', revision, hostile)).statusCode).toBe(200);
    await publish('landing', revision + 1);
    const html = await visit();
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
    for (const text of ['Aprovado \u202ehco', '{{schoolJson}}', '{senha}', 'x'.repeat(100_000)]) {
      expect((await save('landing', revision + 1, withTitle(draft, text))).statusCode).toBe(400);
    }
    const megabyte = 'x'.repeat(1_000_000);
    const [person] = draft.testimonials.people;
    const told = { ...draft, testimonials: { ...draft.testimonials, people: [{ ...person, text: megabyte }] } };
    for (const large of [withTitle(draft, megabyte), told]) {
      expect((await save('landing', revision + 1, large)).statusCode).toBe(413);
    }
  });

  it('with markup in every text escapes it, has no script and stays small; bidi controls are refused', async () => {
    const { revision, draft } = await read();
    const hostile = mapTexts(draft, () => '<i>"x</i>') as LandingContent;
    expect((await save('landing', revision, hostile)).statusCode).toBe(200);
    expect((await publish('landing', revision + 1)).statusCode).toBe(200);
    const html = await visit();
    expect(html).not.toMatch(/<i>|<script(?! type="application\/ld\+json")/);
    expect(html).toContain('&lt;i&gt;');
    const packed = await test.request({ method: 'GET', url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect(packed.rawPayload.length).toBeLessThan(LANDING_MAX_BYTES);
    let texts = 0;
    mapTexts(draft, (_, at) => {
      texts += 1;
      const turned = mapTexts(draft, (text, place) => (place === at ? `a\u202eb` : text));
      expect(landingContent.safeParse(turned).success, at).toBe(false);
      return '';
    });
    expect(texts).toBeGreaterThan(80);
    await save('landing', revision + 1, draft);
    await publish('landing', revision + 2);
  });

  it('is previewed without being saved', async () => {
    const { draft, revision } = await read();
    const answer = await test.request({
      method: 'POST',
      url: '/api/admin/pages/landing/preview',
      as: admin,
      payload: { content: withTitle(draft, 'Só olhando') },
    });
    expect(answer.json().html).toContain('Só olhando');
    expect(answer.json().bytes).toBeLessThan(30 * 1024);
    expect((await read()).revision).toBe(revision);
  });

  it('serves pictures of the published page to visitors, and no other pictures', async () => {
    const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const form = await multipartForm({ name: 'foto.png', file: ['foto.png', new Uint8Array(image)] });
    const { id } = (await test.request({ method: 'POST', url: '/api/media', as: admin, ...form })).json();
    const url = `/api/landing/pictures/${id}`;
    expect((await test.request({ method: 'GET', url })).statusCode).toBe(404);
    const { revision, draft } = await read();
    const cards = draft.benefits.cards.map((card: object) => ({ ...card, picture: `/api/media/${id}` }));
    const saved = await save('landing', revision, { ...draft, benefits: { ...draft.benefits, cards } });
    expect((await test.request({ method: 'GET', url })).statusCode).toBe(404);
    await publish('landing', saved.json().revision);
    expect((await test.request({ method: 'GET', url })).statusCode).toBe(200);
  });

  it('refuses the content of another kind of page', async () => {
    const { revision } = await read();
    expect((await save('landing', revision, { brief: 'a', text: 'b' })).statusCode).toBe(400);
  });

  it('published during a deploy shows in the other process, and unreadable content breaks no page', async () => {
    const beside = await openDeps(test.deps.config, test.connection, test.deps.log, test.clock);
    const { revision, draft } = await read();
    await save('landing', revision, withTitle(draft, 'Em todos'));
    await publish('landing', revision + 1);
    expect(test.deps.site.now.landing?.hero.title).toBe('Em todos');
    const { site } = beside.deps;
    await vi.waitFor(() => expect(site.now.landing?.hero.title).toBe('Em todos'), { timeout: 10_000 });
    await beside.close();

    const ofTomorrow = { page: 'landing', number: 9999, content: '{}', published_at: test.clock.now() };
    await test.deps.db.insertInto('page_versions').values(ofTomorrow).execute();
    await test.deps.site.renew();
    expect(test.deps.site.now.landing).toBeNull();
    expect(await visit()).toContain('id="promessa"');
    await test.deps.db.deleteFrom('page_versions').where('number', '=', 9999).execute();
    await test.deps.site.renew();
    expect(await visit()).toContain('Em todos');
  });
});

describe('a legal page', () => {
  it('has a label that students agree to, and the agreed version stays readable', async () => {
    await saveDefaultTexts(test.deps);
    await saveDefaultTexts(test.deps);
    expect(test.deps.site.now.termsVersion).toBe(TERMS_VERSION);
    test.clock.set('2026-12-01T12:00:00Z');
    const { draft } = (await read('terms')) as { draft: LegalContent };
    await save('terms', 0, { ...draft, text: '## 1. Novo\n\nFale com {suporte} <b>já</b>. [mau](javascript:alert)' });
    const published = (await publish('terms', 1)).json();
    expect(published.published).toMatchObject({ number: 2, label: '2026-12-01' });
    expect(test.deps.site.now.termsVersion).toBe('2026-12-01');

    const html = await visit('/terms');
    expect(html).toContain('&lt;b&gt;já&lt;/b&gt;');
    expect(html).toContain('mailto:suporte@alvorada.example');
    expect(html).not.toContain('javascript:');
    const old = await visit(`/terms/${TERMS_VERSION}`);
    expect(old).toContain('1. O acordo');
    expect(old).toContain('já substituída');
    // The other text of that agreement did not change: its page links to the current one.
    const privacy = await test.request({ method: 'GET', url: '/privacy/2026-12-01' });
    expect(privacy.body).toContain('Quem cuida dos seus dados');
    expect((await test.request({ method: 'GET', url: '/terms/2026-12-01' })).headers.location).toBe('/terms');
    expect(await visit('/terms/1999-01-01')).toContain('id="root"');
  });

  it('published twice on a day has two labels, and a new student agrees to the newest', async () => {
    const { draft } = (await read('privacy')) as { draft: LegalContent };
    await save('privacy', 0, { ...draft, brief: 'Em duas palavras.' });
    expect((await publish('privacy', 1)).json().published.label).toBe('2026-12-01.2');
    const payload = {
      username: 'novata',
      password: 'segredo1',
      confirmPassword: 'segredo1',
      email: 'novata@exemplo.com.br',
      firstName: 'Nova',
      lastName: 'Ata',
      role: 'student',
    };
    expect((await test.request({ method: 'POST', url: '/api/register', payload })).statusCode).toBeLessThan(300);
    const row = await test.deps.db
      .selectFrom('users')
      .select('terms_version')
      .where('username', '=', 'novata')
      .executeTakeFirstOrThrow();
    expect(row.terms_version).toBe('2026-12-01.2');
  });
});
