/**
 * Prints the citations of a text as JSON, with offsets and URNs:
 *   npm run law:cite -- FILE
 */
import { readFile } from 'node:fs/promises';
import { citationFinder } from '#server/features/content/laws/citing/find-citations.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run law:cite -- FILE');
  process.exit(2);
}

console.log(JSON.stringify(citationFinder()(await readFile(file, 'utf8')), null, 2));
