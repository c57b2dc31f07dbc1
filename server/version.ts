import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of the release that a `main.ts` belongs to. */
export function readVersionOf(main: string): string {
  const manifest = readFileSync(join(dirname(main), '../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The version of the product that is running. */
export const version = readVersionOf(join(import.meta.dirname, 'main.ts'));
