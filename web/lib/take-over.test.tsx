import * as RadixTabs from 'radix-ui/tabs';
import { act, startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { TakesOver } from '#web/shell/takes-over.tsx';
import { stopEarlyEvents } from './early-events.ts';
import { watchPresses } from './press.ts';

const pressed = vi.fn();

function Screen() {
  const [tab, setTab] = useState('um');
  const [name, setName] = useState('Ana');
  const [files, setFiles] = useState(0);
  return (
    <form>
      <input aria-label="Nome" value={name} onChange={(event) => setName(event.target.value)} />
      <textarea aria-label="Nota" defaultValue="" />
      <input aria-label="Contato" type="email" defaultValue="velho@escola.example" />
      <input type="checkbox" aria-label="Aceito" />
      <input type="file" aria-label="Arquivo" onChange={(event) => setFiles(event.target.files?.length ?? 0)} />
      <select aria-label="Cor" defaultValue="azul">
        <option>azul</option>
        <option>verde</option>
      </select>
      <p>{`${name}, ${files}`}</p>
      <button type="button" onClick={() => pressed(name)}>
        <span>Salvar</span>
      </button>
      {name !== 'Ana' && <p role="status">Nome mudado</p>}
      <button type="button" id="greet" onClick={() => pressed(`oi, ${name}`)}>{`Dizer oi a ${name}`}</button>
      <details>
        <summary>Mais</summary>
      </details>
      <RadixTabs.Root value={tab} onValueChange={setTab}>
        <RadixTabs.List>
          <RadixTabs.Trigger value="um">Um</RadixTabs.Trigger>
          <RadixTabs.Trigger value="dois">Dois</RadixTabs.Trigger>
        </RadixTabs.List>
      </RadixTabs.Root>
    </form>
  );
}

/** The document's own drawing, as the server sent it. */
function drawn() {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<Screen />);
  const field = <E extends HTMLElement>(label: string) => root.querySelector<E>(`[aria-label=${label}]`) as E;
  const app = (
    <>
      <Screen />
      <TakesOver root={root} onDone={() => {}} />
    </>
  );
  const begin = () => act(async () => startTransition(() => createRoot(root).render(app)));
  return { root, field, begin };
}

afterEach(() => {
  document.body.replaceChildren();
  stopEarlyEvents();
  pressed.mockClear();
});

test('what was selected in a text stays so: the next key replaces it', async () => {
  const { field, begin } = drawn();
  field('Nome').focus();
  field<HTMLInputElement>('Nome').setSelectionRange(0, 2, 'backward');
  await begin();
  const { selectionStart, selectionEnd, selectionDirection } = field<HTMLInputElement>('Nome');
  expect(document.activeElement).toBe(field('Nome'));
  expect([selectionStart, selectionEnd, selectionDirection]).toEqual([0, 2, 'backward']);
});

test.each([
  ['all of it', 'velho@escola.example', 1],
  ['a part of it', 'velho', 0],
  ['nothing', '', 0],
])('of an address, whose field tells no range, %s is selected again', async (_what, selected, times) => {
  const { field, begin } = drawn();
  // jsdom selects nothing in such a field; e2e/owner.spec.ts does it in a browser.
  const read = vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => selected } as Selection);
  const select = vi.spyOn(HTMLInputElement.prototype, 'select');
  onTestFinished(() => {
    for (const spy of [read, select]) spy.mockRestore();
  });
  field('Contato').focus();
  await begin();
  expect(document.activeElement).toBe(field('Contato'));
  expect(select.mock.contexts).toEqual(Array(times).fill(field('Contato')));
});

test('what was typed, chosen, focused and pressed before the app was there goes on', async () => {
  const { root, field, begin } = drawn();
  field<HTMLInputElement>('Nome').value = 'Bia';
  field<HTMLTextAreaElement>('Nota').value = 'lembrar';
  field<HTMLInputElement>('Aceito').checked = true;
  field<HTMLSelectElement>('Cor').value = 'verde';
  field('Nota').focus();
  const before = field('Nome');
  window.early = { pressed: [root.querySelector('button span') as Element], lost: [] };
  await begin();
  expect(field('Nome')).not.toBe(before);
  expect(field<HTMLInputElement>('Nome').value).toBe('Bia');
  expect(root.querySelector('p')?.textContent).toBe('Bia, 0');
  expect(field<HTMLTextAreaElement>('Nota').value).toBe('lembrar');
  expect(field<HTMLInputElement>('Aceito').checked).toBe(true);
  expect(field<HTMLSelectElement>('Cor').value).toBe('verde');
  expect(document.activeElement).toBe(field('Nota'));
  expect(pressed.mock.calls).toEqual([['Bia']]);
});

test('what was unfolded stays so', async () => {
  const { root, begin } = drawn();
  const fold = () => root.querySelector('details') as HTMLDetailsElement;
  const before = fold();
  before.open = true;
  await begin();
  expect(fold()).not.toBe(before);
  expect(fold().open).toBe(true);
});

test('a tab, which answers to the beginning of a press, is opened, too', async () => {
  const { root, begin } = drawn();
  const tabs = () => [...root.querySelectorAll('[role=tab]')];
  // Not focused: Safari does not focus a button that is pressed.
  window.early = { pressed: [tabs()[1] as Element], lost: [] };
  await begin();
  expect(tabs().map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true']);
});

test('a press under way is waited for with the document in place', async () => {
  const { root, field, begin } = drawn();
  watchPresses();
  const before = field('Nome');
  before.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await begin();
  expect(field('Nome')).toBe(before);
  window.early = { pressed: [], lost: [] };
  await act(async () => void before.dispatchEvent(new Event('click', { bubbles: true })));
  expect(field('Nome')).not.toBe(before);
  expect(root.querySelector('p')?.textContent).toBe('Ana, 0');
});

test('a button that what was typed moves or names anew is pressed', async () => {
  const { root, field, begin } = drawn();
  field<HTMLInputElement>('Nome').value = 'Bia';
  window.early = { pressed: [root.querySelector('#greet') as Element], lost: [] };
  await begin();
  expect(root.querySelector('#greet')?.textContent).toBe('Dizer oi a Bia');
  expect(pressed.mock.calls).toEqual([['oi, Bia']]);
});

const press = (kind: string, target: Element) =>
  act(async () => void target.dispatchEvent(new MouseEvent(kind, { bubbles: true })));

test.each([
  ['in the same place, the browser tells nobody', 'button span', ['pointerup'], 1],
  ['in the same place, and the browser tells of it', 'button span', ['pointerup', 'click'], 1],
  ['elsewhere', 'p', ['pointerup'], 0],
  ['by a finger that scrolls', 'button span', ['pointercancel', 'pointerup'], 0],
])('what is held for longer than the app waits and let go %s', async (_where, selector, kinds, times) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { root, field, begin } = drawn();
  watchPresses();
  const before = field('Nome');
  await press('pointerdown', root.querySelector('button span') as Element);
  await begin();
  expect(field('Nome')).toBe(before);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(field('Nome')).not.toBe(before);
  for (const kind of kinds) await press(kind, root.querySelector(selector) as Element);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(pressed).toHaveBeenCalledTimes(times);
});

test('a file that is chosen after the change, in a chooser that was opened before it, still comes', async () => {
  const { root, field, begin } = drawn();
  const before = field<HTMLInputElement>('Arquivo');
  await begin();
  const chosen = { 0: new File(['x'], 'mapa.png'), length: 1 } as unknown as FileList;
  for (const input of [before, field('Arquivo')]) {
    Object.defineProperty(input, 'files', { configurable: true, writable: true, value: null });
  }
  (before as { files: FileList }).files = chosen;
  act(() => void before.dispatchEvent(new Event('change')));
  expect(root.querySelector('p')?.textContent).toBe('Ana, 1');
});

test('nothing is pressed or changed that nobody touched, or that is something else by now', async () => {
  const { root, begin } = drawn();
  const gone = document.createElement('button');
  window.early = { pressed: [gone, document.body], lost: [] };
  await begin();
  expect(pressed).not.toHaveBeenCalled();
  expect(root.querySelector('p')?.textContent).toBe('Ana, 0');
  expect(document.activeElement).toBe(document.body);
});

test('a button that has another name after the change is not pressed', async () => {
  const { root, begin } = drawn();
  const button = root.querySelector('button') as HTMLButtonElement;
  button.textContent = 'Excluir';
  window.early = { pressed: [button], lost: [] };
  await begin();
  expect(pressed).not.toHaveBeenCalled();
});
