import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type AdminCoupon, createCoupon, updateCoupon } from '#contract/money/coupons.ts';
import { listOffersForAdmin } from '#contract/money/offers.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CouponDialog from './coupon-dialog.tsx';

const standing: AdminCoupon = {
  id: 2,
  code: 'DEZ',
  percent: 10,
  cents: null,
  offerIds: [1],
  validFrom: null,
  validUntil: '2026-12-01',
  usesMax: 50,
  uses: 3,
  reserved: 1,
  version: 2,
  updatedAt: '2026-11-15T12:00:00.000Z',
};

function open(coupon: AdminCoupon | null) {
  queryClient.clear();
  const server = fakeServer();
  server.on(listOffersForAdmin, answers.json([{ id: 1, name: 'Acesso completo' }]));
  const onClose = vi.fn();
  const part = renderInApp(<CouponDialog coupon={coupon} onClose={onClose} onReload={() => {}} />);
  const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const save = () => part.user.click(screen.getByRole('button', { name: /Salvar|Salvando/ }));
  const sent = (path: string) => server.calls.find((one) => one.path === path && one.body)?.body;
  return { ...part, server, onClose, field, save, sent };
}

it('an administrator creates a coupon of an amount for one offer', async () => {
  const { user, server, onClose, field, save, sent } = open(null);
  server.on(createCoupon, answers.json(standing, 201));
  await save();
  expect(await screen.findByText('Um cupom tem de 3 a 20 letras ou números.')).toBeTruthy();
  expect(screen.getByText('Informe de 1 a 100.')).toBeTruthy();
  await user.type(field('Código'), 'bem vindo');
  await user.click(field('Um valor em reais'));
  await user.type(field('Valor do desconto'), '50');
  await user.click(field('Só em algumas'));
  await save();
  expect(await screen.findByText('Escolha ao menos uma oferta.')).toBeTruthy();
  await user.click(await screen.findByLabelText('Acesso completo'));
  await user.clear(field('Código'));
  await user.type(field('Código'), 'bemvindo50');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(createCoupon.path)).toMatchObject({
    code: 'BEMVINDO50',
    percent: null,
    cents: 5_000,
    offerIds: [1],
    validFrom: null,
    validUntil: null,
    usesMax: null,
  });
});

it('a coupon that is edited without a change is sent as it was, without its code', async () => {
  const { server, onClose, save, sent } = open(standing);
  server.on(updateCoupon, answers.json(standing));
  expect(screen.queryByLabelText('Código')).toBeNull();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { id: _, code: __, uses: ___, reserved: ____, updatedAt: _____, ...body } = standing;
  expect(sent('/api/admin/coupons/2')).toEqual(body);
});

it('a code that exists already is reported at its field', async () => {
  const { user, server, field, save } = open(null);
  server.on(
    createCoupon,
    answers.error(409, 'coupon_exists', 'Já existe um cupom com este código.', {
      fields: { code: 'Já existe um cupom com este código.' },
    }),
  );
  await user.type(field('Código'), 'DEZ');
  await user.type(field('Porcentagem'), '10%');
  await save();
  expect(await screen.findByText('Já existe um cupom com este código.')).toBeTruthy();
});
