import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { beginGoogleLogin, finishGoogleLogin } from '#contract/people/google.ts';
import { takePathBeforeGoogle } from '#web/features/people/google/google.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import GoogleLogin from './google-login.tsx';

const ana = { id: 'a', username: 'ana', firstName: 'Ana' };

afterEach(() => {
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

function open(address: string) {
  history.replaceState(null, '', address);
  const [onEnter, onRefuse] = [vi.fn(), vi.fn()];
  const server = fakeServer();
  server.on(finishGoogleLogin, answers.json(ana));
  const { user } = renderInApp(<GoogleLogin onEnter={onEnter} onRefuse={onRefuse} />);
  return { server, user, onEnter, onRefuse };
}

test('a return from Google logs in once, and the token is removed from the address', async () => {
  const { server, onEnter } = open('/auth#google=done');
  await screen.findByText('Continuar com o Google');
  await waitFor(() => expect(onEnter.mock.calls[0]?.[0]).toEqual(ana));
  expect(server.calls).toHaveLength(1);
  expect(location.hash).toBe('');
});

test('a refusal by Google, or a plain visit, makes no request', () => {
  for (const address of ['/auth', '/auth#google=cancelled', '/auth#google=failed', '/auth#google=<b>']) {
    const { server, onEnter } = open(address);
    expect([server.calls, onEnter.mock.calls]).toEqual([[], []]);
  }
});

test('a refused start of the login is shown', async () => {
  const { server, user, onRefuse } = open('/auth');
  server.on(beginGoogleLogin, answers.error(503, 'unavailable', 'O Google não respondeu.'));
  await user.click(screen.getByRole('button', { name: 'Continuar com o Google' }));
  await waitFor(() => expect(onRefuse).toHaveBeenCalled());
});

test('the login returns only to a path of this site, and once', () => {
  for (const [kept, place] of [
    ['/study?tab=2', '/study?tab=2'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['https://evil.example', null],
  ] as const) {
    sessionStorage.setItem('beforeGoogle', kept);
    expect(takePathBeforeGoogle()).toBe(place);
    expect(takePathBeforeGoogle()).toBeNull();
  }
});
