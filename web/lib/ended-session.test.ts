import { beforeEach, expect, test, vi } from 'vitest';
import { forgetEndedSession, noteEndedSession, noteLogout, noteWhyEnded, readEndedSession } from './ended-session.ts';

function area(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

beforeEach(() => {
  forgetEndedSession();
  vi.stubGlobal('sessionStorage', area());
  vi.stubGlobal('localStorage', area());
  vi.stubGlobal('location', { pathname: '/study', search: '?materia=1', hash: '#fim' });
});

test('an ended session is stored with its screen until the next login', () => {
  noteEndedSession();
  expect(readEndedSession()).toEqual({ from: '/study?materia=1#fim', because: 'ended' });
  forgetEndedSession();
  expect(readEndedSession()).toBeNull();
});

test('a logout in another tab is the reason in this one', () => {
  noteLogout();
  expect(readEndedSession()).toBeNull();
  noteEndedSession();
  expect(readEndedSession()).toMatchObject({ because: 'left' });
});

test('the reason of the server takes precedence over that of the browser', () => {
  noteLogout();
  noteEndedSession('password_changed');
  expect(readEndedSession()).toMatchObject({ because: 'password_changed' });
});

test('a page opened with the cookie of an ended session gets the reason, and leads back only to an open screen', () => {
  noteWhyEnded('blocked');
  expect(readEndedSession()).toEqual({ from: null, because: 'blocked' });
  noteEndedSession();
  noteWhyEnded('everywhere');
  expect(readEndedSession()).toEqual({ from: '/study?materia=1#fim', because: 'everywhere' });
});

test.each(['{"broken', '{"from":"//evil.example","because":"ended"}', '{"from":"https://evil.example"}', '7'])(
  'a stored value that this product did not write leads nowhere: %s',
  (text) => {
    sessionStorage.setItem('sessionEnded', text);
    expect(readEndedSession()).toBeNull();
  },
);

test('without browser storage an ended session is stored as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('localStorage', undefined);
  noteLogout();
  expect(readEndedSession()).toBeNull();
  noteEndedSession('device');
  expect(readEndedSession()).toMatchObject({ because: 'device' });
  forgetEndedSession();
  expect(readEndedSession()).toBeNull();
});
