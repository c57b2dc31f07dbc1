import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import type { LawArticle } from '#contract/content/laws.ts';
import { savedAddress } from '#web/features/platform/offline/saved.ts';
import { OWNER, readCache, savedCache } from '#web/lib/cache-names.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { fakeCaches } from '#web/service-worker/testing/fake-world.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import LawsScreen from './laws-screen.tsx';

const head = { id: 3, urn: 'urn:x', name: 'Lei da Guarda', shortName: '', ementa: '' };
const article = (number: number): LawArticle => ({
  ...{ lexId: `art${number}`, label: `Art. ${number}`, title: '' },
  devices: [
    {
      ...{ lexId: `art${number}_cpt`, kind: 'caput', label: '', depth: 1, text: `Texto do artigo ${number}.` },
      ...{ state: 'in_force', amending: '', earlierCount: 0 },
    },
  ],
});
const law = (edital: { day: string; examName: string } | null) => ({
  ...{ ...head, updatedAt: '2026-11-15T12:00:00.000Z', asOf: { day: '2026-11-15', edital } },
  outline: [1, 2].map((number) => ({
    ...{ lexId: `art${number}`, kind: 'artigo', label: `Art. ${number}`, title: '', depth: 0 },
  })),
});

beforeEach(async () => {
  vi.stubGlobal('caches', fakeCaches({ left: Number.POSITIVE_INFINITY }).caches);
  const { id } = signedIn('student');
  const owner = Response.json({ userId: id, confirmedAt: Date.now() });
  await (await caches.open(readCache(id))).put(OWNER, owner);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(path: string, edital: { day: string; examName: string } | null = null) {
  const { id } = signedIn('student');
  const saved = { id: 3, law: law(edital), articles: [article(1), article(2)], text: [], savedAt: '', endsOn: null };
  await (await caches.open(savedCache(id))).put(savedAddress('law/3'), Response.json(saved));
  fakeServer();
  renderInApp(<Route path="/laws/:id/:article?" component={LawsScreen} />, path);
}

it('a law on the device opens without a network, with every article', async () => {
  await open('/laws/3');
  expect(await screen.findByRole('heading', { level: 1, name: 'Lei da Guarda' })).toBeTruthy();
  expect(await screen.findByText('Texto do artigo 1.')).toBeTruthy();
  expect(screen.getByText('Texto do artigo 2.')).toBeTruthy();
});

it('an article of a law on the device opens without a network and without questions', async () => {
  await open('/laws/3/art2');
  expect(await screen.findByText('Texto do artigo 2.')).toBeTruthy();
  expect(await screen.findByText('Sem internet. As questões aparecem quando ela voltar.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /Art\. 1/ })).toBeTruthy();
});

it("a law that is stored as of an edital's day says nothing about today, and another law is an error", async () => {
  await open('/laws/3?em=hoje', { day: '2025-01-01', examName: 'PM-PA' });
  expect(await screen.findByText('Não conseguimos abrir a lei')).toBeTruthy();
  cleanup();
  await open('/laws/4');
  expect(await screen.findByText('Não conseguimos abrir a lei')).toBeTruthy();
});
