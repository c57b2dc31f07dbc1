import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/platform/users.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Guard, Route } from '#web/route.ts';
import { schoolRoutes } from '#web/school-routes.tsx';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { Guarded } from './guards.tsx';

const mayOpen: Record<Guard, readonly Role[]> = {
  teacher: ['teacher', 'admin'],
  publish: ['teacher', 'admin'],
  office: ['secretary', 'admin'],
  admin: ['admin'],
};
const refusals: Record<Guard, string> = {
  teacher: 'Você não tem permissão para acessar a área do professor.',
  publish: 'Acesso restrito a administradores e professores.',
  office: 'Apenas administradores podem acessar esta página.',
  admin: 'Apenas administradores podem acessar esta página.',
};
/** The pages of the specification, with the time until the redirect. */
const redirects: Record<string, number> = { '/teacher': 500, '/admin/users': 1000, '/admin/payments': 1000 };

const cases = schoolRoutes.flatMap((route) =>
  (['student', 'teacher', 'secretary', 'admin'] as const).map((role) => ({ path: route.path, role, route })),
);

function open(route: Route, role: Role) {
  const address = route.path.replaceAll(/:\w+/g, '1');
  signedIn(role);
  return renderInApp(<Guarded route={route}>conteúdo</Guarded>, address);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

describe('a page of the school', () => {
  it('always has a guard', () => {
    expect(schoolRoutes.filter(({ guard }) => guard === undefined)).toEqual([]);
  });

  it.each(cases)('$path shows a $role its content, or only the refusal of that page', ({ path, role, route }) => {
    const { path: where } = open(route, role);
    const start = where();
    act(() => void vi.advanceTimersByTime(999));
    const isOpen = mayOpen[route.guard as Guard].includes(role);
    expect(screen.queryByText('conteúdo') !== null).toBe(isOpen);
    expect(screen.queryAllByText(refusals[route.guard as Guard]).length > 0).toBe(!isOpen);
    const redirectMs = isOpen ? undefined : redirects[path];
    if (redirectMs === 500) expect(where()).toBe('/');
    else expect(where()).toBe(start);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(where()).toBe(redirectMs === undefined ? start : '/');
    const isInPlace = !isOpen && redirectMs === undefined && path !== '/admin/publish';
    expect(screen.queryByRole('heading', { name: 'Acesso negado' }) !== null).toBe(isInPlace);
    expect(screen.queryByRole('link', { name: 'Voltar ao início' }) !== null).toBe(isInPlace);
  });

  it('for publishing shows only the specified sentence to other roles', () => {
    const route = schoolRoutes.find(({ path }) => path === '/admin/publish');
    if (!route) throw new Error('The publishing page is gone.');
    open(route, 'student');
    expect(screen.getByText('Acesso restrito a administradores e professores.')).toBeDefined();
  });
});
