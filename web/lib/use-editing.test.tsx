import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { served, typeEarly } from '#web/testing/served.tsx';
import { Input } from '#web/ui/input.tsx';
import { ApiError } from './api.ts';
import { entryKeys } from './entry-keys.ts';
import { localKey } from './local-data.ts';
import { queryClient } from './query-client.ts';
import { findDrafts, storeDraft } from './stored-drafts.ts';
import { useEditing } from './use-editing.ts';

afterEach(() => document.body.replaceChildren());

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
  typeEarly(title, 'Digitado cedo');
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
  typeEarly(title, 'Digitado cedo');
  await hydrate();
  // Stores the draft without waiting for a pause in the typing.
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  await act(async () => title.blur());
  expect(field('Título')).toBe(title);
  expect(findDrafts(draftName).map(({ draft }) => draft.value)).toEqual([{ title: 'Digitado cedo', note: '' }]);
});

test('a save whose answer was lost is no version of another person at the next save, also after a reload', async () => {
  const server = { value: { title: 'Guardado', note: '' }, revision: 1, savedAt: null as string | null };
  let isLost = true;
  const result: { current?: ReturnType<typeof useEditing<typeof server.value>> } = {};
  function Form() {
    result.current = useEditing({
      name: 'test:2',
      stored: { value: { title: 'Guardado', note: '' }, revision: 1, savedAt: null },
      send: async (value, revision) => {
        if (revision !== server.revision)
          throw new ApiError(409, 'Mudou', { code: 'version_conflict', message: 'Mudou', requestId: 'r' });
        Object.assign(server, { value, revision: server.revision + 1 });
        if (isLost) throw new ApiError(0, 'Sem conexão', null);
        return { ...server };
      },
      reload: async () => ({ ...server }),
    });
    return null;
  }
  queryClient.setQueryData(entryKeys.session, ana);
  onTestFinished(() => {
    localStorage.clear();
    queryClient.clear();
  });
  const open = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Form />
      </QueryClientProvider>,
    );
  const first = open();
  act(() => result.current?.change({ title: 'No ônibus' }));
  await act(async () => void (await result.current?.save().catch(() => undefined)));
  expect(server).toMatchObject({ value: { title: 'No ônibus' }, revision: 2 });
  act(() => result.current?.change({ title: 'No ônibus, e mais' }));
  first.unmount();
  open();
  expect(result.current?.value.title).toBe('No ônibus, e mais');
  isLost = false;
  await act(async () => expect(await result.current?.save()).toBe('saved'));
  expect(server).toMatchObject({ value: { title: 'No ônibus, e mais' }, revision: 3 });
  expect(result.current?.conflict).toBeNull();
});
