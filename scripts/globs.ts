import { matchesGlob } from 'node:path';

export const matchesAny = (path: string, globs: readonly string[] = []): boolean =>
  globs.some((pattern) => matchesGlob(path, pattern));
