import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Route } from 'wouter';
import { type Certificate, verifyCertificate } from '#contract/content/certificates.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CertificateScreen from './certificate-screen.tsx';

const certificate: Certificate = {
  code: 'ABCDEFGHJKLM',
  courseTitle: 'Soldado PM',
  studentName: 'Ana Lima',
  instructorName: null,
  minutes: 60,
  completedAt: '2026-11-15T12:00:00.000Z',
  revokedAt: null,
};

/** One of a browser's abilities, until the test is over. */
function has(name: 'share' | 'clipboard', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}

async function open() {
  fakeServer().on(verifyCertificate, answers.json(certificate));
  const { user } = renderInApp(
    <Route path="/certificates/:code" component={CertificateScreen} />,
    '/certificates/ABCD',
  );
  return { user, button: await screen.findByRole('button', { name: 'Compartilhar' }) };
}
const named = (name: string) => Object.assign(new Error('no'), { name });
const address = () => expect.stringContaining(`/${certificate.code}`);

it('is shared by the device where that can, by the same button that stands in the document', async () => {
  const share = vi.fn(async () => undefined);
  has('share', share);
  const { user, button } = await open();
  await user.click(button);
  expect(share).toHaveBeenCalledWith({ title: 'Certificado: Soldado PM', url: address() });
});

it('the address of the certificate is copied where the device cannot share', async () => {
  const { user, button } = await open();
  const writeText = vi.fn(async () => undefined);
  has('clipboard', { writeText });
  await user.click(button);
  expect(writeText).toHaveBeenCalledWith(address());
  expect(await screen.findByText('Endereço copiado')).toBeDefined();
});

it.each([
  ['a sheet that was closed', named('AbortError'), false],
  ['a refusal', named('NotAllowedError'), true],
])('%s shows a message only where it is a failure', async (_, error, isTold) => {
  has('share', async () => Promise.reject(error));
  const { user, button } = await open();
  await user.click(button);
  expect(screen.queryByText('Não foi possível compartilhar') !== null).toBe(isTold);
});
