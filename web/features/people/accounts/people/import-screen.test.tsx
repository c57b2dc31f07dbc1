import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { previewPeople } from '#contract/people/people-imports.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import ImportScreen from './import-screen.tsx';

it.each([
  ['is refused', answers.error(400, 'bad_request', 'Falta a coluna do e-mail.'), 'Não conseguimos ler o arquivo'],
  [
    'meets a busy server',
    answers.error(503, 'unavailable', 'Muitos arquivos ao mesmo tempo.'),
    'O arquivo ainda não foi lido',
  ],
  ['comes too often', answers.error(429, 'too_many_requests', 'Espere um minuto.'), 'O arquivo ainda não foi lido'],
])('the message for a spreadsheet that %s says whose fault it is', async (_, answer, title) => {
  fakeServer().on(previewPeople, answer);
  const { user } = renderInApp(<ImportScreen />);
  await user.upload(
    screen.getByLabelText('Planilha de pessoas'),
    new File(['nome;email'], 'pessoas.csv', { type: 'text/csv' }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(title);
});
