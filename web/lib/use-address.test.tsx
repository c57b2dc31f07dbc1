import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLocation } from 'wouter';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { useAddressChoice, useAddressChoices, useAddressText } from './use-address.ts';

function List() {
  const { text, setText, rested } = useAddressText();
  const [tab, setTab] = useAddressChoice('aba', ['open', 'closed']);
  const [{ subject }, choose] = useAddressChoices({ subject: 'materia', year: 'ano' });
  const [, navigate] = useLocation();
  return (
    <>
      <input aria-label="Busca" value={text} onChange={(event) => setText(event.target.value)} />
      <p>{JSON.stringify({ rested, tab, subject })}</p>
      <button type="button" onClick={() => setTab(tab === 'open' ? 'closed' : 'open')}>
        Aba
      </button>
      <button type="button" onClick={() => choose({ subject: '7', year: '2024' })}>
        Matéria
      </button>
      <button type="button" onClick={() => navigate('/lista')}>
        De novo
      </button>
    </>
  );
}

const said = () => JSON.parse(document.querySelector('p')?.textContent ?? '{}');
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

it('choices are read from the address, and unknown values are ignored', () => {
  renderInApp(<List />, '/lista?busca=crase&aba=inventada&materia=3');
  expect(said()).toEqual({ rested: 'crase', tab: 'open', subject: '3' });
});

it('choices are written to the address at once, others stay, and the default choice is left out', async () => {
  const { path } = renderInApp(<List />, '/lista?busca=crase');
  await press('Aba');
  await press('Matéria');
  expect(path()).toBe('/lista?busca=crase&aba=closed&materia=7&ano=2024');
  await press('Aba');
  expect(path()).toBe('/lista?busca=crase&materia=7&ano=2024');
});

it('writes a search when typing pauses, loses no letter meanwhile, and follows other changes of the address', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, path } = renderInApp(<List />, '/lista');
  const field = screen.getByLabelText<HTMLInputElement>('Busca');
  await user.type(field, 'cra');
  expect(path()).toBe('/lista');
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(path()).toBe('/lista?busca=cra');
  await user.type(field, 'se ');
  expect(field.value).toBe('crase ');
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(path()).toBe('/lista?busca=crase');
  expect(field.value).toBe('crase ');
  // Before a link is followed, the text is written without a pause.
  await user.type(field, 's');
  await user.tab();
  expect(path()).toBe('/lista?busca=crase+s');
  await press('De novo');
  expect(field.value).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(path()).toBe('/lista');
  vi.useRealTimers();
});
