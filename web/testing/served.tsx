import { act } from '@testing-library/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { onTestFinished } from 'vitest';
import { noteFields } from '#web/lib/hydration.ts';
import { type RenderContext, renderWith } from '#web/lib/render-context.ts';

export const context: RenderContext = {
  host: 'escola.example',
  protocol: 'https',
  isApple: false,
  now: Date.parse('2026-11-17T12:00:00Z'),
  title: '',
  parts: new Set(),
  missing: new Set(),
};

/** The server's HTML in a document, and what hydrates it. Every mismatch that React meets is collected. */
export function served(app: React.ReactNode) {
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
export function typeEarly(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
}
