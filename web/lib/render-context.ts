import { isAppleAgent } from '#contract/first-screen.ts';

/**
 * Loads the module of a chunk. The server build names it (scripts/build-chunk-names.ts); the browser knows it by its
 * file.
 */
export type LoadChunk<T> = (() => Promise<T>) & { part?: string };

/** For each chunk, a function that loads and caches it, so that it can be rendered synchronously. */
const keepers: [load: () => unknown, keep: () => Promise<unknown>][] = [];

export function registerChunk(load: () => unknown, keep: () => Promise<unknown>): void {
  keepers.push([load, keep]);
}

/** The bundler writes the file of a chunk into the function that loads it; a chunk bundled with its screen has none. */
const isIn = (file: string, load: string) => load.includes(file) || !load.includes('import(');

/** Loads the chunks of one file before their first render. A chunk that fails shows its error where it is rendered. */
export const preloadChunks = (file: string): Promise<unknown> =>
  Promise.allSettled(keepers.filter(([load]) => isIn(file, String(load))).map(([, keep]) => keep()));

/**
 * State of a render on the server: title and chunks of the screen, and the chunks to load before it can be rendered.
 */
export type RenderContext = {
  host: string;
  protocol: 'http' | 'https';
  isApple: boolean;
  /** The time that the screen shows, in milliseconds. */
  now: number;
  title: string;
  parts: Set<string>;
  missing: Set<() => Promise<unknown>>;
};

let renderContext: RenderContext | null = null;

/** Renders synchronously: the context is global, and no other render can run meanwhile. */
export function renderWith<T>(into: RenderContext, draw: () => T): T {
  renderContext = into;
  try {
    return draw();
  } finally {
    renderContext = null;
  }
}

/** When the server rendered the document: hydration must show the same time. */
let documentTime: number | null = null;

export const takeDocumentTime = (time: number): void => {
  documentTime = time;
};

export const renderedAt = (): number => renderContext?.now ?? documentTime ?? Date.now();

/** The host of the product, with the port; on the server, the host of the request. */
export const ownHost = (): string => renderContext?.host ?? location.host;
export const ownOrigin = (): string =>
  renderContext ? `${renderContext.protocol}://${renderContext.host}` : location.origin;
export const ownHostname = (): string => ownHost().replace(/:\d+$/, '');

/** Whether keys are named as on a Mac; on the server, by the browser of the request. */
export const isOnApple = (): boolean => renderContext?.isApple ?? isAppleAgent(navigator.userAgent);

/** Notes that the screen being rendered uses the chunk. */
export function noteChunk(part: string | undefined, keep: () => Promise<unknown>, isKept: boolean): void {
  if (part) renderContext?.parts.add(part);
  if (!isKept) renderContext?.missing.add(keep);
}

/** The last call wins: a screen may set a better title than its route. */
export function noteTitle(title: string): void {
  if (renderContext) renderContext.title = title;
}
