import { act, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FIRST_SCREEN_ID, type FirstScreen } from '#contract/first-screen.ts';
import { getCurrentUser } from '#contract/people/accounts.ts';
import { keys } from '#web/lib/query-keys.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { typeEarly } from '#web/testing/served.tsx';

/** What the mocked app renders. */
let screen: () => ReactNode = () => null;
const pressed = vi.fn();

const Screen = () => (
  <main>
    <textarea aria-label="Nota" defaultValue="de antes" />
    <button type="button" onClick={pressed}>
      Salvar
    </button>
  </main>
);

/** A document of the server, also without its screen. */
function openDocument(html: string, data?: Partial<FirstScreen>) {
  const first = { user: null, answers: [], at: 0, files: [], ...data } satisfies FirstScreen;
  const block = `<script type="application/json" id="${FIRST_SCREEN_ID}">${JSON.stringify(first)}</script>`;
  document.body.innerHTML = `<div id="root">${html}</div>${data ? block : ''}`;
  return document.getElementById('root') as HTMLElement;
}

/** Runs the app's entry in fresh modules: their state belongs to one document. */
async function start() {
  const errors: unknown[] = [];
  // jsdom has none.
  vi.stubGlobal('reportError', (error: unknown) => errors.push(error));
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'reportError'));
  await act(async () => {
    await import('#web/main.tsx');
    // The chunks and styles of the document are awaited before hydration.
    await new Promise((resolve) => setTimeout(resolve));
  });
  await waitFor(() => expect(window.early).toBeUndefined());
  return errors;
}

beforeEach(() => {
  vi.resetModules();
  pressed.mockClear();
  screen = () => <Screen />;
  vi.doMock('#web/shell/app.tsx', async () => {
    const { AppReady } = await import('#web/lib/app-ready.ts');
    const App = () => (
      <>
        {screen()}
        <AppReady />
      </>
    );
    return { App };
  });
  window.early = { pressed: [], lost: [] };
  onTestFinished(() => {
    vi.doUnmock('#web/shell/app.tsx');
    vi.resetModules();
    delete window.early;
  });
});

test('the nodes of the document stay, with the text that was typed before the app', async () => {
  const root = openDocument(renderToString(<Screen />), {});
  const area = root.querySelector('textarea') as HTMLTextAreaElement;
  typeEarly(area, 'digitado cedo');
  expect(await start()).toEqual([]);
  expect(root.querySelector('textarea')).toBe(area);
  expect(area.value).toBe('digitado cedo');
});

test('a button that was pressed before the app is pressed once', async () => {
  const root = openDocument(renderToString(<Screen />), {});
  window.early = { pressed: [root.querySelector('button') as HTMLElement], lost: [] };
  await start();
  expect(pressed).toHaveBeenCalledOnce();
});

test('presses are no longer recorded once the app listens', async () => {
  openDocument(renderToString(<Screen />), {});
  const end = vi.fn();
  window.early = { pressed: [], lost: [], end };
  await start();
  expect(end).toHaveBeenCalledOnce();
});

test('the first render shows the time of the document, and the next one the current time', async () => {
  const at = Date.parse('2020-05-05T12:00:00Z');
  const root = openDocument('<p>2020</p>', { at });
  const { useNow } = await import('#web/lib/hydration.ts');
  const Year = () => <p>{useNow().getUTCFullYear()}</p>;
  screen = () => <Year />;
  const paragraph = root.querySelector('p');
  expect(await start()).toEqual([]);
  expect(root.querySelector('p')).toBe(paragraph);
  expect(paragraph?.textContent).toBe(String(new Date().getUTCFullYear()));
});

test('an answer of the document counts as new while the app hydrates, and has its real age some seconds later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  openDocument(renderToString(<Screen />), { answers: [[[...keys.media.all], 'new']] });
  await start();
  const { queryClient, seenAnew } = await import('#web/lib/query-client.ts');
  const query = queryClient.getQueryCache().find({ queryKey: keys.media.all });
  const isAskedAgain = () => query && seenAnew.refetchOnMount(query);
  expect(isAskedAgain()).toBe(false);
  vi.advanceTimersByTime(5000);
  expect(isAskedAgain()).toBe('always');
});

test('a document without its screen is rendered by the browser', async () => {
  const root = openDocument('');
  expect(await start()).toEqual([]);
  expect(root.querySelector('button')?.textContent).toBe('Salvar');
});

test('a document whose screen was too large for the server is rendered by the browser', async () => {
  const root = openDocument('', {});
  expect(await start()).toEqual([]);
  expect(root.querySelector('button')?.textContent).toBe('Salvar');
});

test('a first render that differs from the document is thrown to the window and reported', async () => {
  const server = fakeServer();
  openDocument(renderToString(<p>do servidor</p>), {});
  screen = () => <p>do navegador</p>;
  const errors = await start();
  expect(errors).toHaveLength(1);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(server.calls[0]?.body).toMatchObject({ kind: 'hydration' });
});

test('an answer of a read waits until the last section of the document is hydrated', async () => {
  fakeServer().on(getCurrentUser, answers.json(null));
  const chunk = Promise.withResolvers<void>();
  let isLoaded = true;
  const Section = () => {
    if (!isLoaded) throw chunk.promise;
    return <p>seção</p>;
  };
  screen = () => (
    <Suspense>
      <Section />
    </Suspense>
  );
  // The comments around it are those of React's `Suspense`.
  openDocument(renderToString(screen()), {});
  isLoaded = false;
  await start();
  const { call } = await import('#web/lib/api.ts');
  const answered = vi.fn();
  const reading = call(getCurrentUser).then(answered);
  // Longer than the interval at which the sections are looked at.
  await act(() => new Promise((resolve) => setTimeout(resolve, 150)));
  expect(answered).not.toHaveBeenCalled();
  isLoaded = true;
  await act(async () => chunk.resolve());
  await reading;
  expect(answered).toHaveBeenCalledOnce();
});
