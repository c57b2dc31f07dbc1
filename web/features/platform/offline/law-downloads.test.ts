import { beforeEach, expect, test, vi } from 'vitest';
import type { Law, LawArticle } from '#contract/content/laws.ts';
import { savedCache } from '#web/lib/cache-names.ts';
import { checkLaws, renewLaws, saveLaw } from './law-downloads.ts';
import { listSavedLaws, readSavedLaw, savedArticle } from './saved-laws.ts';
import { SignedOutError } from './store-saved.ts';
import { ANA, type FakeDevice, fakeDevice } from './testing/fake-device.ts';

const entry = (lexId: string, kind: Law['outline'][number]['kind'], depth: number) => ({
  ...{ lexId, kind, depth, label: lexId, title: '' },
});
const law: Law = {
  ...{ id: 3, urn: 'urn:lex:br:federal:lei:2000-01-01;1', name: 'Lei', shortName: '', ementa: '' },
  updatedAt: '2026-11-15T12:00:00.000Z',
  asOf: { day: '2026-11-15', edital: null },
  outline: [
    entry('tit1', 'titulo', 0),
    entry('tit1_cap1', 'capitulo', 1),
    entry('art1', 'artigo', 2),
    entry('tit1_cap2', 'capitulo', 1),
    entry('art2', 'artigo', 2),
    entry('tit2', 'titulo', 0),
    entry('art3', 'artigo', 1),
  ],
};
const article = (lexId: string): LawArticle => ({ lexId, label: lexId, title: '', devices: [] });
const listed = { ...law, articleCount: 3, readCount: 0 };

let here: FakeDevice;
let current: Law;
beforeEach(async () => {
  here = await fakeDevice();
  current = law;
  here.replies.set('/api/laws', () => Response.json([listed]));
  here.replies.set('/api/laws/3', () => Response.json(current));
  here.replies.set('/api/laws/3/text', () => Response.json([]));
  here.replies.set('/api/my-access', () => Response.json({ endsOn: '2030-01-31' }));
  let page = 0;
  here.replies.set('/api/laws/3/articles', () => {
    page += 1;
    if (page % 2 === 0) return Response.json([article('art3')]);
    const link = '</api/laws/3/articles?cursor=next>; rel="next"';
    return Response.json([article('art1'), article('art2')], { headers: { link } });
  });
  return () => vi.unstubAllGlobals();
});

const today = new Date('2026-11-16T12:00:00Z');

test('a law comes with all of its articles, and an article has its path and neighbours as on the server', async () => {
  await saveLaw(ANA, 3, today);
  const saved = await readSavedLaw(ANA, 3, today);
  if (!saved) throw new Error('The law is not on the device.');
  expect(saved.articles.map(({ lexId }) => lexId)).toEqual(['art1', 'art2', 'art3']);
  expect(savedArticle(saved, 'art2')).toMatchObject({
    path: [{ label: 'tit1' }, { label: 'tit1_cap2' }],
    previous: { lexId: 'art1' },
    next: { lexId: 'art3' },
    lessons: [],
  });
  expect(savedArticle(saved, 'art3')).toMatchObject({ path: [{ label: 'tit2' }], next: null });
  expect(savedArticle(saved, 'art4')).toBeNull();
});

test('a law is gone with the sign-out, and after it none can be stored', async () => {
  await saveLaw(ANA, 3, today);
  await here.signOut();
  expect(await readSavedLaw(ANA, 3, today)).toBeNull();
  await expect(saveLaw(ANA, 3, today)).rejects.toThrow(SignedOutError);
  expect(here.names(savedCache)).toEqual([]);
});

test('a law is gone the day after the access has ended, also without a contact', async () => {
  await saveLaw(ANA, 3, today);
  expect(await listSavedLaws(ANA, new Date('2030-01-31T23:00:00-03:00'))).toHaveLength(1);
  expect(await listSavedLaws(ANA, new Date('2030-02-01T00:30:00-03:00'))).toEqual([]);
  expect(here.names(savedCache)).toEqual([]);
});

test.each([
  [
    'the access has ended',
    () => Response.json({ code: 'access_ended', message: 'x', requestId: '1', endsOn: null }, { status: 403 }),
  ],
  ['the school has deleted it', () => Response.json([])],
])('a law is removed at the next contact when %s', async (_, reply) => {
  await saveLaw(ANA, 3, today);
  await checkLaws(ANA);
  expect(await listSavedLaws(ANA, today)).toHaveLength(1);
  here.replies.set('/api/laws', reply);
  await checkLaws(ANA);
  expect(here.names(savedCache)).toEqual([]);
});

test.each([
  ['nothing changed', {}, 1, false],
  ['the law changed', { updatedAt: '2026-11-17T12:00:00.000Z' }, 1, true],
  [
    'another edital is followed',
    { asOf: { day: '2025-01-01', edital: { day: '2025-01-01', examName: 'PM' } } },
    1,
    true,
  ],
  ['a week has passed', {}, 8, true],
])('a law is fetched again only where it is due: %s', async (_, change, days, isFetched) => {
  await saveLaw(ANA, 3, today);
  current = { ...law, ...change };
  here.asked.length = 0;
  await renewLaws(ANA, new Date(today.getTime() + days * 86_400_000));
  expect(here.asked.includes('/api/laws/3/articles')).toBe(isFetched);
});

test('where no law was taken along the server is asked for none', async () => {
  here.asked.length = 0;
  await checkLaws(ANA);
  await renewLaws(ANA, today);
  expect(here.asked).toEqual([]);
});
