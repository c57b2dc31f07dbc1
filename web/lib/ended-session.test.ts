import { beforeEach, expect, test, vi } from 'vitest';
import { forgetEndedSession, noteEndedSession, noteLogout, readEndedSession } from './ended-session.ts';

function area(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

beforeEach(() => {
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

test.each(['{"broken', '{"from":"//evil.example","because":"ended"}', '{"from":"https://evil.example"}', '7'])(
  'what somebody else wrote there leads nowhere: %s',
  (text) => {
    sessionStorage.setItem('sessionEnded', text);
    expect(readEndedSession()).toBeNull();
  },
);

test('without any storage nothing is remembered and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('localStorage', undefined);
  noteLogout();
  noteEndedSession();
  expect(readEndedSession()).toBeNull();
  forgetEndedSession();
});
