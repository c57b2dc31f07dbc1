import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { queryClient } from '#web/lib/query-client.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { signedIn } from '#web/testing/signed-in.ts';
import HelpScreen from './help-screen.tsx';

afterEach(() => queryClient.clear());

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
