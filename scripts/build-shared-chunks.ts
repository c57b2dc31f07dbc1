import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { type Module, planGroups } from './build-groups.ts';
import { alsoMeasured, frame, isOneOf, login, oftenOpened, openedNext } from './build-screens.ts';

/**
 * Shared files that one screen may ask for. With fewer, what few need is joined with what many do not: with 13 the screen
 * in the middle loads 233 KB instead of 189.
 */
const MOST_FILES = 14;
/**
 * How much a byte without need counts: in what a press opens, on a screen, at a desk with a good line. Students are
 * many, and on the road.
 */
const WEIGHTS = { next: 20, others: 5, desks: 1 };
/** A module that at least this many of the frequent screens need goes into the common frame. */
const COMMON = 2;

const ofAuthors =
  /admin|teacher|author|publish|question-bank|exams\/statistics|study\/reports|media|system|stats|school-settings|audit|reconcile|statement|offers|writing|doubts-screen/;
const [forVisitors, forUsers] = [/\/web\/router\.tsx$/, /\/web\/(user|school|office)-routes\.tsx$/];

/** Not needed by any screen: each icon is imported from its own file (build-icons.ts). */
const isListOfIcons = (id: string) => id.endsWith('/lucide-react.mjs');

type Fixed = Record<string, RegExp>;
/** The named ones among the separately loaded chunks. */
type Meant = (paths: typeof frame) => string[];

/**
 * Decides which modules travel together, once the bundler knows them all: `groupOf` is asked by its grouping. First what
 * has its place: `fixed` are files by their names, `start` is what the entry needs, `frame` what is around every screen
 * or needed by many of those that are opened often; the rest of these goes by who needs it. Everything else is planned
 * (build-groups.ts). A file only imports what more people need, so that no two import each other.
 */
export function sharedChunks(fixed: Fixed): { plugin: Plugin; groupOf: (id: string) => string | null } {
  let names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'shared-rooms',
    apply: 'build',
    buildEnd() {
      // Sorted: the order in which they were read varies, and two builds of one source must be equal.
      const ids = [...this.getModuleIds()].sort();
      const infos = new Map(ids.map((id) => [id, this.getModuleInfo(id)]));
      const loadedBy = (from: readonly string[]) => [
        ...new Set(from.flatMap((id) => infos.get(id)?.dynamicallyImportedIds ?? [])),
      ];
      const modules = ids.map((id): Module => {
        const info = infos.get(id);
        const imports = (info?.importedIds ?? []).filter((one) => !isListOfIcons(one));
        return { id, bytes: info?.code?.length ?? 0, imports };
      });
      const parts = loadedBy(ids);
      const meant: Meant = (paths) => parts.filter(isOneOf(paths));
      const placed = fixedChunksOf(modules, fixed);
      const entries = ids.filter((id) => infos.get(id)?.isEntry);
      for (const id of needOf(entries, modules, placed)) placed.set(id, 'start');
      const routedBy = (test: RegExp) => loadedBy(ids.filter((id) => test.test(id)));
      assignOftenOpened(modules, placed, { meant, routed: routedBy(forUsers), parts });
      for (const name of Object.keys(fixed)) {
        for (const id of needOf(importsOf(name, modules, placed), modules, placed)) placed.set(id, name);
      }
      const opened = [
        ...routedBy(forVisitors).map((id) => ({ parts: [id], weight: WEIGHTS.others })),
        ...routedBy(forUsers).map((id) => ({
          parts: [id, ...meant(frame)],
          weight: ofAuthors.test(id.replace(/^.*\/web\//, '')) ? WEIGHTS.desks : WEIGHTS.others,
        })),
        ...openedNext.map((paths) => ({ parts: meant([...frame, ...paths]), weight: WEIGHTS.next })),
      ];
      const screens = opened.map((screen) => ({
        ...screen,
        mostFiles: MOST_FILES - countChunksNeeded(screen.parts, modules, placed),
      }));
      const groups = planGroups(modules, { parts, screens, without: new Set(placed.keys()) });
      // By the parts in it, which a reader of the network's list knows.
      const called = (group: number) =>
        parts
          .filter((id) => groups.get(id) === group)
          .map((id) => basename(id).replace(/\.tsx?$/, ''))
          .slice(0, 2)
          .join('-') || `shared-${group}`;
      names = new Map([...placed, ...[...groups].map(([id, group]): [string, string] => [id, called(group)])]);
    },
  };
  const groupOf = (id: string): string | null => names.get(id) ?? null;
  return { plugin, groupOf };
}

function fixedChunksOf(modules: readonly Module[], fixed: Fixed): Map<string, string> {
  const placeOf = (id: string) => Object.entries(fixed).find(([, test]) => test.test(id))?.[0];
  return new Map(
    modules.flatMap(({ id }): [string, string][] => {
      const place = placeOf(id);
      return place ? [[id, place]] : [];
    }),
  );
}

/** The modules of the screens that are opened often: in the frame, in a file of two of them, or in their own. */
function assignOftenOpened(
  modules: readonly Module[],
  placed: Map<string, string>,
  { meant, routed, parts }: { meant: Meant; routed: readonly string[]; parts: readonly string[] },
): void {
  const needsOfParts = new Map(parts.map((part) => [part, needOf([part], modules, placed)]));
  const others = routed.flatMap((screen) => needsOfParts.get(screen) ?? []);
  const wholeFrame = needOf(meant(frame), modules, placed);
  const needs = oftenOpened.map(({ name, parts }) => ({ name, need: needOf(meant(parts), modules, placed) }));
  const ofLogin = needOf(meant(login.parts), modules, placed);
  const rarer = alsoMeasured.map(({ file, parts: own }) => {
    const ofScreen = meant(own);
    const isOther = (part: string) => !ofScreen.includes(part);
    const strangers = parts.filter(isOther).flatMap((part) => needsOfParts.get(part) ?? []);
    return { file, need: needOf(ofScreen, modules, placed), strangers };
  });
  for (const id of new Set([...wholeFrame, ...ofLogin, ...needs.flatMap(({ need }) => [...need])])) {
    const users = needs.filter(({ need }) => need.has(id)).map(({ name }) => name.replaceAll(' ', '-'));
    const isCommon = wholeFrame.has(id) || users.length + rarer.filter(({ need }) => need.has(id)).length >= COMMON;
    if (ofLogin.has(id)) placed.set(id, isCommon || users.length > 0 ? 'start' : 'login');
    else if (isCommon) placed.set(id, 'frame');
    else placed.set(id, others.filter((need) => need.has(id)).length < 2 ? users.join('-') : `${users.join('-')}-more`);
  }
  for (const { file, need, strangers } of rarer) {
    const isIn = (id: string) => (one: ReadonlySet<string>) => one.has(id);
    for (const id of need) {
      if (placed.has(id)) continue;
      placed.set(id, strangers.some(isIn(id)) ? `${file}-more` : file);
    }
  }
}

const importsOf = (name: string, modules: readonly Module[], placed: ReadonlyMap<string, string>): string[] =>
  modules.flatMap(({ id, imports }) => (placed.get(id) === name ? imports : []));

/** How many files that have their place these parts need. What checks forms is asked for by whole modules alone. */
function countChunksNeeded(
  starts: readonly string[],
  modules: readonly Module[],
  placed: ReadonlyMap<string, string>,
): number {
  const isThere = (id: string, place = placed.get(id)) =>
    place && !['start', 'vendor'].includes(place) && (place !== 'zod' || id.endsWith('?whole')) ? [place] : [];
  return new Set([...needOf(starts, modules, new Map())].flatMap((id) => isThere(id))).size;
}

/** These modules and all that they import, without what has its place. */
function needOf(starts: readonly string[], modules: readonly Module[], placed: ReadonlyMap<string, string>) {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const need = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (need.has(id) || placed.has(id)) continue;
    need.add(id);
    open.push(...(byId.get(id)?.imports ?? []));
  }
  return need;
}
