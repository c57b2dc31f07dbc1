import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listSubjects } from '#contract/content/subjects.ts';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { plainRules, type QuizRules, saveRules } from '#contract/exams/exam-rules.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { breakEven } from './rules-draft.ts';
import { RulesForm } from './rules-form.tsx';

const stored: QuizRules = {
  id: 7,
  title: 'Simulado 8',
  revision: 3,
  isPublished: false,
  hasUnpublishedChanges: false,
  passingScore: 70,
  questionCount: 60,
  subjects: [
    { subjectId: 1, name: 'Língua Portuguesa', questionCount: 40 },
    { subjectId: 2, name: 'Raciocínio Lógico', questionCount: 20 },
  ],
  rules: null,
  conduct: plainConduct,
  updatedAt: '2026-11-15T12:00:00.000Z',
};

function open(wish: Partial<QuizRules> = {}) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(listSubjects, answers.json([]));
  server.on(saveRules, answers.json({ ...stored, ...wish, revision: 4, rules: plainRules }));
  const part = renderInApp(<RulesForm stored={{ ...stored, ...wish }} />);
  return { ...part, sent: () => server.calls.filter(({ path }) => path.endsWith('/rules')) };
}

it('the form starts with a preset, every field of which can be changed', async () => {
  const { sent, user } = open();
  await user.click(screen.getByRole('button', { name: /Cebraspe/ }));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Corrigir por regras próprias' }).checked).toBe(true);
  screen.getByText(/Chutar vale mais .* passa de 50%/);
  const first = screen.getByRole('group', { name: 'Mínimo 1' });
  await user.clear(within(first).getByLabelText('Bloco'));
  await user.type(within(first).getByLabelText('Bloco'), 'Básicos');
  await user.click(within(first).getByRole('checkbox', { name: 'Raciocínio Lógico' }));
  await user.click(screen.getByRole('button', { name: /Remover\s*mínimo 2/ }));
  await user.clear(screen.getByLabelText('Errada'));
  await user.type(screen.getByLabelText('Errada'), '−0,5');
  await user.clear(screen.getByLabelText('Peso de Raciocínio Lógico'));
  await user.type(screen.getByLabelText('Peso de Raciocínio Lógico'), '2');
  await user.click(screen.getByRole('radio', { name: /deixa de contar/ }));
  await user.type(screen.getByLabelText(/Nota de corte em pontos/), '30');
  await user.click(screen.getByRole('button', { name: 'Salvar regras' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    revision: 3,
    rules: {
      right: 1,
      wrong: -0.5,
      blank: 0,
      annulment: 'dropped',
      weights: [{ subjectId: 2, weight: 2 }],
      minimums: [{ name: 'Básicos', subjectIds: [1, 2], points: 12 }],
      totalMinimum: 18,
      passLine: 30,
      tieBreaks: [{ by: 'wrong', subjectId: null }],
    },
    conduct: plainConduct,
  });
});

it('rules that the contract refuses are not sent, and the invalid field gets the focus', async () => {
  const { sent, user } = open({ rules: plainRules });
  await user.clear(screen.getByLabelText('Certa'));
  await user.type(screen.getByLabelText('Certa'), 'um');
  await user.click(screen.getByRole('button', { name: 'Incluir mínimo' }));
  await user.click(screen.getByRole('button', { name: 'Salvar regras' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Certa')));
  expect(sent()).toHaveLength(0);
});

it('a simulado whose own rules are switched off sends none', async () => {
  const { sent, user } = open({ rules: plainRules });
  await user.click(screen.getByRole('switch', { name: 'Corrigir por regras próprias' }));
  await user.click(screen.getByRole('button', { name: 'Salvar regras' }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ revision: 3, rules: null, conduct: plainConduct }));
});

it('the form saves how the exam is conducted, and refuses missing minutes', async () => {
  const { sent, user } = open();
  await user.click(screen.getByRole('switch', { name: /Foi chute/ }));
  await user.click(screen.getByRole('switch', { name: 'Cartão-resposta no fim' }));
  const minutes = screen.getByLabelText(/Minutos para o cartão/);
  await user.clear(minutes);
  await user.click(screen.getByRole('button', { name: 'Salvar regras' }));
  await waitFor(() => expect(document.activeElement).toBe(minutes));
  await user.type(minutes, '20');
  await user.click(screen.getByRole('switch', { name: /copiar do caderno/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar regras' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    revision: 3,
    rules: null,
    conduct: { ...plainConduct, doubtMark: true, sheet: { minutes: 20, mayCopy: true } },
  });
});

it('the form knows above which chance a guess pays', () => {
  const at = (right: string, wrong: string, blank: string) => breakEven({ right, wrong, blank });
  expect(at('1', '-1', '0')).toBe(50);
  expect(at('1', '−0,25', '0')).toBe(20);
  expect(at('1', '0', '0')).toBeNull();
  expect(at('x', '-1', '0')).toBeNull();
});
