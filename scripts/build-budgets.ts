import type { Chunk } from './build-chunk.ts';
import { brotli } from './build-compress.ts';
import { alsoMeasured, frame, isOneOf, login, namedForNothing, oftenOpened } from './build-screens.ts';

const KB = 1024;
/** At desks with a good line a file more is less than what it would be joined with. */
const budgets = { landing: 30 * KB, oftenFiles: 15, files: 22 };

/** What must never be part of the first load: it belongs to screens most visits do not open. */
const lazyOnly: [what: string, modules: RegExp][] = [
  ['the editor', /\/web\/editor\/|\/node_modules\/(@tiptap|prosemirror-)/],
  ['charts', /\/web\/.*-chart\.tsx$/],
  ['QR codes', /\/node_modules\/uqr\//],
  ['passkeys', /\/node_modules\/@simplewebauthn\//],
  ['the sanitiser', /\/node_modules\/dompurify\//],
  ['admin screens', /\/web\/features\/.*admin[^/]*-screen\.tsx/],
];

/** What reading a lesson loads, with its tools, its players and the questions at its end. */
const reader = [
  'web/features/content/lessons/lesson-screen.tsx',
  'web/features/content/lessons/reader/reader-tools.tsx',
  'web/features/study/practice/lesson/lesson-questions.tsx',
  'web/features/content/lessons/reader/players/lesson-players.tsx',
] as const;
const isReader = (chunk: Chunk) => chunk.moduleIds.some(isOneOf(reader));

/** What only authors need: a formula is MathML that a browser draws by itself. */
const authorsOnly: [what: string, modules: RegExp][] = [
  ['the editor', /\/node_modules\/(@tiptap|prosemirror-)/],
  ['what makes formulas', /\/node_modules\/temml\//],
];

export type Sizes = {
  chunks: { name: string; bytes: number; first: boolean }[];
  entry: number;
  /** For a first visit to the most opened screens. */
  visits: { name: string; bytes: number; files: number; mostKb: number; mostFiles: number }[];
  pages: Record<string, number>;
};

/** Compressed sizes of every chunk and page. `first` marks what the app's entry loads statically. */
export async function measure(chunks: Chunk[], pages: Record<string, string>): Promise<Sizes> {
  const first = loadedBy(chunks, isEntry);
  const sized = await Promise.all(
    chunks.map(async (chunk) => ({
      name: chunk.fileName,
      bytes: (await brotli(Buffer.from(chunk.code))).length,
      first: first.has(chunk),
    })),
  );
  const bytesByName = new Map(sized.map(({ name, bytes }) => [name, bytes]));
  const screens = [
    ...[login, ...oftenOpened].map((screen) => ({ ...screen, mostFiles: budgets.oftenFiles })),
    ...alsoMeasured,
  ];
  const visits = screens.map(({ name, parts, mostKb, mostFiles }) => {
    const files = [...loadedBy(chunks, holds(isOneOf(parts)))];
    const bytes = files.reduce((sum, { fileName }) => sum + (bytesByName.get(fileName) ?? 0), 0);
    return { name, bytes, files: files.length, mostKb, mostFiles };
  });
  const pageSizes: Record<string, number> = {};
  for (const [name, html] of Object.entries(pages)) pageSizes[name] = (await brotli(Buffer.from(html))).length;
  return {
    chunks: sized.sort((a, b) => Number(b.first) - Number(a.first) || b.bytes - a.bytes),
    entry: bytesOf(sized.filter((chunk) => chunk.first)),
    visits,
    pages: pageSizes,
  };
}

const bytesOf = (chunks: readonly { bytes: number }[]) => chunks.reduce((sum, { bytes }) => sum + bytes, 0);
const isEntry = (chunk: Chunk) => chunk.isEntry;
/** The entry, and whatever holds one of these modules. */
const holds = (isPart: (id: string) => boolean) => (chunk: Chunk) => chunk.isEntry || chunk.moduleIds.some(isPart);

/** The chunks that begin, and all that they import, however deep. */
function loadedBy(chunks: Chunk[], begins: (chunk: Chunk) => boolean): Set<Chunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || first.has(chunk)) return;
    first.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const chunk of chunks) if (begins(chunk)) visit(chunk);
  return first;
}

/** Every broken budget in one sentence; an empty list is a good build. */
export function brokenBudgets(sizes: Sizes, chunks: Chunk[], pages: Record<string, string>): string[] {
  const broken: string[] = [];
  for (const [name, html] of Object.entries(pages)) {
    // JSON-LD is data, not script: it is the only <script> these pages may carry.
    if (/<script(?! type="application\/ld\+json")/.test(html))
      broken.push(`The page ${name} carries a script; it may have none.`);
    const bytes = sizes.pages[name] ?? 0;
    if (bytes > budgets.landing)
      broken.push(`The page ${name} has ${kb(bytes)} of HTML and CSS; ${kb(budgets.landing)} are allowed.`);
  }
  for (const { name, bytes, files, mostKb, mostFiles } of sizes.visits) {
    if (bytes > mostKb * KB)
      broken.push(`A first visit to ${name} has ${kb(bytes)} of script; ${kb(mostKb * KB)} are allowed.`);
    if (files > mostFiles)
      broken.push(`A first visit to ${name} asks for ${files} files of script; ${mostFiles} are allowed.`);
  }
  for (const id of chunks.flatMap(({ moduleIds }) => moduleIds).filter((one) => /\/web\/.*-screen\.tsx$/.test(one))) {
    const files = loadedBy(chunks, (chunk) => holds(isOneOf(frame))(chunk) || chunk.moduleIds.includes(id)).size;
    const screen = id.replace(/^.*\/web\/(.+)\.tsx$/, '$1');
    if (files > budgets.files)
      broken.push(`The screen ${screen} asks for ${files} files of script; ${budgets.files} are allowed.`);
  }
  for (const chunk of chunks) {
    const others = new Set(chunk.imports);
    const isCircle = [...loadedBy(chunks, ({ fileName }) => others.has(fileName))].includes(chunk);
    if (isCircle) broken.push(`${chunk.fileName} is imported by what it imports: whose modules run first is chance.`);
  }
  const refuse = (place: string, begins: (chunk: Chunk) => boolean, list: typeof lazyOnly) => {
    for (const chunk of loadedBy(chunks, begins)) {
      for (const [what, modules] of list) {
        const found = chunk.moduleIds.find((id) => modules.test(id));
        const name = found?.replace(/^.*\/(web|node_modules)\//, '$1/');
        if (name) broken.push(`${place} holds ${what} (${name}): import it lazily.`);
      }
    }
  };
  refuse("The app's first load", isEntry, lazyOnly);
  refuse('A lesson that is read', isReader, authorsOnly);
  return broken;
}

/** Every name and rule of these budgets that no module of the whole build answers to: it would hold nothing, silently. */
export function emptyRules(chunks: Chunk[]): string[] {
  const ids = chunks.flatMap(({ moduleIds }) => moduleIds);
  const gone = [...namedForNothing(ids), ...reader.filter((path) => !ids.some(isOneOf([path])))];
  const rules = [...lazyOnly, ...authorsOnly].filter(([, modules]) => !ids.some((id) => modules.test(id)));
  return [
    ...[...new Set(gone)].map((path) => `${path} is named by a budget and is no module of the build.`),
    ...rules.map(([what, modules]) => `The rule for ${what} meets no module of the build: ${modules.source}`),
  ];
}

export function report(sizes: Sizes): string {
  const line = (name: string, bytes: number, note = ''): string => `  ${kb(bytes).padStart(9)}  ${name}${note}`;
  return [
    'Sizes (brotli):',
    ...Object.entries(sizes.pages).map(([name, bytes]) => line(`${name}.html`, bytes)),
    ...sizes.chunks.map(({ name, bytes, first }) => line(name, bytes, first ? '  (first load)' : '')),
    line('first load of the app', sizes.entry),
    ...sizes.visits.map(({ name, bytes, files, mostKb }) =>
      line(`first visit to ${name} in ${files} files, of ${kb(mostKb * KB)} allowed`, bytes),
    ),
  ].join('\n');
}

const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`;
