import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { FIRST_SCREEN_ID } from '#contract/first-screen.ts';
import { takeUpFirstScreen } from './first-screen.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';

const ask = vi.fn(async () => ['Crase, de novo']);

function Titles() {
  const { data = [] } = useQuery({ queryKey: keys.subjects, queryFn: ask });
  return <p>{data.join()}</p>;
}

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Titles />
    </QueryClientProvider>,
  );

async function arrive(): Promise<void> {
  openDocument();
  await takeUpFirstScreen();
}

function openDocument(files: string[] = []): void {
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = FIRST_SCREEN_ID;
  data.textContent = JSON.stringify({ user: { id: '1' }, answers: [[keys.subjects, ['Crase']]], files });
  document.body.append(data);
}

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  ask.mockClear();
  document.body.replaceChildren();
});

test('the data of the document is shown and not fetched again, however slow the phone is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await arrive();
  vi.setSystemTime(Date.now() + 3000);
  draw();
  screen.getByText('Crase');
  expect(queryClient.getQueryData(keys.session)).toEqual({ id: '1' });
  expect(ask).not.toHaveBeenCalled();
});

test('on the next screen, and after a change, the data of the document has its real age', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await arrive();
  await queryClient.invalidateQueries({ queryKey: keys.subjects });
  draw().unmount();
  expect(ask).toHaveBeenCalledTimes(1);

  await arrive();
  dispatchEvent(new Event('pushState'));
  vi.setSystemTime(Date.now() + 2000);
  draw();
  await screen.findByText('Crase, de novo');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a document without a screen has no data', async () => {
  await takeUpFirstScreen();
  expect(queryClient.getQueryData(keys.session)).toBeUndefined();
});

test('the chunks that the document names are loaded before the app hydrates, one file after the other', async () => {
  // No chunk of the product is registered in these.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const [fresh, { registerChunk }] = [await import('./first-screen.ts'), await import('./render-context.ts')];
  const order: string[] = [];
  const keep = (name: string) => async () => {
    await Promise.resolve();
    order.push(name);
  };
  // As the bundler writes them: the file is in the text of the function.
  registerChunk(() => 'import("./within-a1.js")', keep('within'));
  registerChunk(() => 'import("./screen-b2.js")', keep('screen'));
  registerChunk(() => 'import("./other-c3.js")', keep('other'));
  openDocument(['screen-b2.js', 'within-a1.js']);
  await fresh.takeUpFirstScreen();
  expect(order).toEqual(['screen', 'within']);
});
