import { readFileSync } from 'node:fs';
import { ProviderFault } from './provider.ts';

const FILE = 'file:';

/** Whether the operator named a file instead of the secret itself, as orchestrators provide secrets. */
export const isInFile = (source: string): boolean => source.startsWith(FILE);

/**
 * A secret as the operator gave it: the value itself, or `file:` and a path. A file is read each time, so that a
 * replaced one needs no restart. It may contain several secrets, one per line; the first is the one to use.
 */
export function secretsIn(source: string): [first: string, ...others: string[]] {
  if (!isInFile(source)) return [source];
  const [first, ...others] = linesOf(source.slice(FILE.length));
  if (first === undefined) throw new ProviderFault('the file of a secret is empty or not there');
  return [first, ...others];
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch {
    // The error would name the path; callers report an empty list without it.
    return [];
  }
}

export const secretIn = (source: string): string => secretsIn(source)[0];
