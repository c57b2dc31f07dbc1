import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { type Module, planGroups } from './build-groups.ts';

/** Shared files that one screen may ask for, beside its own and those that every screen begins with. */
const MOST_FILES = 10;

/**
 * The screens that students open most, with the parts that the document names at once (server/http/documents.ts), and
 * how much a byte without need counts there: everybody begins at home.
 */
const often: [parts: RegExp, weight: number][] = [
  [
    /\/web\/(home-screen|features\/(dashboards\/(student-screen|week-hours|home-rest|install-invite|subject-chart)|exams\/upcoming-exams|study-plan\/todays-plan))\.tsx$/,
    20_000,
  ],
  // At home, too, once an exam is chosen.
  [
    /\/web\/features\/(dashboards\/home-window|exam-map\/(map-step|exam-outlook)|study-plan\/(end-of-day|next-days))\.tsx$/,
    1000,
  ],
  [
    /\/web\/(features\/lessons\/(lesson-screen|reader\/(reader-tools|lesson-questions))|ui\/attachments\/attachments-list)\.tsx$/,
    1000,
  ],
  [/\/web\/features\/lessons\/study-screen\.tsx$/, 1000],
  [/\/web\/(features\/courses\/course-screen|ui\/offline\/course-download)\.tsx$/, 1000],
  [/\/web\/features\/quizzes\/taking\/quiz-screen\.tsx$/, 1000],
  [/\/web\/features\/practice\/review\/daily-review-screen\.tsx$/, 1000],
  [/\/web\/features\/accounts\/login-screen\.tsx$/, 1000],
];
/** Desks with a good line; students are many, and on the road. */
const ofAuthors =
  /admin|teacher|author|publish|question-bank|quiz-statistics|reports|media|system|stats|school-settings|audit|reconcile|statement|offers|writing|features\/doubts/;
/** What comes behind every screen. */
const behind = /\/web\/(features\/notifications\/bell|ui\/toaster|shell\/behind-screen)\.tsx?$/;

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
        ...routed.map((id) => ({ parts: [id], weight: ofAuthors.test(id) ? 1 : 5 })),
        ...often.map(([together, weight]) => ({ parts: parts.filter((id) => together.test(id)), weight })),
        { parts: parts.filter((id) => behind.test(id)), weight: 20 },
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
