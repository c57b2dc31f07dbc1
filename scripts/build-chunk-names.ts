import { posix } from 'node:path';
import type { Plugin } from 'vite';
import type { Chunk } from './build-chunk.ts';

/** `() => import('./bell.tsx')`: a part with a separate chunk. */
const loading = /\(\)\s*=>\s*import\(\s*'(\.{1,2}\/|#web\/)([^']+)\.tsx'\s*\)(?!\s*\.)/g;

const nameOf = (id: string): string | undefined => /^.*\/web\/(.+)\.tsx$/.exec(id)?.[1];

/** The code with names; null where it loads nothing. Exported for its test. */
export function withNames(code: string, id: string): string | null {
  const here = nameOf(id.replace(/\.ts$/, '.tsx'));
  if (here === undefined) return null;
  const named = code.replace(loading, (load, from: string, path: string) => {
    const part = from === '#web/' ? path : posix.join(posix.dirname(here), from, path);
    return `Object.assign(${load}, { part: '${part}' })`;
  });
  return named === code ? null : named;
}

/**
 * In the server's build each loaded part has its module's name, so that the server can tell the browser which files a
 * screen is made of (web/lib/render-context.ts).
 */
export const namedChunks = (): Plugin => ({
  name: 'named-parts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/ },
    handler(code, id) {
      const named = withNames(code, id);
      return named === null ? null : { code: named, map: null };
    },
  },
});

/** `file` is the part's own chunk; the others are what it needs with it, without what the entry brings. */
export type ChunkFiles = { file: string; scripts: string[]; styles: string[] };

export function filesOfChunks(chunks: readonly Chunk[]): Record<string, ChunkFiles> {
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
  const parts: Record<string, ChunkFiles> = {};
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const part = nameOf(id);
      if (!part) continue;
      const own = [...loadedBy(chunk)].filter((one) => !entry.has(one));
      parts[part] = {
        file: chunk.fileName,
        scripts: own.map(({ fileName }) => fileName),
        styles: [...new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
      };
    }
  }
  return parts;
}
