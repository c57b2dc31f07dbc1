import type { Chunk } from './build-app.ts';

const nameOf = (id: string): string | undefined => /\/web\/(.+)\.tsx$/.exec(id)?.[1];

/** Files of a part: its own chunk first, then what that imports. Those of the entry are there already. */
type PartFiles = { scripts: string[]; styles: string[] };

export function filesOfParts(chunks: readonly Chunk[]): Record<string, PartFiles> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loadedBy = (first: Chunk): Set<Chunk> => {
    const seen = new Set<Chunk>();
    const visit = (chunk: Chunk | undefined): void => {
      if (!chunk || seen.has(chunk)) return;
      seen.add(chunk);
      for (const file of chunk.imports) visit(byFile.get(file));
    };
    visit(first);
    return seen;
  };
  const entry = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [...loadedBy(chunk)]));
  const parts: Record<string, PartFiles> = {};
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const part = nameOf(id);
      if (!part) continue;
      const own = [...loadedBy(chunk)].filter((one) => !entry.has(one));
      parts[part] = {
        scripts: own.map(({ fileName }) => fileName),
        styles: [...new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
      };
    }
  }
  return parts;
}
