import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the product on disk: after an update another than the running one. */
export function readVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The version of the product that is running. */
export const version = readVersion();
