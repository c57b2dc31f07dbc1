import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { uploadProof } from '#contract/money/payments.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ProofUpload } from './proof-upload.tsx';

const CODE = '7KQ2M0XRW91TB3HN';
const received = answers.json({ paymentCode: CODE, status: 'analyzing' });
const photo = (name = 'recibo.png', type = 'image/png', size = 20) => new File([new Uint8Array(size)], name, { type });

function open() {
  const server = fakeServer();
  const part = renderInApp(<ProofUpload code={CODE} />, '/payment');
  const send = () => screen.getByRole('button', { name: /Enviar Comprovante|Enviando/ });
  return {
    ...part,
    server,
    send,
    choose: (file: File) => part.user.upload(screen.getByLabelText('Selecionar arquivo'), file),
    toast: () => screen.getByRole('region', { name: 'Avisos' }),
  };
}

describe('a file that is no proof', () => {
  it.each([
    [
      'too large',
      photo('grande.png', 'image/png', 5_242_881),
      'Arquivo muito grande',
      'O arquivo deve ter no máximo 5MB.',
    ],
    ['empty', photo('vazio.png', 'image/png', 0), 'Arquivo vazio', 'O arquivo está vazio. Escolha outro.'],
    ['of another kind', photo('pagina.svg', 'image/svg+xml'), 'Arquivo não aceito', 'Envie uma imagem ou um PDF.'],
  ])('%s is refused before anything is sent', async (_, file, title, text) => {
    const { server, choose, send, toast } = open();
    await choose(file);
    expect(toast().textContent).toContain(title);
    expect(toast().textContent).toContain(text);
    expect(screen.queryByText(file.name)).toBeNull();
    expect(send()).toHaveProperty('disabled', true);
    expect(server.calls).toEqual([]);
  });

  it.each([
    [
      'the server',
      answers.error(415, 'unsupported_type', 'Envie uma imagem ou um PDF.'),
      'Envie uma imagem ou um PDF.',
    ],
    ['a proxy', answers.proxyPage(413), 'O arquivo deve ter no máximo 5MB.'],
  ])('is refused by %s in one text, and does not wait to be sent again', async (_, answer, text) => {
    const { server, user, choose, send, toast } = open();
    server.on(uploadProof, answer);
    await choose(photo());
    await user.click(send());
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(toast().textContent).toContain(text);
    expect(screen.queryByText('recibo.png')).toBeNull();
    expect(screen.queryByText(/Ele continua aqui|nginx/)).toBeNull();
    expect(send()).toHaveProperty('disabled', true);
    // The next file starts afresh.
    await choose(photo('outro.png'));
    expect(screen.queryAllByText(text).length).toBeLessThan(2);
    expect(send()).toHaveProperty('disabled', false);
  });
});

describe('a failure', () => {
  it('on the server keeps the file, and sends it at the second try', async () => {
    const { server, user, choose, send, toast, path } = open();
    server.on(uploadProof, answers.error(503, 'unavailable', 'Estamos fora do ar.'));
    await choose(photo());
    await user.click(send());
    expect(await screen.findByText('Ele continua aqui: tente de novo.')).toBeTruthy();
    expect(toast().textContent).toContain('Erro ao enviar comprovante. Tente novamente.');
    expect(screen.getByText('recibo.png')).toBeTruthy();
    server.on(uploadProof, received);
    await user.click(send());
    await waitFor(() => expect(path()).toBe('/payment-status'));
    expect(toast().textContent).toContain('Comprovante enviado!');
    expect(server.calls.map(({ body }) => body)).toMatchObject([{ paymentCode: CODE }, { paymentCode: CODE }]);
  });

  it('in the network is shown, and the file stays', async () => {
    const { server, user, choose, send, path } = open();
    server.on(uploadProof, answers.offline);
    await choose(photo());
    await user.click(send());
    expect(await screen.findByText('Ele continua aqui: verifique sua internet e tente de novo.')).toBeTruthy();
    expect(screen.getByText('recibo.png')).toBeTruthy();
    expect(path()).toBe('/payment');
  });

  it('because of too many proofs is shown as such, without a retry', async () => {
    const { server, user, choose, send } = open();
    const text = 'Você já enviou 5 comprovantes. Aguarde a análise ou fale com o suporte.';
    server.on(uploadProof, answers.error(409, 'too_many_proofs', text, { status: 'rejected' }));
    await choose(photo());
    await user.click(send());
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.queryByText(/Ele continua aqui/)).toBeNull();
  });

  it('because the payment is decided leads to its status', async () => {
    const { server, user, choose, send, path } = open();
    const text = 'Este pagamento já foi aprovado.';
    server.on(uploadProof, answers.error(409, 'state_conflict', text, { status: 'approved' }));
    await choose(photo());
    await user.click(send());
    await waitFor(() => expect(path()).toBe('/payment-status'));
  });
});

it('an upload shows its progress, ignores a second press, and can be cancelled', async () => {
  const { server, user, choose, send } = open();
  const { promise, answer } = later();
  server.on(uploadProof, promise);
  await choose(photo());
  await user.click(send());
  expect(screen.getByText('Enviando: 40%')).toBeTruthy();
  expect(send().getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('button', { name: 'Remover arquivo' })).toHaveProperty('disabled', true);
  await user.click(send());
  expect(server.calls).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cancelar envio' }));
  await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull());
  expect(screen.getByText('recibo.png')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  answer(received);
});
