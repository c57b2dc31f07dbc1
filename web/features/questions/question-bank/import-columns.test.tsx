import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chooseImportColumns } from '#contract/questions/question-import.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ImportColumns } from './import-columns.tsx';

it('says what each column is, gives a field to one column alone, and reads the file again', async () => {
  const server = fakeServer();
  server.on(chooseImportColumns, answers.json({}));
  const { user } = renderInApp(
    <ImportColumns
      importId={7}
      table={{
        headerLine: 2,
        missing: ['correta'],
        columns: [
          { header: 'Comando', sample: 'Qual?', field: 'enunciado', by: 'guess' },
          { header: '', sample: 'B', field: null, by: null },
        ],
      }}
    />,
  );
  expect(screen.getByText(/Falta escolher: Gabarito/)).toBeTruthy();
  expect(screen.getByText('adivinhada')).toBeTruthy();
  const send = screen.getByRole('button', { name: 'Ler com estas colunas' });
  expect(send.hasAttribute('disabled')).toBe(true);
  await user.selectOptions(screen.getByLabelText('Campo para Coluna B'), 'Gabarito');
  await user.selectOptions(screen.getByLabelText('Campo para Coluna B'), 'Enunciado');
  expect(screen.getByLabelText<HTMLSelectElement>('Campo para Comando').value).toBe('');
  await user.selectOptions(screen.getByLabelText('Campo para Comando'), 'Gabarito');
  await user.click(send);
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ headerLine: 2, fields: ['correta', 'enunciado'] }));
});
