import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const escaped = (path: string) => path.replace(/[^\w/]/g, '\\$&');

/**
 * The ids of the bundler's modules in a folder of the repository, by the rest of their path. Anchored at the root: a
 * folder above the repository may be called `web` or `contract`, too.
 */
export const idsIn = (folder: string, rest: RegExp, base = root): RegExp =>
  new RegExp(`^${escaped(join(base, folder))}/${rest.source}`);
