import type { BrowserContext } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** Collects what a person would not see but a developer must: console errors, page errors, errors of the server. */
export function watchForFaults(context: BrowserContext, server: RunningServer): () => string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' || isAnswer(message.text(), message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => {
    const error = webError.error();
    faults.push(`page ${webError.page()?.url()}: ${error.stack ?? error.message}`);
  });
  server.takeErrors();
  return () => [...faults, ...server.takeErrors().map((line) => `server: ${line}`)];
}

/** The browser itself writes a line for every 4xx answer of the API; those are answers, not faults. */
function isAnswer(text: string, url: string): boolean {
  return /Failed to load resource: .* status of 4\d\d/.test(text) && new URL(url).pathname.startsWith('/api/');
}
