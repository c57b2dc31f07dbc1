import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { checkBank } from '#contract/money/charges.ts';
import { type AdminPayment, rejectPayment } from '#contract/money/payments.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { RejectDialog } from './reject-dialog.tsx';

const payment: AdminPayment = {
  id: 1,
  paymentCode: '7KQ2M0XRW91TB3HN',
  status: 'analyzing',
  amount: 29_700,
  pixCode: '',
  createdAt: '2026-11-15T12:00:00.000Z',
  updatedAt: '2026-11-15T12:00:00.000Z',
  proofUploadedAt: null,
  rejectionReason: null,
  userId: null,
  proofUrl: null,
  approvedBy: null,
  approvedAt: null,
  answerDueAt: null,
  heldByProvider: null,
  method: 'pix_proof',
  offer: { id: 1, name: 'Acesso completo' },
  fullAmount: 29_700,
  coupon: null,
  note: null,
  analysisByHolder: null,
  received: { total: 0, byBank: 0, isByProof: false },
  refundParts: [],
  refundedCents: 0,
  refundRest: 29_700,
  pseudonym: null,
  refund: null,
  proofs: [],
  user: { firstName: 'Ana', lastName: 'Fila', email: 'ana@exemplo.com.br', status: 'pending' },
};

const refusals = ({ calls }: ReturnType<typeof fakeServer>) => calls.filter(({ path }) => path === rejectPayment.path);

function open(byBank = 0) {
  const server = fakeServer();
  const received = { ...payment.received, total: byBank, byBank };
  server.on(checkBank, answers.json({ payment: { ...payment, received }, isAsked: true, isAnswered: true }));
  const onClose = vi.fn();
  const onRejected = vi.fn();
  const part = renderInApp(<RejectDialog payment={payment} onClose={onClose} onRejected={onRejected} />);
  return {
    ...part,
    server,
    onClose,
    onRejected,
    reason: () => screen.getByLabelText<HTMLTextAreaElement>('Motivo da recusa *'),
    confirm: () => screen.getByRole<HTMLButtonElement>('button', { name: /Confirmar Recusa|Recusando/ }),
    cancel: () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cancelar' }),
    toast: () => screen.getByText('Erro ao recusar').parentElement?.textContent,
  };
}

it('the dialog shows the money that the bank reports at this moment', async () => {
  open(29_700);
  expect((await screen.findByText('R$ 297,00', { selector: 'b' })).parentElement?.textContent).toBe(
    'No banco, agora: R$ 297,00.',
  );
});

describe('the reason', () => {
  it('has the focus, beside what is refused', async () => {
    const { reason } = open();
    await waitFor(() => expect(document.activeElement).toBe(reason()));
    const dialog = screen.getByRole('dialog', { name: 'Recusar Pagamento' });
    expect(dialog.textContent).toContain('Ana Fila');
    expect(dialog.textContent).toMatch(/R\$\s297,00/);
  });

  it('must not be blank, by button or by key', async () => {
    const { server, user, reason, confirm } = open();
    expect(confirm().disabled).toBe(true);
    await user.type(reason(), '   {Control>}{Enter}{/Control}');
    expect(confirm().disabled).toBe(true);
    expect(refusals(server)).toEqual([]);
  });

  it('can be a ready one, which may be edited', async () => {
    const { server, user, reason, confirm, onRejected } = open();
    server.on(rejectPayment, answers.json({ ...payment, status: 'rejected' }));
    await user.click(screen.getByRole('button', { name: 'Ilegível' }));
    await user.click(screen.getByRole('button', { name: 'Valor diferente' }));
    expect(document.activeElement).toBe(reason());
    await user.type(reason(), ' Faltaram R$ 20,00.');
    await user.click(confirm());
    await waitFor(() => expect(onRejected).toHaveBeenCalled());
    const text =
      'O valor do comprovante é diferente do valor da matrícula. Fale com o suporte para acertar a diferença. Faltaram R$ 20,00.';
    expect(refusals(server).map(({ body }) => body)).toEqual([{ paymentCode: payment.paymentCode, reason: text }]);
  });

  it('has at most a thousand characters', async () => {
    const { user, reason } = open();
    await user.click(reason());
    await user.paste('x'.repeat(1001));
    expect(reason().value).toHaveLength(1000);
  });

  it.each(['button', 'Ctrl+Enter', 'Cmd+Enter'])('is sent trimmed by %s, and the dialog is done', async (way) => {
    const { server, user, reason, confirm, onRejected } = open();
    server.on(rejectPayment, answers.json({ ...payment, status: 'rejected' }));
    await user.type(reason(), ' Valor errado{Enter}');
    if (way === 'button') await user.click(confirm());
    else await user.keyboard(way === 'Ctrl+Enter' ? '{Control>}{Enter}{/Control}' : '{Meta>}{Enter}{/Meta}');
    await waitFor(() => expect(onRejected).toHaveBeenCalledWith(payment));
    expect(refusals(server).map(({ body }) => body)).toEqual([
      { paymentCode: payment.paymentCode, reason: 'Valor errado' },
    ]);
    expect(screen.getByText('O aluno foi notificado sobre a recusa.')).toBeTruthy();
    expect(reason().value).toBe('');
  });
});

describe('a failure', () => {
  it.each([
    ['of the server', answers.error(500, 'internal', 'Algo deu errado.'), 'Não foi possível recusar o pagamento.'],
    ['of a proxy', answers.proxyPage(502), 'Não foi possível recusar o pagamento.'],
    ['of the network', answers.offline, 'Não foi possível recusar o pagamento.'],
    [
      'of who was later',
      answers.error(409, 'state_conflict', 'Este pagamento já foi aprovado.', { status: 'approved' }),
      'Este pagamento já foi aprovado.',
    ],
  ])('%s is shown, and keeps what was typed', async (_, answer, text) => {
    const { server, user, reason, confirm, toast, onRejected, onClose } = open();
    server.on(rejectPayment, answer);
    await user.type(reason(), 'Valor errado');
    await user.click(confirm());
    await waitFor(() => expect(toast()).toContain(text));
    expect(reason().value).toBe('Valor errado');
    expect(confirm().disabled).toBe(false);
    expect([onRejected.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  });
});

it('while it is sent takes no second press, and is not left', async () => {
  const { server, user, reason, confirm, cancel, onClose, onRejected } = open();
  const { promise, answer } = later();
  server.on(rejectPayment, promise);
  await user.type(reason(), 'Valor errado{Control>}{Enter}{Enter}{/Control}');
  expect(confirm().textContent).toContain('Recusando...');
  expect(confirm().getAttribute('aria-busy')).toBe('true');
  expect(cancel().disabled).toBe(true);
  await user.click(confirm());
  await user.keyboard('{Escape}');
  expect(refusals(server)).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
  answer(answers.json({ ...payment, status: 'rejected' }));
  await waitFor(() => expect(onRejected).toHaveBeenCalledTimes(1));
});

it('the dialog is closed by Cancelar and Escape', async () => {
  const { user, cancel, onClose } = open();
  await user.click(cancel());
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
