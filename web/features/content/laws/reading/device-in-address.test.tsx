import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { getLawArticle, type LawArticlePage } from '#contract/content/laws.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import LawsScreen from './laws-screen.tsx';

const device = (lexId: string) => ({
  ...{ lexId, kind: 'inciso' as const, label: 'I -', depth: 2, text: `Texto de ${lexId}.` },
  ...{ state: 'in_force' as const, amending: '', earlierCount: 0 },
});
const page: LawArticlePage = {
  law: { id: 3, urn: 'urn:x', name: 'Lei da Guarda', shortName: '', ementa: '' },
  asOf: { day: '2026-11-15', edital: null },
  path: [],
  article: { lexId: 'art5', label: 'Art. 5º', title: '', devices: [device('art5_cpt_inc1'), device('art5_cpt_inc2')] },
  ...{ previous: null, next: null, history: [], earlier: [], lessons: [] },
};

const scrolled: string[] = [];
const spy = vi.spyOn(Element.prototype, 'scrollIntoView');
beforeEach(() => {
  signedIn('student');
  scrolled.length = 0;
  spy.mockImplementation(function (this: Element) {
    scrolled.push(this.id);
  });
});
afterEach(() => {
  history.replaceState(null, '', '/');
  queryClient.clear();
  spy.mockReset();
});

it('an article opens at the device that its address names, and goes to the next one that is chosen in it', async () => {
  fakeServer().on(getLawArticle, answers.json(page));
  history.replaceState(null, '', '/laws/3/art5#art5_cpt_inc2');
  renderInApp(<Route path="/laws/:id/:article?" component={LawsScreen} />, '/laws/3/art5');
  await screen.findByText('Texto de art5_cpt_inc2.');
  expect(scrolled).toEqual(['art5_cpt_inc2']);
  // The router of the app announces its navigations.
  act(() => history.replaceState(null, '', '/laws/3/art5#art5_cpt_inc1'));
  expect(scrolled).toEqual(['art5_cpt_inc2', 'art5_cpt_inc1']);
});

it('an article without a device in its address stays at its top', async () => {
  fakeServer().on(getLawArticle, answers.json(page));
  history.replaceState(null, '', '/laws/3/art5');
  renderInApp(<Route path="/laws/:id/:article?" component={LawsScreen} />, '/laws/3/art5');
  await screen.findByText('Texto de art5_cpt_inc1.');
  expect(scrolled).toEqual([]);
});
