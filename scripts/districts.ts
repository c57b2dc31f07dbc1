import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importsOf, readSources, type Source } from './architecture.ts';
import { districts, tests } from './architecture-rules.ts';
import { matchesAny } from './globs.ts';

/** `npm run districts` writes the picture of docs/architecture.md from the imports between server features. */

const page = join(import.meta.dirname, '../docs/architecture.md');
const block = /```mermaid\n[\s\S]*?```/;

const placeOf = (path: string) => {
  const [, district, feature] = /^server\/features\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  return district && feature ? { district, feature } : undefined;
};

export function drawDistricts(sources: readonly Source[]): string {
  const features = new Map(districts.map((district) => [district, new Set<string>()]));
  const arrows = new Map<string, number>();
  for (const source of sources) {
    const from = placeOf(source.path);
    if (!from || matchesAny(source.path, tests)) continue;
    features.get(from.district)?.add(from.feature);
    for (const { target } of importsOf(source)) {
      const to = placeOf(target);
      if (!to || to.district === from.district) continue;
      const arrow = `${from.district} ${to.district}`;
      arrows.set(arrow, (arrows.get(arrow) ?? 0) + 1);
    }
  }
  const boxes = districts.map(
    (name) => `  ${name}["<b>${name}</b><br>${[...(features.get(name) ?? [])].sort().join(', ')}"]`,
  );
  const lines = districts.flatMap((from) =>
    districts.flatMap((to) => {
      const count = arrows.get(`${from} ${to}`);
      return count ? [`  ${from} -->|${count}| ${to}`] : [];
    }),
  );
  return ['```mermaid', 'flowchart TD', ...boxes, ...lines, '```'].join('\n');
}

/** The picture that the page shows now. */
export const readPicture = async (): Promise<string> => block.exec(await readFile(page, 'utf8'))?.[0] ?? '';

if (import.meta.main) {
  const picture = drawDistricts(await readSources(join(import.meta.dirname, '..')));
  const text = await readFile(page, 'utf8');
  await writeFile(
    page,
    text.replace(block, () => picture),
  );
}
