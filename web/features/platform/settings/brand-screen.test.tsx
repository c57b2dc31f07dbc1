import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getSettings, type Settings, updateSettings } from '#contract/platform/settings.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import BrandScreen from './brand-screen.tsx';

const brand = { logo: null, logoDark: null, mark: null, colour: '#122341', accent: '#f2a618' };
const settingsWith = (values: Partial<Settings['values']>) =>
  ({
    version: 3,
    values: { schoolName: 'Curso Farol', ...brand, ...values },
    fixed: [],
    provider: null,
    mail: { sender: 'x', isSent: true, provenAt: null },
  }) as unknown as Settings;

const reload = vi.fn();
afterEach(() => {
  queryClient.clear();
  reload.mockReset();
});

async function show(values: Partial<Settings['values']> = {}) {
  const server = fakeServer();
  server.on(getSettings, answers.json(settingsWith(values)));
  const app = renderInApp(<BrandScreen reload={reload} />);
  const save = await screen.findByRole('button', { name: /Usar esta marca/ });
  const type = async (label: string, text: string) => {
    const field = screen.getByRole('textbox', { name: label });
    await app.user.clear(field);
    await app.user.type(field, text);
  };
  return { server, save, type, ...app };
}

const sentTo = (server: ReturnType<typeof fakeServer>) => server.calls.filter(({ body }) => body !== undefined);

describe('the brand of the school', () => {
  it('is sent with what was changed; the standard is sent as nothing, and the document is loaded again', async () => {
    const { server, save, type, user } = await show({ logo: '/api/media/7-f592c290080c46f2a92bddd1bbd3259a' });
    expect((save as HTMLButtonElement).disabled).toBe(true);
    server.on(updateSettings, answers.json(settingsWith({ colour: '#0f4c46' })));
    await type('Cor principal', '#0F4C46');
    await user.click(save);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(sentTo(server)[0]?.body).toEqual({
      version: 3,
      logo: '/api/media/7-f592c290080c46f2a92bddd1bbd3259a',
      logoDark: null,
      mark: null,
      colour: '#0F4C46',
      accent: null,
    });
  });

  it('measures while typing, and proposes a neighbour for letters', async () => {
    const { type } = await show();
    await type('Cor de destaque', '#f2784b');
    expect(screen.getByText('Letra escura por cima').parentElement?.textContent).toContain('6,1 : 1');
    expect(screen.getByText(/Para letras usamos a vizinha/).textContent).toMatch(/#[0-9A-F]{6}/);
    const preview = within(screen.getByRole('region', { name: 'Como fica' }));
    expect(preview.getByText('Quero me matricular').style.background).toMatch(/rgb\(242, 120, 75\)|#f2784b/);
  });

  it('is not sent with a colour that cannot be read: the reason is at the field', async () => {
    const { server, save, type, user } = await show();
    server.on(updateSettings, answers.json(settingsWith({})));
    await type('Cor principal', '#ffe600');
    await user.click(save);
    await screen.findByText('Letra branca não se lê sobre esta cor. Escolha uma mais escura.');
    expect(sentTo(server)).toHaveLength(0);
    expect(reload).not.toHaveBeenCalled();
  });

  it('shows the letter as it is sent: its button in the main colour until an accent is chosen', async () => {
    const { type } = await show({ logoDark: '/api/media/8-f592c290080c46f2a92bddd1bbd3259a' });
    await type('Cor principal', '#7a1030');
    const preview = within(screen.getByRole('region', { name: 'Como fica' }));
    expect(preview.getByText('Criar minha senha').style.background).toMatch(/rgb\(122, 16, 48\)|#7a1030/);
    // Letters take the logo for light backgrounds only.
    const letter = preview.getByText('Carta').closest('figure');
    expect(letter?.querySelector('img')).toBeNull();
  });

  it('goes back to the standard by one press', async () => {
    const { server, save, user } = await show({ colour: '#0f4c46', accent: '#f2784b', mark: '/api/media/9-b' });
    server.on(updateSettings, answers.json(settingsWith({})));
    await user.click(screen.getByRole('button', { name: 'Voltar ao padrão' }));
    await user.click(save);
    await waitFor(() => expect(sentTo(server)).toHaveLength(1));
    expect(sentTo(server)[0]?.body).toEqual({
      version: 3,
      logo: null,
      logoDark: null,
      mark: null,
      colour: null,
      accent: null,
    });
  });
});
