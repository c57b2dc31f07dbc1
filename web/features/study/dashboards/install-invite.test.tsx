import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { DAY_MS } from '#contract/time.ts';
import { install, watchInstallOffer } from '#web/lib/install.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import HomeSections from './home-sections.tsx';
import InstallInvite from './install-invite.tsx';

const NAME = / na sua tela inicial$/;
const start = Date.parse('2026-11-16T12:00:00.000Z');
let isStandalone = false;

beforeAll(() => watchInstallOffer());
beforeEach(() => {
  isStandalone = false;
  // The test window has no matchMedia.
  const answer = (query: string) => ({ matches: isStandalone && query.includes('standalone') });
  Object.defineProperty(window, 'matchMedia', { value: answer, configurable: true });
  itIs(start);
});
// What a browser has offered in one test is not for the next.
afterEach(async () => {
  await install();
  Reflect.deleteProperty(window, 'matchMedia');
});

function itIs(now: number): void {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());
}

/** The event of Chromium when it can install the page. */
function offer(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(async () => ({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  });
  act(() => void dispatchEvent(event));
  return { prompt, event };
}

function onIos(): void {
  const name = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(name);
  onTestFinished(() => agent.mockRestore());
}

it('the invitation appears only after the browser’s offer, and replaces the browser’s prompt', async () => {
  const { user } = renderInApp(<InstallInvite />);
  expect(screen.queryByText(NAME)).toBeNull();
  const { prompt, event } = offer();
  expect(event.defaultPrevented).toBe(true);
  expect(screen.getByText(NAME)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Instalar' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText(NAME)).toBeNull());
});

it.each([
  ['is not asked again within 60 days', 59, false],
  ['may be asked once more after them', 61, true],
])("a person who pressed 'Agora não' %s", async (_, days, isAsked) => {
  offer();
  const { user } = renderInApp(<InstallInvite />);
  await user.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(screen.queryByText(NAME)).toBeNull();
  itIs(start + days * DAY_MS);
  renderInApp(<InstallInvite />);
  expect(screen.queryByText(NAME) !== null).toBe(isAsked);
});

it('on an iPhone the invitation explains the menu of Safari, without a button', () => {
  onIos();
  renderInApp(<InstallInvite />);
  expect(screen.getByText(/toque em Compartilhar e depois em “Adicionar à Tela de Início”/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Agora não' })).toBeDefined();
});

it.each([
  ['on an iPhone', onIos],
  ['in Chromium', () => void offer()],
])('no invitation is shown to a person who has the app installed, %s', (_, device) => {
  isStandalone = true;
  device();
  renderInApp(<InstallInvite />);
  expect(screen.queryByText(NAME)).toBeNull();
});

it.each([
  [2, false],
  [3, true],
])('home asks after %i days of study: %s', async (days, isAsked) => {
  signedIn();
  fakeServer();
  offer();
  const calendar = Array.from({ length: 35 }, (_, place) => ({
    day: new Date(start - (34 - place) * DAY_MS).toISOString().slice(0, 10),
    studied: place >= 35 - days,
  }));
  const dashboard = {
    ...{ enrollmentCount: 0, recentQuizAttempts: [], subjects: [], calendar, today: '2026-11-16', isFirstDay: false },
    ...{ studyStreak: days, longestStreak: days, studiedToday: true, access: { active: false, endsOn: null } },
    ...{ courses: [], quizzes: { taken: 0, passed: 0, history: [] }, progress: { percent: 0, done: 0, total: 0 } },
    week: { days: [], seconds: 0, goalHours: 10, goalChosen: true },
  } as unknown as StudentDashboard;
  await act(async () => {
    renderInApp(<HomeSections dashboard={dashboard} hasExamAbove={false} examName={null} exams={null} />);
    await import('./install-invite.tsx');
  });
  if (isAsked) await screen.findByText(NAME);
  else expect(screen.queryByText(NAME)).toBeNull();
});
