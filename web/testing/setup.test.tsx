import { expect, test } from 'vitest';
import { noteEndedSession, readEndedSession } from '#web/lib/ended-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';

/** The files of a worker share a browser window: what one test leaves there would affect the others. */
test('a test may leave storage, cached answers and an ended session behind', () => {
  localStorage.setItem('left', 'here');
  sessionStorage.setItem('left', 'here');
  queryClient.setQueryData(keys.topics.of(1), 'here');
  document.body.append('here');
  noteEndedSession();
  expect(readEndedSession()).not.toBeNull();
});

test('the next test finds no storage, cached answers or ended session', () => {
  expect([localStorage.length, sessionStorage.length, queryClient.getQueryData(keys.topics.of(1))]).toEqual([
    0,
    0,
    undefined,
  ]);
  expect(document.body.textContent).toBe('');
  expect(readEndedSession()).toBeNull();
});
