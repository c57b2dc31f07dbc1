import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { type Module, planGroups } from './build-groups.ts';

/** Shared files that one screen may ask for, beside its own and the three that every screen begins with. */
const MOST_FILES = 6;

/** What a student's home is made of at first: it has more parts than other screens. */
const home =
  /\/web\/(home-screen|features\/(dashboards\/(student-screen|week-hours|home-rest|subject-chart)|exams\/upcoming-exams|study-plan\/todays-plan))\.tsx$/;
/** Desks with a good line; students are many, and on the road. */
const ofAuthors =
  /admin|teacher|author|publish|question-bank|quiz-statistics|reports|media|system|stats|school-settings|audit|reconcile|statement|offers|writing|features\/doubts/;
/** Opened more often than any other screen but the first: it does not carry what authors need. */
const reading = /\/lesson-screen\.tsx$/;
const weightOf = (id: string) => (reading.test(id) ? 100 : ofAuthors.test(id) ? 1 : 5);
const header = /\/web\/(features\/notifications\/bell|ui\/toaster)\.tsx$/;

/**
 * Decides which shared modules travel together, once the bundler knows them all: `groupOf` is asked by its grouping.
 * `isBase` are modules that go with the entry, though it does not import them.
 */
export function sharedRooms(isBase: RegExp): { plugin: Plugin; groupOf: (id: string) => string | null } {
  let names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'shared-rooms',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const infos = new Map(ids.map((id) => [id, this.getModuleInfo(id)]));
      const modules = ids.map((id): Module => {
        const info = infos.get(id);
        return { id, bytes: info?.code?.length ?? 0, imports: info?.importedIds ?? [] };
      });
      const without = new Set(ids.filter((id) => isBase.test(id)));
      const open = ids.filter((id) => infos.get(id)?.isEntry);
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        // The list of all icons is nobody's need: each is imported from its own file (build-icons.ts).
        if ((without.has(id) && !infos.get(id)?.isEntry) || id.endsWith('/lucide-react.mjs')) continue;
        without.add(id);
        open.push(...(infos.get(id)?.importedIds ?? []));
      }
      const parts = [...new Set(ids.flatMap((id) => infos.get(id)?.dynamicallyImportedIds ?? []))];
      const routers = ids.filter((id) => /\/web\/(router|school-routes)\.tsx$/.test(id));
      const routed = [...new Set(routers.flatMap((id) => infos.get(id)?.dynamicallyImportedIds ?? []))];
      const screens = [
        ...routed.map((id) => ({ parts: [id], weight: weightOf(id) })),
        { parts: parts.filter((id) => home.test(id)), weight: 2000 },
        ...parts.filter((id) => header.test(id)).map((id) => ({ parts: [id], weight: 20 })),
      ];
      const groups = planGroups(modules, { parts, screens, without, mostFiles: MOST_FILES });
      // By the parts in it, which a reader of the network's list knows.
      const called = (group: number) =>
        parts
          .filter((id) => groups.get(id) === group)
          .map((id) => basename(id).replace(/\.tsx?$/, ''))
          .slice(0, 2)
          .join('-') || `shared-${group}`;
      names = new Map([...groups].map(([id, group]) => [id, called(group)]));
    },
  };
  const groupOf = (id: string): string | null => names.get(id) ?? null;
  return { plugin, groupOf };
}
