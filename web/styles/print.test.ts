import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** <main> is not a child of #root, so such a rule hides it on paper. It has done so for certificates and receipts. */
const hidesAllButMain = /#root[^,{]*>\s*:not\(main\)/;

it('a style sheet that hides the children of #root on paper spares those around <main>', () => {
  const web = join(import.meta.dirname, '..');
  const sheets = globSync('**/*.css', { cwd: web });
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter((file) => hidesAllButMain.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
});
