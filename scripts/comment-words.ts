import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources, type Source } from './architecture.ts';
import { districts } from './architecture-rules.ts';

/**
 * Words that comments, test titles and the engineers' documents must not use (docs/vocabulary.md, CONTRIBUTING.md).
 * Each district, the titles and the documents have a limit in comment-words.json: `npm run check` fails when a count
 * rises above it, and `npm run comment-words` lowers the limits after a cleanup. What is at 0 stays at 0.
 */
const words =
  /\b(whoever|anew|of its own|of their own|of one's own|so many|so long|is told|are told|was told|nobody|somebody|stands for|by itself alone|drawn|aside)\b|(?<=^[\s/*]*)Of\b/gim;

const limitsFile = join(import.meta.dirname, 'comment-words.json');

const comment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g;

/** The district of a file, else the tree that it lies in. */
function areaOf(path: string): string {
  const [, district] = /^(?:(?:server|web)\/features|contract)\/([^/]+)\//.exec(path) ?? [];
  return district && districts.includes(district) ? district : (path.split('/')[0] ?? '');
}

export function countWords(sources: readonly Source[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path, text } of sources) {
    if (path.startsWith('scripts/comment-words')) continue;
    const comments = [...text.matchAll(comment)].map(([found]) => found).filter((found) => found.startsWith('/'));
    const found = comments.reduce((sum, one) => sum + [...one.matchAll(words)].length, 0);
    const area = areaOf(path);
    counts[area] = (counts[area] ?? 0) + found;
  }
  return counts;
}

const title = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(?:'((?:\\.|[^'\\])*)'|"([^"]*)"|`([^`]*)`)/g;

/** In the titles of tests, which have to be understood alone in a failing run. */
export const countInTitles = (sources: readonly Source[]): number =>
  sources
    // The tests of this check contain the words.
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith('scripts/comment-words'))
    .flatMap(({ text }) => [...text.matchAll(title)].map((found) => found.slice(1).join('')))
    .reduce((sum, text) => sum + [...text.matchAll(words)].length, 0);

/** The words are named in the vocabulary, and the changelog is for people. */
const DOCUMENTS = ['*.md', 'docs/*.md', 'docs/{decisions,districts}/*.md'];
const NO_DOCUMENTS = ['CHANGELOG.md', 'docs/vocabulary.md', 'docs/licences.md'];

export const countInDocuments = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + [...text.matchAll(words)].length, 0);

const readDocuments = (root: string): string[] =>
  globSync(DOCUMENTS, { cwd: root, exclude: NO_DOCUMENTS }).map((name) => readFileSync(join(root, name), 'utf8'));

/** One line for each area whose comments use more of these words than its limit allows. */
export const exceeded = (counts: Record<string, number>, limits: Record<string, number>): string[] =>
  Object.entries(counts)
    .filter(([area, count]) => count > (limits[area] ?? 0))
    .map(
      ([area, count]) =>
        `${area}: ${isText(area) ? 'they' : 'comments'} use ${count} words that docs/vocabulary.md rules out; the limit is ${limits[area] ?? 0}`,
    );

const isText = (area: string) => area === 'test titles' || area === 'documents';

export const readLimits = (): Record<string, number> => JSON.parse(readFileSync(limitsFile, 'utf8'));

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sources = await readSources(root);
  const counts: Record<string, number> = {
    ...countWords(sources),
    'test titles': countInTitles(sources),
    documents: countInDocuments(readDocuments(root)),
  };
  const limits = readLimits();
  if (process.argv.includes('--lower')) {
    const lowered = Object.entries(counts).map(([area, count]) => [area, Math.min(count, limits[area] ?? count)]);
    writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(lowered.sort()), null, 2)}\n`);
  } else {
    const lines = exceeded(counts, limits);
    for (const line of lines) console.error(line);
    if (lines.length > 0) process.exitCode = 1;
  }
}
