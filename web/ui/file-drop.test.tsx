import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { FileDrop } from './file-drop.tsx';

const zone = (of: { busy?: boolean; sent?: number; onFile?: (file: File | undefined) => void }) => (
  <FileDrop
    label="Planilha"
    accept=".csv"
    button="Escolher arquivo"
    hint="Até 2 MB."
    busy={of.busy ?? false}
    sent={of.sent ?? 0}
    readingLabel="Lendo..."
    progressLabel="Envio"
    onFile={of.onFile ?? (() => undefined)}
  >
    Solte aqui
  </FileDrop>
);

const file = new File(['a'], 'a.csv');

it('a file is chosen by the button, or dropped', async () => {
  const onFile = vi.fn();
  const { user } = renderInApp(zone({ onFile }));
  const opened = vi.spyOn(screen.getByLabelText('Planilha'), 'click');
  await user.click(screen.getByRole('button', { name: 'Escolher arquivo' }));
  expect(opened).toHaveBeenCalledOnce();
  await user.upload(screen.getByLabelText('Planilha'), file);
  fireEvent.drop(screen.getByText('Solte aqui'), { dataTransfer: { files: [file] } });
  expect(onFile.mock.calls).toEqual([[file], [file]]);
});

it('while a file is sent and read, the button says so beside the progress', () => {
  renderInApp(zone({ busy: true, sent: 0.4 }));
  expect(screen.getByRole('button').textContent).toContain('Enviando...');
  expect(screen.getByRole('progressbar', { name: 'Envio' }).getAttribute('aria-valuenow')).toBe('40');
});

it('a file that was sent is being read', () => {
  renderInApp(zone({ busy: true, sent: 1 }));
  expect(screen.getByRole('button').textContent).toContain('Lendo...');
});
