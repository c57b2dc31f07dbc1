import { onTestFinished, vi } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';

type Answer = { status: number; text: string; headers?: Record<string, string> };
export type Call = { path: string; query: string; body: unknown };
type Reply = Answer | 'offline' | Promise<Answer | 'offline'>;

/** Responses of the server or of a proxy before it, and the lack of one. */
export const answers = {
  json: (body: unknown, status = 200): Answer => ({ status, text: JSON.stringify(body) }),
  error: (status: number, code: ErrorCode, message: string, extras = {}): Answer =>
    answers.json({ code, message, requestId: '1', ...extras }, status),
  proxyPage: (status: number): Answer => ({
    status,
    text: `<html><head><title>${status}</title></head><body><center>nginx</center></body></html>`,
  }),
  offline: 'offline' as const,
};

/** A response that the test sends when it decides to. */
export function later() {
  const { promise, resolve } = Promise.withResolvers<Answer | 'offline'>();
  return { promise, answer: resolve };
}

/**
 * Replaces the network below `web/lib/api.ts` until the test ends. Each call gets the last reply that was set for its
 * endpoint; without one it fails as without a network.
 */
export function fakeServer() {
  const replies: { method: string; path: RegExp; reply: () => Reply }[] = [];
  const calls: Call[] = [];
  const ask = async (method: string, url: string, body: unknown): Promise<Answer | 'offline'> => {
    const { pathname, search } = new URL(url, location.href);
    calls.push({ path: pathname, query: search, body });
    return replies.findLast((one) => one.method === method && one.path.test(pathname))?.reply() ?? 'offline';
  };

  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const answer = await ask(method, url, typeof body === 'string' ? JSON.parse(body) : undefined);
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  });
  vi.stubGlobal('XMLHttpRequest', fakeXhr(ask));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  });
  return {
    calls,
    /** A function is called for each request. */
    on: ({ method, path }: EndpointSpec, reply: Reply | (() => Reply)) =>
      replies.push({
        method,
        path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
        reply: typeof reply === 'function' ? reply : () => reply,
      }),
  };
}

/** The part of XMLHttpRequest that an upload needs. */
const fakeXhr = (ask: (method: string, url: string, body: unknown) => Promise<Answer | 'offline'>) =>
  class {
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
    status = 0;
    statusText = '';
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private address: [string, string] = ['', ''];
    private aborted = false;

    open(method: string, url: string): void {
      this.address = [method, url];
    }

    setRequestHeader(): void {}

    async send(form: FormData | Blob): Promise<void> {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 40, total: 100 });
      const answer = await ask(...this.address, form instanceof FormData ? Object.fromEntries(form) : undefined);
      if (this.aborted) return;
      if (answer === 'offline') return this.onerror?.();
      this.status = answer.status;
      this.responseText = answer.text;
      this.onload?.();
    }

    abort(): void {
      this.aborted = true;
      this.onabort?.();
    }
  };
