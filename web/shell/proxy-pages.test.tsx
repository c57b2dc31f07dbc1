import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Route } from 'wouter';
import { verifyCertificate } from '#contract/content/certificates.ts';
import { type CourseDetail, createCourse, enroll } from '#contract/content/courses.ts';
import { setWeeklyGoal } from '#contract/content/study-time.ts';
import { deleteSubject, listSubjects, mergeSubject, renameSubject } from '#contract/content/subjects.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { requestDeletion } from '#contract/people/privacy.ts';
import { changePassword } from '#contract/people/profile.ts';
import { checkResetLink, resetPassword } from '#contract/people/recovery.ts';
import CertificateScreen from '#web/features/content/certificates/certificate-screen.tsx';
import { EnrollmentCard } from '#web/features/content/courses/enrollment-card.tsx';
import NewCourseDialog from '#web/features/content/courses/new-course-dialog.tsx';
import { SubjectsDialog } from '#web/features/content/lessons/subjects-dialog.tsx';
import { PasswordSettings } from '#web/features/people/accounts/password-settings.tsx';
import ResetPasswordScreen from '#web/features/people/accounts/reset-password-screen.tsx';
import { DeletionCard } from '#web/features/people/privacy/deletion-card.tsx';
import GoalDialog from '#web/features/study/dashboards/goal-dialog.tsx';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';

/** The page of a proxy before the server is never shown, and typed text stays. */
const at = '2026-11-15T12:00:00.000Z';
const course = { id: 1, title: 'Soldado PM', enrollment: null, canEdit: false, isOpen: true, createdAt: at, items: [] };
const subjects = ['Direito', 'Português'].map((name, id) => ({ id: id + 1, name, lessonCount: 0 }));
const UPDATING = 'Estamos atualizando a plataforma. Tente de novo em instantes.';
const TOO_LARGE = 'O que você enviou é grande demais.';
const COURSE = 'Não foi possível criar o curso. Tente novamente.';

type Form = {
  part: ReactNode;
  path?: string;
  hash?: string;
  call: EndpointSpec;
  /** Buttons that open the form. */
  open?: string[];
  typed?: Record<string, string>;
  chosen?: Record<string, string>;
  send?: string;
  /** When the specification requires its own text. */
  says?: string;
};

const forms: Record<string, Form> = {
  'password reset': {
    part: <ResetPasswordScreen />,
    hash: '#t=abc',
    call: resetPassword,
    typed: { 'Nova senha': 'segredo1', 'Confirmar nova senha': 'segredo1' },
    send: 'Salvar nova senha',
  },
  'password change': {
    part: <PasswordSettings />,
    path: '/settings?mudar=senha',
    call: changePassword,
    typed: { 'Senha atual': 'segredo1', 'Nova senha': 'segredo2' },
    send: 'Trocar senha',
  },
  deletion: {
    part: <DeletionCard deletion={null} />,
    call: requestDeletion,
    open: ['Excluir minha conta'],
    typed: { 'Senha atual': 'segredo1' },
    send: 'Excluir em sete dias',
  },
  'new course': {
    part: <NewCourseDialog open onOpenChange={() => undefined} />,
    call: createCourse,
    typed: { Título: 'Soldado' },
    send: 'Criar Curso',
    says: COURSE,
  },
  'weekly goal': {
    part: <GoalDialog hours={10} open onOpenChange={() => undefined} />,
    call: setWeeklyGoal,
    typed: { 'Horas de estudo por semana': '12' },
    send: 'Salvar meta',
  },
  enrolment: {
    part: <EnrollmentCard course={course as unknown as CourseDetail} />,
    call: enroll,
    send: 'Matricular-se',
  },
  'new name of a subject': {
    part: <SubjectsDialog onClose={() => undefined} />,
    call: renameSubject,
    open: ['Renomear Direito'],
    typed: { 'Novo nome': 'Direito Penal' },
    send: 'Salvar nome',
  },
  'merged subjects': {
    part: <SubjectsDialog onClose={() => undefined} />,
    call: mergeSubject,
    open: ['Juntar Direito com outra'],
    chosen: { 'Juntar com': '2' },
    send: 'Juntar matérias',
  },
  'removed subject': {
    part: <SubjectsDialog onClose={() => undefined} />,
    call: deleteSubject,
    open: ['Excluir Direito'],
    send: 'Excluir',
  },
  'code of a certificate': {
    part: <Route path="/certificates/:code" component={CertificateScreen} />,
    path: '/certificates/ABCD-EFGH-JKMN',
    call: verifyCertificate,
  },
};

const all = Object.entries(forms).flatMap(([name, form]) =>
  [502, 413].map((status): [number, string, Form] => [status, name, form]),
);

test.each(all)('a form shows its message when a proxy answers %i: %s', async (status, _, form) => {
  signedIn(form.call === enroll ? 'student' : 'admin');
  const server = fakeServer();
  server.on(checkResetLink, answers.json({ usable: true }));
  server.on(listSubjects, answers.json(subjects));
  server.on(form.call, answers.proxyPage(status));
  location.hash = form.hash ?? '';
  const { user } = renderInApp(form.part, form.path);
  const press = async (name: string) => {
    const dialog = screen.queryByRole('alertdialog');
    const place = dialog ? within(dialog) : screen;
    await user.click(await place.findByRole('button', { name }));
  };
  for (const name of form.open ?? []) await press(name);
  for (const [label, text] of Object.entries(form.typed ?? {})) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
  for (const [label, value] of Object.entries(form.chosen ?? {})) {
    await user.selectOptions(await screen.findByLabelText(label), value);
  }
  if (form.send) await press(form.send);

  expect((await screen.findAllByText(form.says ?? (status === 413 ? TOO_LARGE : UPDATING))).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/<html|nginx|Bad Gateway|Payload|50[0-9]|413/i);
  // No false message: the link still works, nothing has expired, and no password was wrong.
  expect(document.body.textContent).not.toMatch(/outro link|não funciona mais|senha incorreta/i);
  for (const [label, text] of Object.entries(form.typed ?? {})) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    expect(field.value).toBe(text);
    if (field.type === 'password') expect(field.getAttribute('aria-invalid')).not.toBe('true');
  }
});

test('a truncated or extended reset link is reported, and accepts no password', async () => {
  fakeServer();
  location.hash = `#t=${'a'.repeat(201)}`;
  renderInApp(<ResetPasswordScreen />);
  expect((await screen.findByRole('alert')).textContent).toContain('Este link está incompleto');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar nova senha' }).disabled).toBe(true);
});
