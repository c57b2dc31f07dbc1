import type { User } from './platform/users.ts';

/** Query keys of the browser part with what they hold. */
export type Answers = [key: readonly unknown[], data: unknown][];

/**
 * What a document carries besides its HTML, so that the app starts without a request: the signed-in user (null: none),
 * the answers to the calls of the screen, and its chunks.
 */
export type FirstScreen = {
  user: User | null;
  answers: Answers;
  /** When it was rendered, in milliseconds. */
  at: number;
  /** Scripts of the parts that it is made of, outer parts before those within them. */
  files: string[];
};

/** By its own words (`User-Agent`): the document and the app that takes it over must not differ. */
export const isAppleAgent = (agent: string): boolean => /Macintosh|iPhone|iPad/.test(agent);

/** The element of the document that holds it, as JSON. */
export const FIRST_SCREEN_ID = 'first-screen';

/** The app without any screen in it: what the service worker opens where there is neither a network nor a copy. */
export const SHELL_PATH = '/app-shell';

/** An answer of our own calls, as far as the browser part looks at it. */
export type AnswerOf = {
  ok: boolean;
  status: number;
  statusText: string;
  headers: { get: (name: string) => string | null };
  json: () => Promise<unknown>;
  text: () => Promise<string>;
};

export type ScreenRequest = {
  path: string;
  /** Without the question mark. */
  search: string;
  /** As the browser's address names it, with its port. */
  host: string;
  protocol: 'http' | 'https';
  /** A Mac, an iPhone or an iPad: their keys have other names. */
  isApple: boolean;
  user: User | null;
  /** The school as the shell's own element tells it. */
  school: string;
  /** After this many milliseconds the screen is rendered with the answers that have arrived. */
  patienceMs: number;
};

export type RenderedScreen = Omit<FirstScreen, 'files'> & {
  /** Parts of the screen with a separate chunk, by the names of their modules. */
  parts: string[];
  html: string;
  title: string;
  /**
   * Every answer had arrived, and the HTML depends on nothing else: the same answers give the same HTML for a minute.
   */
  isLasting: boolean;
  /** The screen has read the query of the address. Without it, every query of the path gives the same screen. */
  readsSearch: boolean;
};

/**
 * A piece of a stylesheet, so that a document can carry those that its screen needs: one that every screen does, one for
 * elements that have all classes of one of these lists (as they are written in HTML), or pieces within a rule like @media.
 */
export type StylePiece = string | { of: string[][]; css: string } | { around: string; pieces: StylePiece[] };

/** The `media` of styles that wait for the app. */
export const FOR_NO_DEVICE = 'not all';

/** `rest` is the address of what is left of it where a document carries pieces: without those that every one carries. */
export type Stylesheet = { pieces: StylePiece[]; rest: string };

/** What the build of the browser part for the server exports. */
export type ScreenRenderer = {
  sendBy: (transport: (address: string, init: { method?: string }) => Promise<AnswerOf>) => void;
  renderScreen: (request: ScreenRequest) => Promise<RenderedScreen | null>;
  /** What a screen says of time ("há 5 minutos") is true while this is the same. */
  minuteNow: () => number;
};
