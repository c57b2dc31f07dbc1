import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { confirmClaim, type LandingClaim, type LandingClaims, listClaims } from '#contract/school/claims.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import ClaimsScreen from './claims-screen.tsx';

const claim = (more: Partial<LandingClaim>): LandingClaim => ({
  id: 'approvalRate',
  topic: 'approvalRate',
  statements: ['93% dos nossos alunos são aprovados.'],
  parts: ['hero'],
  fields: [{ path: 'hero.claim', text: '93% dos nossos alunos são aprovados.' }],
  state: 'open',
  confirmation: null,
  check: 'Não há como conferir aqui.',
  notRemovable: null,
  counted: null,
  ...more,
});
const law = claim({
  id: 'returnRight',
  topic: 'returnRight',
  statements: ['7 dias de garantia.'],
  notRemovable: 'Direito de arrependimento.',
});
const page = (claims: LandingClaim[]): LandingClaims => ({
  isRequired: true,
  revision: 3,
  isPublished: false,
  claims,
});

test('an administrator confirms a claim with its source by the key M, and a duty by law cannot be removed', async () => {
  const server = fakeServer();
  server.on(listClaims, answers.json(page([claim({}), law])));
  const confirmed = { source: 'turma de 2025', by: 'Marina Farol', at: '2026-11-15T12:00:00.000Z' };
  server.on(confirmClaim, answers.json(page([claim({ state: 'confirmed', confirmation: confirmed }), law])));
  renderInApp(<ClaimsScreen />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Próxima por decidir' }));
  await user.keyboard('m');
  await user.type(screen.getByLabelText('De onde vem este número?'), 'turma de 2025');
  await user.click(screen.getByRole('button', { name: 'É meu, posso provar' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Por decidir, 1' })).toBeTruthy());
  expect(server.calls.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({
    statements: ['93% dos nossos alunos são aprovados.'],
    source: 'turma de 2025',
  });
  const row = within(screen.getByRole('group', { name: /7 dias de garantia/ }));
  expect(row.getByRole<HTMLButtonElement>('button', { name: 'Tirar' }).disabled).toBe(true);
});
