import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { text } from '#contract/shapes.ts';

/** What went wrong: a part that could not be rendered, one whose file did not load, or server HTML that did not match. */
export const faultKinds = ['render', 'part', 'hydration'] as const;
export type FaultKind = (typeof faultKinds)[number];

export const reportBrowserFault = endpoint({
  method: 'POST',
  path: '/api/browser-faults',
  access: 'public',
  summary: 'Tells the operator that a part of a page broke in a browser; ten a minute and address.',
  body: z.object({
    kind: z.enum(faultKinds),
    name: text(60),
    message: text(300),
    /** The page's path, without query and fragment. */
    path: text(200),
    stack: text(2000),
  }),
  bodyLimit: 4096,
});

/**
 * Turns '/quizzes/7/attempts/12' into '/quizzes/#/attempts/#': it names the screen and reveals nothing about the user.
 */
export const screenOf = (path: string) =>
  path
    .replace(/[?#].*/s, '')
    .split('/')
    .map((part) => (/^[a-z-]{1,30}$/.test(part) || part === '' ? part : '#'))
    .join('/');

/**
 * The words of an error without what a person may have typed or who they are: quoted texts (except names of properties),
 * addresses, and every word with a digit or an @ in it.
 */
export const withoutDetails = (words: string) =>
  words
    .replace(/["“`][^"”`]*["”`]?/g, '"…"')
    .replace(/'([^']*)('|$)/g, (quoted, inside, end) => (end && /^[A-Za-z_$]{1,40}$/.test(inside) ? quoted : "'…'"))
    .replace(/\b\w+:\/\/\S+/g, '…')
    .replace(/[^\s'"()]*[\d@][^\s'"()]*/g, '#');

const stackFrame = /^\s*(?:at )?([\w.$<>*/ ]{0,80}?)[ @(]*(?:https?:\/\/[^/\s]+)?(\/assets\/[\w.-]{1,80}:\d+:\d+)\)?$/;

/** The places of a stack alone ('draw (/assets/index-Bt4.js:3:120)'): its first line repeats the message. */
export const stackFramesOf = (stack: string) =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name, file] = stackFrame.exec(line) ?? [];
      return file ? [`${name?.trim() || '?'} (${file})`] : [];
    })
    .slice(0, 15)
    .join('\n');
