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

test('a session that ended is remembered with its place until somebody logs in', () => {
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

test('the reason that the server gives stands above what this browser believes', () => {
  noteLogout();
  noteEndedSession('password_changed');
  expect(readEndedSession()).toMatchObject({ because: 'password_changed' });
});

test('a page opened with the cookie of an ended session learns why, and leads back only to a screen that was open', () => {
  noteWhyEnded('blocked');
  expect(readEndedSession()).toEqual({ from: null, because: 'blocked' });
  noteEndedSession();
  noteWhyEnded('everywhere');
  expect(readEndedSession()).toEqual({ from: '/study?materia=1#fim', because: 'everywhere' });
});

test.each(['{"broken', '{"from":"//evil.example","because":"ended"}', '{"from":"https://evil.example"}', '7'])(
  'what somebody else wrote there leads nowhere: %s',
  (text) => {
    sessionStorage.setItem('sessionEnded', text);
    expect(readEndedSession()).toBeNull();
  },
);

test('without any storage it is remembered as long as the page, and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('localStorage', undefined);
  noteLogout();
  expect(readEndedSession()).toBeNull();
  noteEndedSession('device');
  expect(readEndedSession()).toMatchObject({ because: 'device' });
  forgetEndedSession();
  expect(readEndedSession()).toBeNull();
});
