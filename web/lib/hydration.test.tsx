import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { userEvent } from '@testing-library/user-event';
import * as RadixTabs from 'radix-ui/tabs';
import { act, Suspense, startTransition, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import firstScript from '#web/public/theme.js?raw';
import { Ago } from '#web/ui/ago.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/input.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { earlyEvents, replayPresses } from './early-events.ts';
import { entryKeys } from './entry-keys.ts';
import { noteFields, useBrowserState, useHydrated } from './hydration.ts';
import { localKey } from './local-data.ts';
import { noteFirstRender, queryClient, takeAnswers } from './query-client.ts';
import { keys } from './query-keys.ts';
import { type RenderContext, renderWith, takeDocumentTime } from './render-context.ts';
import { findDrafts, storeDraft } from './stored-drafts.ts';
import { useEditing } from './use-editing.ts';

const pressed = vi.fn();
const heard = vi.fn();

function Screen() {
  const [tab, setTab] = useState('um');
  const [name, setName] = useState('Ana');
  const [form, setForm] = useState({ note: '', mail: 'velho@escola.example', color: 'azul', size: 'p', isSure: false });
  const [files, setFiles] = useState(0);
  const set = (wish: Partial<typeof form>) => {
    heard(Object.keys(wish)[0]);
    setForm((before) => ({ ...before, ...wish }));
  };
  return (
    <form>
      <Input aria-label="Nome" value={name} onChange={(event) => setName(event.target.value)} />
      <Textarea aria-label="Nota" value={form.note} onChange={({ target }) => set({ note: target.value })} />
      <Input aria-label="Contato" type="email" value={form.mail} onChange={(e) => set({ mail: e.target.value })} />
      <Checkbox label="Aceito" checked={form.isSure} onChange={({ target }) => set({ isSure: target.checked })} />
      <RadioGroup
        label="Tamanho"
        name="size"
        value={form.size}
        onValueChange={(size) => set({ size })}
        options={[
          { value: 'p', label: 'P' },
          { value: 'g', label: 'G' },
        ]}
      />
      <NativeInput type="file" aria-label="Arquivo" onChange={({ target }) => setFiles(target.files?.length ?? 0)} />
      <Select aria-label="Cor" value={form.color} onChange={({ target }) => set({ color: target.value })}>
        <option>azul</option>
        <option>verde</option>
      </Select>
      <output>{JSON.stringify({ ...form, name, files })}</output>
      <button type="button" onClick={() => pressed(name)}>
        <span>Salvar</span>
      </button>
      <details suppressHydrationWarning>
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

const context: RenderContext = {
  host: 'escola.example',
  protocol: 'https',
  isApple: false,
  now: Date.parse('2026-11-17T12:00:00Z'),
  title: '',
  parts: new Set(),
  missing: new Set(),
};

/** The server's HTML in a document, and what hydrates it. Every mismatch that React meets is collected. */
function served(app: React.ReactNode) {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderWith(context, () => renderToString(app));
  const mismatches: unknown[] = [];
  const hydrate = (then = () => {}) =>
    act(async () => {
      noteFields(root);
      const onRecoverableError = (error: unknown) => mismatches.push(error);
      startTransition(() => {
        const app_ = hydrateRoot(root, app, { onRecoverableError });
        onTestFinished(() => act(() => app_.unmount()));
      });
      then();
    });
  const field = <E extends HTMLElement>(label: string) => root.querySelector<E>(`[aria-label="${label}"]`) as E;
  const state = () => JSON.parse(root.querySelector('output')?.textContent ?? '{}');
  return { root, field, state, hydrate, mismatches };
}

/** What a person types: the browser's own setter, which React does not see. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
}

afterEach(() => {
  pressed.mockClear();
  heard.mockClear();
  delete window.early;
  document.body.replaceChildren();
});

test('nodes, focus, selection and open details stay through hydration', async () => {
  const { root, field, hydrate, mismatches } = served(<Screen />);
  const [input, details] = [field<HTMLInputElement>('Nome'), root.querySelector('details') as HTMLDetailsElement];
  details.open = true;
  input.focus();
  input.setSelectionRange(1, 2);
  await hydrate();
  expect(field('Nome')).toBe(input);
  expect(document.activeElement).toBe(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([1, 2]);
  expect(details.open).toBe(true);
  expect(mismatches).toEqual([]);
});

test('input from before hydration is in the state, and stays in the fields after the next render', async () => {
  const { root, field, state, hydrate } = served(<Screen />);
  type(field('Nome'), 'Beatriz');
  type(field('Nota'), 'duas\nlinhas');
  type(field('Contato'), 'novo@escola.example');
  (root.querySelector('[type=checkbox]') as HTMLInputElement).checked = true;
  (root.querySelector('[type=radio][value=g]') as HTMLInputElement).checked = true;
  field<HTMLSelectElement>('Cor').value = 'verde';
  const chosen = [new File(['x'], 'x.txt')];
  Object.defineProperty(field('Arquivo'), 'files', { value: chosen });
  await hydrate();
  const all = { name: 'Beatriz', note: 'duas\nlinhas', mail: 'novo@escola.example', color: 'verde', size: 'g' };
  expect(state()).toEqual({ ...all, isSure: true, files: 1 });
  expect(field<HTMLInputElement>('Nome').value).toBe('Beatriz');
  expect(field<HTMLInputElement>('Contato').value).toBe('novo@escola.example');
});

test('text typed into a filled text area before hydration stays, with its selection', async () => {
  const Filled = () => {
    const [text, setText] = useState('de antes');
    return <Textarea aria-label="Texto" value={text} onChange={({ target }) => setText(target.value)} />;
  };
  const { field, hydrate } = served(<Filled />);
  const area = field<HTMLTextAreaElement>('Texto');
  area.focus();
  type(area, 'digitado cedo');
  area.setSelectionRange(2, 5);
  await hydrate();
  expect([area.value, area.selectionStart, area.selectionEnd]).toEqual(['digitado cedo', 2, 5]);
  await userEvent.type(area, '!', { initialSelectionStart: 13 });
  expect(area.value).toBe('digitado cedo!');
});

test('untouched fields report no change, also when the browser normalises their value', async () => {
  const Odd = () => (
    <>
      <Textarea aria-label="Texto" value={'um\r\ndois'} onChange={heard} />
      <Select aria-label="Nenhuma" value="roxo" onChange={heard}>
        <option>azul</option>
      </Select>
      <Input aria-label="Dia" type="date" value="ontem" onChange={heard} />
    </>
  );
  const { hydrate } = served(<Odd />);
  await hydrate();
  expect(heard).not.toHaveBeenCalled();
});

test('a button pressed before any script ran is pressed once, with the text typed before', async () => {
  Function(firstScript)();
  const { root, field, hydrate } = served(<Screen />);
  type(field('Nome'), 'Beatriz');
  root.querySelector<HTMLElement>('button span')?.click();
  await hydrate(() => replayPresses(earlyEvents()));
  expect(pressed.mock.calls).toEqual([['Beatriz']]);
});

test('a tab pressed before any script ran opens', async () => {
  const { root, hydrate } = served(<Screen />);
  const second = [...root.querySelectorAll('[role=tab]')][1] as HTMLElement;
  window.early = { pressed: [second], lost: [] };
  await hydrate(() => replayPresses(earlyEvents()));
  expect(second.getAttribute('aria-selected')).toBe('true');
});

test('a press that lasts through hydration is restarted, without an additional click', async () => {
  const { root, hydrate } = served(<Screen />);
  const second = [...root.querySelectorAll('[role=tab]')][1] as HTMLElement;
  window.early = { pressed: [], lost: [], down: root.querySelector('button span') as Element };
  await hydrate(() => replayPresses(earlyEvents()));
  expect(pressed).not.toHaveBeenCalled();
  window.early = { pressed: [], lost: [], down: second };
  await act(async () => replayPresses(earlyEvents()));
  expect(second.getAttribute('aria-selected')).toBe('true');
});

test('a press on a removed element, or on no button, is not replayed', async () => {
  const { hydrate } = served(<Screen />);
  window.early = { pressed: [document.createElement('button'), document.body], lost: [] };
  await hydrate(() => replayPresses(earlyEvents()));
  expect(pressed).not.toHaveBeenCalled();
});

test('a section within a Suspense hydrates at once when it is pressed', async () => {
  const app = (
    <Suspense>
      <Screen />
    </Suspense>
  );
  const { root, hydrate } = served(app);
  const button = root.querySelector('button') as HTMLElement;
  await hydrate(() => button.click());
  expect(root.querySelector('button')).toBe(button);
  expect(pressed).toHaveBeenCalledOnce();
});

test('the first render shows the document’s time, the next one the clock’s', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-17T15:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { root, hydrate, mismatches } = served(<Ago at="2026-11-17T11:00:00Z" />);
  expect(root.textContent).toBe('há 1 h');
  takeDocumentTime(context.now);
  await hydrate();
  expect(root.textContent).toBe('há 4 h');
  expect(mismatches).toEqual([]);
});

test('a value of browser storage is shown after hydration, and can be changed', async () => {
  const Stored = () => {
    const [word, change] = useBrowserState(() => 'do navegador', 'do servidor');
    return (
      <button type="button" onClick={() => change('mudado')}>
        {`${word} ${useHydrated()}`}
      </button>
    );
  };
  const { root, hydrate, mismatches } = served(<Stored />);
  expect(root.textContent).toBe('do servidor false');
  await hydrate();
  expect(root.textContent).toBe('do navegador true');
  await act(async () => root.querySelector('button')?.click());
  expect(root.textContent).toBe('mudado true');
  expect(mismatches).toEqual([]);
});

const ana = { id: 'u1', username: 'ana', role: 'admin' };

/** A form with a draft of an earlier page in this browser. */
function Edited() {
  const { value, change, life } = useEditing({
    name: 'test:1',
    stored: { value: { title: 'Guardado', note: '' }, revision: 1, savedAt: null },
    send: async (saved) => ({ value: saved, revision: 2, savedAt: null }),
  });
  return (
    <div key={life}>
      <Input aria-label="Título" value={value.title} onChange={({ target }) => change({ title: target.value })} />
      <Input aria-label="Nota" value={value.note} onChange={({ target }) => change({ note: target.value })} />
    </div>
  );
}

const draftName = localKey(ana.id, 'unsent:test:1');

function servedWithDraft() {
  const draft = {
    value: { title: 'Do rascunho', note: 'nota do rascunho' },
    revision: 1,
    savedAt: '2026-11-17T10:00:00Z',
  };
  storeDraft(`${draftName}:other`, draft);
  return servedForm();
}

function servedForm() {
  queryClient.setQueryData(entryKeys.session, ana);
  onTestFinished(() => {
    localStorage.clear();
    queryClient.clear();
  });
  return served(
    <QueryClientProvider client={queryClient}>
      <Edited />
    </QueryClientProvider>,
  );
}

test('a draft of this browser is restored after hydration', async () => {
  const { field, hydrate, mismatches } = servedWithDraft();
  expect(field<HTMLInputElement>('Título').value).toBe('Guardado');
  await hydrate();
  expect(field<HTMLInputElement>('Título').value).toBe('Do rascunho');
  expect(mismatches).toEqual([]);
});

test('a draft is not restored while the user types, and the typed text wins over it', async () => {
  const { field, hydrate } = servedWithDraft();
  const title = field<HTMLInputElement>('Título');
  title.focus();
  type(title, 'Digitado cedo');
  await hydrate();
  expect(field('Título')).toBe(title);
  expect(document.activeElement).toBe(title);
  await act(async () => title.blur());
  expect(field<HTMLInputElement>('Título').value).toBe('Digitado cedo');
  expect(field<HTMLInputElement>('Nota').value).toBe('nota do rascunho');
});

test('the draft that this page stored while the user typed is not taken for one of an earlier page', async () => {
  const { field, hydrate } = servedForm();
  const title = field<HTMLInputElement>('Título');
  title.focus();
  type(title, 'Digitado cedo');
  await hydrate();
  // Stores the draft without waiting for a pause in the typing.
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  await act(async () => title.blur());
  expect(field('Título')).toBe(title);
  expect(findDrafts(draftName).map(({ draft }) => draft.value)).toEqual([{ title: 'Digitado cedo', note: '' }]);
});

test('the data of the document is not fetched again until some seconds after hydration, however late that is', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    queryClient.clear();
  });
  let asked = 0;
  const mount = () =>
    new QueryObserver(queryClient, {
      queryKey: keys.media.all,
      queryFn: () => {
        asked += 1;
        return 'new';
      },
    }).subscribe(() => undefined)();
  takeAnswers([[keys.media.all, 'brought']]);
  vi.advanceTimersByTime(60_000);
  mount();
  noteFirstRender();
  vi.advanceTimersByTime(3_000);
  mount();
  expect(asked).toBe(0);
  vi.advanceTimersByTime(3_000);
  mount();
  expect(asked).toBe(1);
});
