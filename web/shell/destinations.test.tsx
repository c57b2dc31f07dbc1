import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listOpenPayments } from '#contract/money/payments.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { schoolRoutes } from '#web/school-routes.tsx';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { userRoutes } from '#web/user-routes.tsx';
import { type Destination, hasSecondLine, isMine, navigationFor } from './navigation.ts';
import { destinationsFor } from './palette.tsx';
import SecondLine, { secondLineFor } from './second-line.tsx';
import { isMe, TabBar, tabsFor } from './tab-bar.tsx';

const roles = ['student', 'teacher', 'admin'] as const;
const pathsFor = (...guards: unknown[]) =>
  [...userRoutes, ...schoolRoutes]
    .filter(({ guard }) => guards.includes(guard))
    .map(({ path }) => path.replaceAll(/:\w+/g, '1'));
const ofEverybody = pathsFor(undefined);
const ofTeachers = pathsFor('teacher', 'publish');
const ofOffice = pathsFor('office');
const ofAdmins = pathsFor('office', 'admin');

const labels = (places: Destination[]) => places.map(({ label }) => label);
const marked = (places: Destination[], location: string) => labels(places.filter(({ isActive }) => isActive(location)));
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.trim());

afterEach(() => queryClient.clear());

describe('the header', () => {
  it('holds the entries of the specification by role, and two more for students', () => {
    expect(roles.map((role) => labels(navigationFor(signedIn(role))))).toEqual([
      ['Dashboard', 'Estudar', 'Questões', 'Simulados'],
      ['Dashboard', 'Estudar', 'Publicar'],
      ['Dashboard', 'Estudar', 'Publicar', 'Usuários', 'Pagamentos'],
    ]);
  });

  it('leads the office to people and payments', () => {
    const secretary = signedIn('secretary');
    expect(labels(navigationFor(secretary))).toEqual(['Dashboard', 'Usuários', 'Pagamentos']);
    expect(labels(tabsFor(secretary))).toEqual(['Hoje', 'Pagamentos', 'Usuários']);
    for (const path of ofOffice) {
      expect(marked(navigationFor(secretary), path), path).toHaveLength(1);
    }
  });

  it.each(roles)('marks one place of a %s wherever they are', (role) => {
    const entries = navigationFor(signedIn(role));
    for (const path of ofEverybody) {
      expect([...marked(entries, path), ...(isMine(path) ? ['Eu'] : [])], path).toHaveLength(1);
    }
  });
});

describe('the second line', () => {
  it('marks one place on every page of the work', () => {
    const user = signedIn('admin');
    for (const path of [...ofTeachers, ...ofAdmins, '/']) {
      expect(hasSecondLine(user, path), path).toBe(true);
      expect(marked(secondLineFor(user, path).entries, path), path).toHaveLength(1);
    }
  });

  it('leads a secretary to every page of the office, and marks one place on each', () => {
    const secretary = signedIn('secretary');
    for (const path of [...ofOffice, '/']) {
      expect(hasSecondLine(secretary, path), path).toBe(true);
      expect(marked(secondLineFor(secretary, path).entries, path), path).toHaveLength(1);
    }
    const paths = secondLineFor(secretary, '/').entries.map(({ path }) => path);
    expect(paths.filter((path) => path !== '/' && !ofOffice.includes(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/admin/payments/statements', '/admin/payments/offers']));
  });

  it('is that of the administration on the home of an admin, that of teaching on the home of a teacher', () => {
    const marksHome = (role: 'admin' | 'teacher') => marked(secondLineFor(signedIn(role), '/').entries, '/');
    expect([marksHome('admin'), marksHome('teacher')]).toEqual([['Visão geral'], ['Cursos']]);
  });

  it('is not there for students, and never that of the administration for teachers', () => {
    for (const path of [...ofTeachers, ...ofAdmins, '/']) expect(hasSecondLine(signedIn(), path)).toBe(false);
    const teacher = signedIn('teacher');
    expect(secondLineFor(teacher, '/admin/users').label).toBe('Publicar');
    renderInApp(<SecondLine user={teacher} />, '/teacher/quizzes/bank/7');
    const line = screen.getByRole('navigation', { name: 'Publicar' });
    expect(linksIn(line)).toEqual([
      'Aulas',
      'Banco de questões',
      'Dúvidas',
      'Redações',
      'Assuntos',
      'Editais',
      'Leis',
      'Simulados',
      'Cursos',
      'Relatórios',
      'Imagens',
      'Amostra grátis',
    ]);
    expect(within(line).getByRole('link', { current: 'page' }).textContent).toBe('Banco de questões');
  });
});

describe('the palette', () => {
  /** Pages that need nothing but their address. */
  const pagesFor = (...guards: unknown[]) =>
    [...userRoutes, ...schoolRoutes]
      .filter(({ path, guard }) => guards.includes(guard) && !path.includes(':'))
      .map(({ path }) => path);

  it.each([
    ['student', pagesFor(undefined)],
    ['teacher', pagesFor('teacher', 'publish')],
    ['secretary', pagesFor('office')],
    ['admin', pagesFor('teacher', 'publish', 'office', 'admin')],
  ] as const)('leads a %s to every page', (role, pages) => {
    const led = destinationsFor(signedIn(role)).map(({ path }) => path);
    // To write and to bring in questions is something to do.
    const toDo = ['/teacher/quizzes/bank/new', '/teacher/quizzes/import'];
    expect(pages.filter((path) => !led.includes(path) && !toDo.includes(path))).toEqual([]);
    expect(new Set(led).size).toBe(led.length);
  });
});

describe('the bar of a phone', () => {
  it('has the places of each role, and marks one of them', () => {
    expect(roles.map((role) => labels(tabsFor(signedIn(role))))).toEqual([
      ['Hoje', 'Estudar', 'Questões', 'Simulados'],
      ['Hoje', 'Aulas', 'Questões', 'Alunos'],
      ['Hoje', 'Pagamentos', 'Usuários', 'Publicar'],
    ]);
    const marks = (role: (typeof roles)[number], path: string) =>
      marked(tabsFor(signedIn(role)), path).length + Number(isMe(path));
    for (const path of ofEverybody) expect(marks('student', path), path).toBe(1);
    for (const path of ofTeachers) expect(marks('teacher', path), path).toBe(1);
    for (const path of [...ofAdmins, ...ofTeachers]) expect(marks('admin', path), path).toBe(1);
  });

  it('says how many payments wait', async () => {
    fakeServer().on(listOpenPayments, { status: 200, text: '[]', headers: { 'X-Total-Count': '6' } });
    renderInApp(<TabBar user={signedIn('admin')} onLogout={() => undefined} />);
    expect(await screen.findByRole('link', { name: /^Pagamentos ?, 6 esperam por você$/ })).toBeDefined();
  });

  it("opens what is the person's own", async () => {
    let left = 0;
    const { user } = renderInApp(<TabBar user={signedIn()} onLogout={() => left++} />);
    await user.click(screen.getByRole('button', { name: 'Eu' }));
    const sheet = await screen.findByRole('dialog', { name: 'Ana Lima' });
    expect(linksIn(sheet)).toEqual([
      'Minhas anotações',
      'Certificados',
      'Minha compra',
      'Perfil',
      'Segurança',
      'Configurações',
      'Ajuda',
      'Ajuda por e-mail',
    ]);
    // The sheet takes presses a moment after it is there.
    await vi.waitFor(() => user.click(within(sheet).getByRole('button', { name: 'Sair' })));
    expect(left).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
