import { isAppleAgent } from '#contract/first-screen.ts';

/** Loads a part's module. The server's build names it (scripts/build-chunk-names.ts); the browser knows it by its file. */
export type LoadChunk<T> = (() => Promise<T>) & { part?: string };

/** Loads a part and keeps it, so that it can be drawn at once. */
const keepers: [load: () => unknown, keep: () => Promise<unknown>][] = [];

export function registerChunk(load: () => unknown, keep: () => Promise<unknown>): void {
  keepers.push([load, keep]);
}

/** The bundler writes a part's file into the function that loads it; what travels with its own screen has none. */
const isIn = (file: string, load: string) => load.includes(file) || !load.includes('import(');

/** Fetches the parts of one file before they are drawn for the first time. What does not come says so in its own place. */
export const preloadChunks = (file: string): Promise<unknown> =>
  Promise.allSettled(keepers.filter(([load]) => isIn(file, String(load))).map(([, keep]) => keep()));

/** While the server draws: what the screen is called and made of, and what of it has to be loaded first. */
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

/** Draws in one go, as nothing else can be drawn meanwhile. */
export function renderWith<T>(into: RenderContext, draw: () => T): T {
  renderContext = into;
  try {
    return draw();
  } finally {
    renderContext = null;
  }
}

/** When the document's screen was rendered: what hydrates it shows the same time. */
let documentTime: number | null = null;

export const takeDocumentTime = (time: number): void => {
  documentTime = time;
};

export const renderedAt = (): number => renderContext?.now ?? documentTime ?? Date.now();

/** Where the product is open, with the port; the server draws for the host that it was asked by. */
export const ownHost = (): string => renderContext?.host ?? location.host;
export const ownOrigin = (): string =>
  renderContext ? `${renderContext.protocol}://${renderContext.host}` : location.origin;
export const ownHostname = (): string => ownHost().replace(/:\d+$/, '');

/** Whether keys are named as on a Mac; the server draws for the browser that asked. */
export const isOnApple = (): boolean => renderContext?.isApple ?? isAppleAgent(navigator.userAgent);

/** The part stands on the screen that is being drawn. */
export function noteChunk(part: string | undefined, keep: () => Promise<unknown>, isKept: boolean): void {
  if (part) renderContext?.parts.add(part);
  if (!isKept) renderContext?.missing.add(keep);
}

/** The last one counts: a screen may know a better name than its route. */
export function noteTitle(title: string): void {
  if (renderContext) renderContext.title = title;
}
