import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { countUnread } from '#contract/platform/notifications.ts';
import { countWaiting, type WaitingCounts } from '#contract/school/waiting-counts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { openRoutes } from '#web/router.tsx';
import { schoolRoutes } from '#web/school-routes.tsx';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { userRoutes } from '#web/user-routes.tsx';
import { groups } from './destination-table.tsx';
import { currentPage, destinationsFor, myPagesFor, staffMenuFor, studyMenuFor } from './destinations.ts';
import MeScreen from './me-screen.tsx';
import MobileMenu from './mobile-menu.tsx';
import { type HeaderEntry, hasSideBar, isInner, isMine, navigationFor } from './navigation.ts';
import { parentOf } from './parent-page.ts';
import { schoolParentOf } from './school-parent-page.ts';
import StaffBar, { barPagesFor } from './staff-bar.tsx';
import { tabsFor } from './tab-bar.tsx';
import { menuPagesFor } from './user-menu.tsx';

const roles = ['student', 'teacher', 'secretary', 'admin'] as const;
const guardsOf = {
  student: [undefined],
  teacher: [undefined, 'teacher', 'publish'],
  secretary: [undefined, 'office'],
  admin: [undefined, 'teacher', 'publish', 'office', 'admin'],
} as const;

const allRoutes = [...userRoutes, ...schoolRoutes];
const addressOf = (path: string) => path.replaceAll(/:\w+/g, '1');
/** The addresses that a role may open. */
const addressesFor = (role: (typeof roles)[number]) =>
  allRoutes
    .filter(({ guard }) => (guardsOf[role] as readonly unknown[]).includes(guard))
    .map(({ path }) => addressOf(path));
const ofEverybody = allRoutes.filter(({ guard }) => guard === undefined).map(({ path }) => addressOf(path));

const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);
const pathsOf = (entries: readonly { path: string }[]) => entries.map(({ path }) => path);
const marked = (entries: HeaderEntry[], location: string) =>
  labels(entries.filter(({ isActive }) => isActive(location)));
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.trim());
const counts: WaitingCounts = {
  essays: 9,
  reports: 6,
  doubts: 4,
  comments: 0,
  proofs: 120,
  bank: 3,
  teachers: 0,
  examTime: 0,
};

function serve() {
  const server = fakeServer();
  server.on(countWaiting, answers.json(counts));
  server.on(countUnread, answers.json({ unread: 2 }));
}

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

describe('the table of pages', () => {
  const all = Object.values(groups).flatMap(({ pages }) => pathsOf(pages));

  it('lists every page without parameters exactly once', () => {
    expect(new Set(all).size).toBe(all.length);
    // A form, in no menu: the palette lists it under 'Fazer'. 'Eu' is the page that lists the group of that name.
    const others = ['/teacher/quizzes/bank/new', '/me'];
    const pages = [...allRoutes, ...openRoutes.filter(({ path }) => path === '/help')].map(({ path }) => path);
    expect(all.toSorted()).toEqual(pages.filter((path) => !path.includes(':') && !others.includes(path)).toSorted());
  });

  it.each(roles)('gives a %s every page that the role may open, and no other', (role) => {
    const user = signedIn(role);
    const may = addressesFor(role);
    const led = pathsOf(destinationsFor(user));
    expect(led.filter((path) => !may.includes(path) && path !== '/help')).toEqual([]);
    const ofTheRole = allRoutes
      .filter(({ path, guard }) => guard !== undefined && !path.includes(':'))
      .map(({ path }) => path)
      .filter((path) => may.includes(path) && path !== '/teacher/quizzes/bank/new');
    expect(ofTheRole.filter((path) => !led.includes(path))).toEqual([]);
    // The palette identifies its options by their labels.
    expect(new Set(labels(destinationsFor(user))).size).toBe(led.length);
  });

  it.each(roles)('contains every page that the lists of a %s lead to', (role) => {
    const user = signedIn(role);
    const lists = [
      ...studyMenuFor(user).flatMap(({ pages }) => pages),
      ...staffMenuFor(user).flatMap(({ pages }) => pages),
      ...menuPagesFor(user),
      ...myPagesFor(user),
      ...barPagesFor(user),
      ...navigationFor(user),
    ];
    const led = pathsOf(destinationsFor(user));
    expect(pathsOf(lists).filter((path) => !led.includes(path))).toEqual([]);
  });

  it('has each page of a student in one group of the header, whose entry is current there', () => {
    const user = signedIn();
    const header = navigationFor(user);
    for (const [index, { pages }] of studyMenuFor(user).entries())
      for (const { path } of pages) expect(marked(header, path), path).toEqual([header[index]?.label]);
    for (const { path } of myPagesFor(user)) expect(isMine(path), path).toBe(true);
  });

  it.each(roles)('knows the page that each address of a %s belongs to', (role) => {
    const user = signedIn(role);
    for (const address of addressesFor(role).filter((path) => path !== '/me')) {
      const page = currentPage(user, address);
      expect(page?.parent, address).toBeUndefined();
      // A page of students without an entry for this role is current in no menu.
      if (ofEverybody.includes(address)) continue;
      expect(page, address).toBeDefined();
    }
    expect(currentPage(signedIn('admin'), '/teacher/quizzes/bank/7')?.path).toBe('/teacher/quizzes/bank');
    expect(currentPage(signedIn('admin'), '/admin/payments/cases')?.path).toBe('/admin/payments/statements');
    expect(currentPage(signedIn('admin'), '/teacher/courses/1/map')?.path).toBe('/teacher');
    expect(currentPage(signedIn(), '/articles/7')?.path).toBe('/study');
  });
});

describe('the header', () => {
  it('has the entries of the specification by role, and two more for students', () => {
    expect(roles.map((role) => labels(navigationFor(signedIn(role))))).toEqual([
      ['Dashboard', 'Estudar', 'Questões', 'Simulados'],
      ['Dashboard', 'Estudar', 'Publicar'],
      ['Dashboard', 'Usuários', 'Pagamentos'],
      ['Dashboard', 'Estudar', 'Publicar', 'Usuários', 'Pagamentos'],
    ]);
  });

  it.each(['student', 'teacher', 'admin'] as const)('has one current entry on every page of a %s', (role) => {
    const entries = navigationFor(signedIn(role));
    for (const path of ofEverybody)
      expect([...marked(entries, path), ...(isMine(path) ? ['Eu'] : [])], path).toHaveLength(1);
  });

  it('has a back link to an existing page on every page that is in no bar', () => {
    const known = [...allRoutes, ...openRoutes].map(({ path }) => addressOf(path));
    for (const user of roles.map(signedIn))
      for (const { path } of user.role === 'student' ? tabsFor(user) : barPagesFor(user))
        expect(isInner(path), path).toBe(false);
    for (const path of known.filter(isInner)) {
      const { path: parent } = /^\/(teacher|admin)/.test(path) ? schoolParentOf(path) : parentOf(path);
      expect(known, path).toContain(parent);
      expect(parent, path).not.toBe(path);
    }
    expect(parentOf('/articles/7')).toEqual({ path: '/study', label: 'Voltar para Central de Estudos' });
    expect(parentOf('/quizzes/7/attempts/9').path).toBe('/quizzes/7');
    expect(parentOf('/exams/3/map').path).toBe('/');
    expect(parentOf('/exams/3/map/topics/4').path).toBe('/exams/3/map');
    expect(parentOf('/courses/2').path).toBe('/courses');
    expect(parentOf('/laws/5/art5').path).toBe('/laws/5');
    expect(parentOf('/laws/5').path).toBe('/laws');
    expect(parentOf('/laws').path).toBe('/study');
    expect(parentOf('/essays/6').path).toBe('/essays');
  });
});

describe('the menus of the staff', () => {
  it('have four groups with the pages of an admin, and fewer for others', () => {
    const menu = (role: (typeof roles)[number]) =>
      staffMenuFor(signedIn(role)).map(({ label, pages }) => [label, labels(pages)]);
    expect(menu('admin')).toEqual([
      [
        'Ensinar',
        ['Aulas', 'Cursos', 'Leis da escola', 'Questões', 'Redações', 'Simulados', 'Assuntos', 'Editais', 'Imagens'],
      ],
      ['Acompanhar', ['Dúvidas', 'Comentários', 'Relatórios']],
      ['Vender', ['Pagamentos', 'Conciliação', 'Ofertas e cupons', 'Financeiro', 'Página de vendas', 'Amostra grátis']],
      [
        'Escola',
        ['Usuários', 'Pedidos de tempo a mais', 'Avisos', 'Provas', 'Configurações da escola', 'Auditoria', 'Sistema'],
      ],
    ]);
    expect(menu('secretary')).toEqual([
      ['Vender', ['Pagamentos', 'Conciliação', 'Ofertas e cupons', 'Financeiro']],
      ['Escola', ['Usuários', 'Pedidos de tempo a mais', 'Avisos']],
    ]);
    expect(menu('teacher').map(([label]) => label)).toEqual(['Ensinar', 'Acompanhar', 'Vender']);
    expect(menu('student')).toEqual([]);
  });

  it('are beside every page of the staff and beside no page of a student', () => {
    for (const role of ['teacher', 'secretary', 'admin'] as const) {
      const own = addressesFor(role).filter((path) => !ofEverybody.includes(path));
      for (const path of [...own, '/']) expect(hasSideBar(signedIn(role), path), path).toBe(true);
      expect(hasSideBar(signedIn(role), '/study')).toBe(false);
    }
    for (const { path } of schoolRoutes) expect(hasSideBar(signedIn(), path)).toBe(false);
  });

  it('are five entries at the bottom of a small window, with pending items, and one is current', async () => {
    serve();
    let opened = 0;
    const { user } = renderInApp(<StaffBar user={signedIn('admin')} onOpenAll={() => opened++} />, '/admin/audit');
    const bar = screen.getByRole('navigation', { name: 'Barra de baixo' });
    expect(await within(bar).findByRole('link', { name: /^Pagamentos ?, 120 esperam por você$/ })).toBeDefined();
    expect(within(bar).getByText('99+')).toBeDefined();
    expect(within(bar).getAllByRole('link')).toHaveLength(4);
    const all = within(bar).getByRole('button', { name: 'Tudo' });
    expect(all.getAttribute('aria-current')).toBe('true');
    await user.click(all);
    expect(opened).toBe(1);
    for (const role of ['teacher', 'secretary', 'admin'] as const) expect(barPagesFor(signedIn(role))).toHaveLength(3);
  });
});

describe('the menu of a student on a phone', () => {
  it('lists the pages of study by group and leads to the person, search and notifications', async () => {
    serve();
    const done: string[] = [];
    const { user } = renderInApp(
      <MobileMenu
        user={signedIn()}
        onClose={() => done.push('close')}
        onSearch={() => done.push('search')}
        onBell={() => done.push('bell')}
      />,
      '/review',
    );
    const sheet = screen.getByRole('dialog', { name: 'Menu' });
    expect(linksIn(within(sheet).getByRole('navigation', { name: 'Menu' }))).toEqual([
      'Plano de hoje',
      'Edital',
      'Aulas',
      'Cursos',
      'Leis',
      'Redação',
      'Minhas anotações',
      'Treino',
      'Revisão',
      'Cadernos',
      'Caderno de erros',
      'Meus cartões',
      'Simulados',
    ]);
    expect(within(sheet).getByRole('link', { current: 'page', name: 'Revisão' })).toBeDefined();
    expect(
      within(sheet)
        .getByRole('link', { name: /^Ana Lima/ })
        .getAttribute('href'),
    ).toBe('/me');
    await user.click(await within(sheet).findByRole('button', { name: 'Notificações: 2 novas' }));
    await user.click(within(sheet).getByRole('button', { name: 'Buscar ou ir para' }));
    expect(done).toEqual(['close', 'bell', 'close', 'search']);
  });

  it("ends in 'Eu', whose page and menu list the same pages in the same order", () => {
    serve();
    const person = signedIn();
    renderInApp(<MeScreen />, '/me');
    const list = screen.getByRole('region', { name: 'Eu' });
    const own = ['Minha conta', 'Minha compra', 'Certificados', 'Aulas baixadas', 'Ajuda'];
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => own.find((label) => textContent?.startsWith(label))),
    ).toEqual(own);
    // The menu of the specification also has the settings, which are on 'Minha conta'.
    expect(labels(menuPagesFor(person))).toEqual(own.toSpliced(1, 0, 'Configurações'));
    expect(screen.getByRole('button', { name: 'Sair deste aparelho' })).toBeDefined();
  });
});
