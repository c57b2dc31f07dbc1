import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { navigate } from 'wouter/use-browser-location';
import { queryClient } from '#web/lib/query-client.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { signedIn } from '#web/testing/signed-in.ts';
import HelpScreen from './help-screen.tsx';

afterEach(() => {
  queryClient.clear();
  act(() => navigate('/'));
});

function visit(at: { path: string; searchPath?: string }, pattern: string, role: 'student' | 'teacher') {
  fakeServer();
  signedIn(role);
  const { hook, searchHook, history } = memoryLocation({ ...at, record: true });
  render(
    <QueryClientProvider client={queryClient}>
      <Router hook={hook} searchHook={searchHook}>
        <Route path={pattern}>{() => <HelpScreen />}</Route>
      </Router>
    </QueryClientProvider>,
  );
  return history.at(-1);
}

const askedFrom = (page: string, role: 'student' | 'teacher') =>
  visit({ path: '/help', searchPath: `de=${page}` }, '/help', role);

it('a link with a page leads to the part about it', () => {
  expect(askedFrom('/mistakes', 'student')).toBe('/help/student#simulados-caderno-de-erros');
});

it('a page of students leads a teacher to the guide of students', () => {
  expect(askedFrom('/quizzes/7', 'teacher')).toBe('/help/student#simulados-comecar');
});

it('a page that no guide speaks of leads to the guide of the reader', () => {
  expect(askedFrom('/nowhere', 'teacher')).toBe('/help/teacher');
});

it('every part of a guide is on the screen under its address', () => {
  visit({ path: '/help/student' }, '/help/:role', 'student');
  screen.getByRole('heading', { level: 1, name: 'Ajuda para alunos' });
  expect(document.getElementById('simulados-caderno-de-erros')?.textContent).toContain('Caderno de erros.');
  expect(document.getElementById('cursos-estudar-offline')?.tagName).toBe('H3');
});

/** The guide of students at this address, and the ids that the screen scrolls to from then on. */
function readAt(address: string) {
  const scrolledTo: string[] = [];
  const spy = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.id);
    return Promise.resolve();
  });
  onTestFinished(() => spy.mockRestore());
  navigate(address);
  fakeServer();
  signedIn('student');
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <Route path="/help/:role">{() => <HelpScreen />}</Route>
    </QueryClientProvider>,
  );
  return { scrolledTo, unmount };
}

it('a part that the palette leads to is scrolled to, also inside the same guide and also twice', () => {
  const { scrolledTo } = readAt('/help/student#simulados-comecar');
  expect(scrolledTo).toEqual(['simulados-comecar']);
  const go = (anchor: string) => act(() => navigate(`/help/student#${anchor}`));
  go('cursos-estudar-offline');
  // The reader has scrolled away and asks for the same part again.
  go('cursos-estudar-offline');
  go('nothing-has-this-address');
  act(() => navigate('/help/student#simulados-comecar', { replace: true }));
  expect(scrolledTo.slice(1)).toEqual(['cursos-estudar-offline', 'cursos-estudar-offline', 'simulados-comecar']);
});

it('a move inside the guide that names no part scrolls nothing, and neither does one after the screen was left', () => {
  const { scrolledTo, unmount } = readAt('/help/student');
  act(() => navigate('/help/student'));
  unmount();
  navigate('/help/student#cursos-estudar-offline');
  expect(scrolledTo).toEqual([]);
});

it('back and forward keep the position that the browser restores', () => {
  const { scrolledTo } = readAt('/help/student#simulados-comecar');
  for (const move of ['popstate', 'hashchange']) act(() => void dispatchEvent(new Event(move)));
  expect(scrolledTo).toEqual(['simulados-comecar']);
});
