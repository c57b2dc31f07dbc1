import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeKey } from './lib/entry-keys.ts';
import { noteChunk } from './lib/render-context.ts';
import { renderInRounds } from './render-rounds.ts';

const request = { host: 'escola.example', protocol: 'https', isApple: false, user: null, search: '' } as const;
const never = () => new Promise<never>(() => {});

/** A screen with a section in a separate chunk, as the server renders it: a hole until the chunk is loaded. */
function screenWithChunk(loading: Promise<unknown>) {
  let isLoaded = false;
  const load = async () => {
    await loading;
    isLoaded = true;
  };
  return () => {
    noteChunk('section', load, isLoaded);
    return isLoaded ? '<p>Seu plano</p>' : '';
  };
}

it('a chunk that is still loading at the deadline leaves no hole in the HTML: the browser renders the screen', async () => {
  const screen = await renderInRounds(request, new QueryClient(), performance.now() + 20, screenWithChunk(never()));
  expect(screen).toMatchObject({ html: '', parts: ['section'], isLasting: false });
});

it('a chunk that is still loading is asked for in no more rounds than a screen has', async () => {
  const client = new QueryClient();
  let renders = 0;
  const render = () => {
    renders += 1;
    noteChunk('section', async () => undefined, false);
    new QueryObserver(client, { queryKey: makeKey(renders), queryFn: () => renders });
    return '<p>buraco</p>';
  };
  const screen = await renderInRounds(request, client, performance.now() + 60_000, render);
  expect(screen.html).toBe('');
  expect(renders).toBe(6);
});

it('a chunk that is loaded in time is part of the HTML', async () => {
  const render = screenWithChunk(Promise.resolve());
  const screen = await renderInRounds(request, new QueryClient(), performance.now() + 60_000, render);
  expect(screen).toMatchObject({ html: '<p>Seu plano</p>', parts: ['section'], isLasting: true });
});

it('an answer that is late is left out of the HTML, which is not cached', async () => {
  const client = new QueryClient();
  const render = () => {
    const observer = new QueryObserver(client, { queryKey: makeKey('plan'), queryFn: never });
    return observer.getCurrentResult().data ? 'plano' : 'carregando';
  };
  const screen = await renderInRounds(request, client, performance.now() + 20, render);
  expect(screen).toMatchObject({ html: 'carregando', answers: [], isLasting: false });
});
