import type { Chunk } from './build-chunk.ts';
import { brotli } from './build-compress.ts';
import { filesOfParts } from './build-parts.ts';

const KB = 1024;
const budgets = { landing: 30 * KB, home: 120 * KB, files: 15 };

/** What a student's first screen loads by itself beyond the entry: the dashboard, its parts and those of the header. */
const homeModules =
  /\/web\/(shell\/home-screen|features\/(dashboards\/student-screen|exams\/upcoming-exams|study-plan\/todays-plan|notifications\/bell)|ui\/toaster)\.tsx$/;

/** What must never be part of the first load: it belongs to screens most visits do not open. */
const lazyOnly: [what: string, modules: RegExp][] = [
  ['the editor', /\/web\/editor\/|\/node_modules\/(@tiptap|prosemirror-)/],
  ['charts', /\/web\/ui\/charts?[/.-]/],
  ['QR codes', /\/node_modules\/uqr\//],
  ['passkeys', /\/node_modules\/@simplewebauthn\//],
  ['the sanitiser', /\/node_modules\/dompurify\//],
  ['admin screens', /\/web\/features\/.*admin[^/]*-screen\.tsx/],
];

/** What reading a lesson loads, with its tools, its players and the questions at its end. */
const readerModules =
  /\/web\/features\/lessons\/(lesson-screen|reader\/(reader-tools|lesson-questions|players\/lesson-players))\.tsx$/;
const isReader = (chunk: Chunk) => chunk.moduleIds.some((id) => readerModules.test(id));

/** What only authors need: a formula is MathML that a browser draws by itself. */
const authorsOnly: [what: string, modules: RegExp][] = [
  ['the editor', /\/node_modules\/(@tiptap|prosemirror-)/],
  ['what makes formulas', /\/node_modules\/temml\//],
];

export type Sizes = {
  chunks: { name: string; bytes: number; first: boolean }[];
  entry: number;
  home: number;
  pages: Record<string, number>;
};

/** Compressed sizes of every chunk and page. `first` marks what the app's entry loads statically. */
export async function measure(chunks: Chunk[], pages: Record<string, string>): Promise<Sizes> {
  const first = loadedBy(chunks, isEntry);
  const home = loadedBy(chunks, isHome);
  const sized = await Promise.all(
    chunks.map(async (chunk) => ({
      name: chunk.fileName,
      bytes: (await brotli(Buffer.from(chunk.code))).length,
      first: first.has(chunk),
      home: home.has(chunk),
    })),
  );
  const pageSizes: Record<string, number> = {};
  for (const [name, html] of Object.entries(pages)) pageSizes[name] = (await brotli(Buffer.from(html))).length;
  return {
    chunks: sized.sort((a, b) => Number(b.first) - Number(a.first) || b.bytes - a.bytes),
    entry: bytesOf(sized.filter((chunk) => chunk.first)),
    home: bytesOf(sized.filter((chunk) => chunk.home)),
    pages: pageSizes,
  };
}

const bytesOf = (chunks: readonly { bytes: number }[]) => chunks.reduce((sum, { bytes }) => sum + bytes, 0);
const isEntry = (chunk: Chunk) => chunk.isEntry;
const isHome = (chunk: Chunk) => chunk.isEntry || chunk.moduleIds.some((id) => homeModules.test(id));

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
  if (sizes.home > budgets.home)
    broken.push(`A student's first screen has ${kb(sizes.home)} of script; ${kb(budgets.home)} are allowed.`);
  const ofEntry = loadedBy(chunks, isEntry).size;
  for (const [part, { scripts }] of Object.entries(filesOfParts(chunks))) {
    const files = ofEntry + scripts.length;
    if (part.endsWith('-screen') && files > budgets.files)
      broken.push(`The screen ${part} asks for ${files} files of script; ${budgets.files} are allowed.`);
  }
  const ofHome = loadedBy(chunks, isHome).size;
  if (ofHome > budgets.files)
    broken.push(`A student's first screen asks for ${ofHome} files of script; ${budgets.files} are allowed.`);
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

export function report(sizes: Sizes): string {
  const line = (name: string, bytes: number, note = ''): string => `  ${kb(bytes).padStart(9)}  ${name}${note}`;
  return [
    'Sizes (brotli):',
    ...Object.entries(sizes.pages).map(([name, bytes]) => line(`${name}.html`, bytes)),
    ...sizes.chunks.map(({ name, bytes, first }) => line(name, bytes, first ? '  (first load)' : '')),
    line('first load of the app', sizes.entry),
    line(`first screen of a student, of ${kb(budgets.home)} allowed`, sizes.home),
  ].join('\n');
}

const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`;
