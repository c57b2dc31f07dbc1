import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { checkPeopleLines, type PeoplePreviewRow, previewPeople } from '#contract/people/people-imports.ts';
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

describe('a line of the preview', () => {
  const row = (line: number, more: Partial<PeoplePreviewRow> = {}): PeoplePreviewRow => ({
    line,
    firstName: 'Ana',
    lastName: 'Lima',
    email: `p${line}@exemplo.com.br`,
    phone: null,
    cpf: null,
    isCpfLeftOut: false,
    offerId: null,
    offerName: null,
    accessUntil: null,
    price: null,
    note: null,
    problem: null,
    warning: null,
    isKnown: false,
    ...more,
  });
  const wrong = row(18, { email: 'joao.gmail.com', problem: 'Informe um e-mail válido.' });
  const columns = [{ name: 'E-mail', sample: 'a@exemplo.com.br', field: 'email' as const }];
  const table = (rows: PeoplePreviewRow[]) => answers.json({ columns, isRemembered: false, titles: [], rows });

  const open = async (rows: PeoplePreviewRow[]) => {
    const server = fakeServer();
    server.on(previewPeople, table(rows));
    const { user } = renderInApp(<ImportScreen />);
    await user.upload(
      screen.getByLabelText('Planilha de pessoas'),
      new File(['nome;email'], 'pessoas.csv', { type: 'text/csv' }),
    );
    await screen.findByText('O que cada linha vira');
    return { server, user };
  };
  const opener = (line: number) => screen.getByRole('button', { name: `Corrigir aqui a linha ${line}` });

  it('is corrected and checked again by the keyboard alone, and the focus returns to where it was', async () => {
    const { server, user } = await open([row(2), wrong]);
    server.on(checkPeopleLines, answers.json({ rows: [row(18, { email: 'joao@gmail.com' })] }));
    expect(screen.getByText('1 entra, 1 fica de fora')).toBeTruthy();
    opener(18).focus();
    await user.keyboard('{Enter}');
    const field = within(screen.getByRole('form')).getByLabelText('E-mail');
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.keyboard('joao@gmail.com{Enter}');
    expect(await screen.findByText('2 entram, 0 ficam de fora')).toBeTruthy();
    expect(server.calls.at(-1)?.body).toMatchObject({ lines: [{ line: 18, email: 'joao@gmail.com', offer: '' }] });
    expect(screen.getByText('Linha 18: corrigida, entra.')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(opener(18));
  });

  it('that is still wrong stays open, says why at its field and does not enter', async () => {
    const { server, user } = await open([row(2), wrong]);
    const taken = 'O acesso desta linha já terminou.';
    const checked = row(18, { email: 'joao@gmail.com', accessUntil: '2020-02-01', problem: taken });
    server.on(checkPeopleLines, answers.json({ rows: [checked] }));
    await user.click(opener(18));
    await user.type(screen.getByLabelText('E-mail'), '{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Acesso até')));
    expect(within(screen.getByRole('form')).getByText(taken)).toBeTruthy();
    expect(screen.getByText('1 entra, 1 fica de fora')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(opener(18));
  });

  it('that could not be checked keeps what was typed', async () => {
    const { server, user } = await open([row(2), wrong]);
    server.on(checkPeopleLines, answers.error(429, 'too_many_requests', 'Espere um minuto.'));
    await user.click(opener(18));
    await user.clear(screen.getByLabelText('E-mail'));
    await user.keyboard('joao@gmail.com{Enter}');
    await screen.findByText('A linha não foi conferida');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('joao@gmail.com');
    expect(screen.getByText('1 entra, 1 fica de fora')).toBeTruthy();
  });

  it('frees the one that had the same e-mail, which is checked with it', async () => {
    const double = row(3, { email: 'p2@exemplo.com.br', problem: 'O mesmo e-mail da linha 2.', doubleOf: 2 });
    const { server, user } = await open([row(2), double]);
    const rows = [row(2, { email: 'outro@exemplo.com.br' }), row(3, { email: double.email })];
    server.on(checkPeopleLines, answers.json({ rows }));
    await user.click(opener(2));
    await user.clear(screen.getByLabelText('E-mail'));
    await user.keyboard('outro@exemplo.com.br{Enter}');
    expect(await screen.findByText('2 entram, 0 ficam de fora')).toBeTruthy();
    expect(server.calls.at(-1)?.body).toMatchObject({ lines: [{ line: 2 }, { line: 3, email: double.email }] });
  });

  it('keeps its correction when a column becomes another field, and is checked on top of it', async () => {
    const { server, user } = await open([row(2), wrong]);
    server.on(checkPeopleLines, answers.json({ rows: [row(18, { email: 'joao@gmail.com' })] }));
    await user.click(opener(18));
    await user.clear(screen.getByLabelText('E-mail'));
    await user.keyboard('joao@gmail.com{Enter}');
    await screen.findByText('2 entram, 0 ficam de fora');
    server.on(previewPeople, table([row(2, { note: 'x' }), { ...wrong, note: 'y' }]));
    server.on(checkPeopleLines, answers.json({ rows: [row(18, { email: 'joao@gmail.com', note: 'y' })] }));
    await user.selectOptions(screen.getByLabelText('Campo de E-mail'), 'note');
    await waitFor(() =>
      expect(server.calls.at(-1)?.body).toMatchObject({ lines: [{ line: 18, email: 'joao@gmail.com', note: 'y' }] }),
    );
    expect(await screen.findByText('2 entram, 0 ficam de fora')).toBeTruthy();
  });
});
