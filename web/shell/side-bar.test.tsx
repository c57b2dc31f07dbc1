import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import type { User } from '#contract/platform/users.ts';
import { getPreferences } from '#contract/preferences.ts';
import { countWaiting, type WaitingCounts } from '#contract/school/waiting-counts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import SideBar from './side-bar.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

const counts: WaitingCounts = {
  essays: 9,
  reports: 6,
  doubts: 4,
  comments: 0,
  proofs: 6,
  bank: 3,
  teachers: 0,
  examTime: 0,
};

/** Mounts the side bar of this person at an address. */
function show(user: User, path: string) {
  const server = fakeServer();
  server.on(countWaiting, answers.json(counts));
  server.on(getPreferences, answers.json({ theme: 'system', shortcuts: true }));
  return { ...renderInApp(<SideBar user={user} />, path), server };
}

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

const bar = () => screen.getByRole('navigation', { name: 'Mesa' });
const group = (name: RegExp) => {
  const summary = within(bar())
    .getAllByText(name)
    .find((element) => element.closest('summary'));
  const details = summary?.closest('details');
  if (!summary || !details) throw new Error(`There is no group ${name}.`);
  return { summary, details };
};

it('the side bar opens the group of the page, counts pending items, and sums them for a closed group', async () => {
  const { user } = show(signedIn('admin'), '/admin/audit');
  expect(within(bar()).getByRole('link', { current: 'page' }).textContent).toBe('Auditoria');
  expect(await within(bar()).findByRole('link', { name: /^Redações ?, 9 esperam por você$/ })).toBeDefined();
  expect(within(bar()).getByRole('link', { name: 'Usuários' })).toBeDefined();
  const teach = group(/^Ensinar$/);
  expect(teach.details.open).toBe(true);
  await user.click(teach.summary);
  expect(teach.details.open).toBe(false);
  expect(within(teach.details).getAllByText(/15 esperam por você/)).toHaveLength(1);
  // The group of the current page cannot be closed.
  await user.click(group(/^Escola$/).summary);
  expect(group(/^Escola$/).details.open).toBe(true);
});

it('remembers per account which groups are closed and whether it is a rail', async () => {
  const admin = signedIn('admin');
  const first = show(admin, '/');
  await first.user.click(group(/^Ensinar$/).summary);
  await first.user.click(group(/^Escola$/).summary);
  cleanup();
  show(admin, '/');
  expect(group(/^Ensinar$/).details.open).toBe(false);
  expect(group(/^Escola$/).details.open).toBe(true);
  cleanup();
  show({ ...admin, id: '00000000-0000-4000-8000-000000000002' }, '/');
  expect(group(/^Ensinar$/).details.open).toBe(true);
});

it('becomes a rail by its button or by [, whose groups open beside it', async () => {
  const { user, path } = show(signedIn('admin'), '/teacher/doubts');
  await user.click(screen.getByRole('button', { name: 'Recolher' }));
  const follow = await within(bar()).findByRole('button', { name: /^Acompanhar ?, 4 esperam por você$/ });
  expect(follow.getAttribute('aria-current')).toBe('true');
  await user.click(follow);
  await user.click(await screen.findByRole('menuitem', { name: 'Relatórios' }));
  expect(path()).toBe('/teacher/reports');
  await user.keyboard('[[');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Recolher' })).toBeDefined());
});

it('the side bar shows a teacher neither payments nor the school', () => {
  show(signedIn('teacher'), '/teacher/quizzes/bank/7');
  expect(within(bar()).getByRole('link', { current: 'page' }).textContent).toMatch(/^Questões/);
  expect(within(bar()).queryByText('Escola')).toBeNull();
  expect(within(bar()).queryByRole('link', { name: 'Pagamentos' })).toBeNull();
});

it('the side bar counts again after a decision on any screen', async () => {
  const { server } = show(signedIn('admin'), '/admin/audit');
  expect(await within(bar()).findByRole('link', { name: /^Redações ?, 9 esperam/ })).toBeDefined();
  server.on(countWaiting, answers.json({ ...counts, essays: 8 }));
  const decision = queryClient.getMutationCache().build(queryClient, { mutationFn: async () => 'returned' });
  await decision.execute(undefined);
  expect(await within(bar()).findByRole('link', { name: /^Redações ?, 8 esperam/ })).toBeDefined();
});

it('a badge is not in the server’s HTML: the number may change before the menu hydrates', () => {
  expect(renderToString(<WaitingBadge count={3} className="" />)).toBe('');
});
