import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listExams } from '#contract/content/contests.ts';
import { listCourses } from '#contract/content/course-list.ts';
import { type AdminOffer, createOffer, updateOffer } from '#contract/money/offers.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import OfferDialog from './offer-dialog.tsx';

const standing: AdminOffer = {
  id: 7,
  name: 'Acesso completo',
  price: 29_700,
  struckPrice: 69_700,
  nextPrice: null,
  rule: { kind: 'exam_months', count: 3, until: null },
  defaultExamId: null,
  places: 47,
  placesTaken: 12,
  soldFrom: null,
  soldUntil: null,
  isDefault: true,
  courseIds: null,
  corrections: null,
  version: 4,
  updatedAt: '2026-11-15T12:00:00.000Z',
};

function open(offer: AdminOffer | null) {
  queryClient.clear();
  const server = fakeServer();
  server.on(listExams, answers.json([{ id: 3, name: 'Soldado PM', date: '2027-01-31' }]));
  server.on(listCourses, answers.json([{ id: 5, title: 'Direito', isPublished: true }]));
  const onClose = vi.fn();
  const onReload = vi.fn();
  const part = renderInApp(<OfferDialog offer={offer} onClose={onClose} onReload={onReload} />);
  const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const save = () => part.user.click(screen.getByRole('button', { name: /Salvar|Salvando/ }));
  const sent = (path: string) => server.calls.find((one) => one.path === path && one.body)?.body;
  return { ...part, server, onClose, onReload, field, save, sent };
}

it('an administrator creates an offer of some courses for some days', async () => {
  const { user, server, onClose, field, save, sent } = open(null);
  server.on(createOffer, answers.json(standing, 201));
  await user.type(field('Nome'), 'Só Direito');
  await user.type(field('Preço'), '97');
  await user.type(field(/Lugares a este preço/), '20');
  await user.type(field(/Preço depois/), '147,50');
  await user.selectOptions(field('Quanto dura o acesso'), 'days');
  await user.clear(field('Dias de acesso'));
  await user.type(field('Dias de acesso'), '180');
  await user.type(field(/Correções de redação/), '4');
  await user.click(field(/Só alguns cursos/));
  await save();
  expect(await screen.findByText('Escolha ao menos um curso.')).toBeTruthy();
  await user.click(await screen.findByLabelText('Direito'));
  await user.type(field(/À venda até/), '2026-12-20');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(createOffer.path)).toMatchObject({
    name: 'Só Direito',
    price: 9_700,
    struckPrice: null,
    nextPrice: 14_750,
    rule: { kind: 'days', count: 180, until: null },
    defaultExamId: null,
    places: 20,
    soldFrom: null,
    soldUntil: '2026-12-20',
    isDefault: false,
    courseIds: [5],
    corrections: 4,
  });
});

it('an offer that is edited without a change is sent as it was, and the default one has no days of sale', async () => {
  const { server, onClose, save, sent } = open(standing);
  server.on(updateOffer, answers.json(standing));
  expect(screen.queryByLabelText(/À venda até/)).toBeNull();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { id: _, placesTaken: __, updatedAt: ___, ...body } = standing;
  expect(sent('/api/admin/offers/7')).toEqual(body);
});

it('a refused field shows its error, and a change by another person is not overwritten', async () => {
  const { server, onClose, onReload, save, user } = open(standing);
  server.on(
    updateOffer,
    answers.error(400, 'bad_request', 'O preço riscado deve ser maior.', {
      fields: { struckPrice: 'O preço riscado deve ser maior.' },
    }),
  );
  await save();
  expect(await screen.findByText('O preço riscado deve ser maior.')).toBeTruthy();
  server.on(updateOffer, answers.error(409, 'version_conflict', 'Outra pessoa mudou esta oferta.'));
  await save();
  await user.click(await screen.findByRole('button', { name: 'Abrir a versão nova' }));
  expect(onReload).toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
