import type { SearchKind, SearchResult } from '#contract/platform/search.ts';
import { paths } from '#web/lib/paths.ts';
import { spokenFragment } from '#web/lib/spoken-link.ts';

const labels: Record<SearchKind, string> = {
  lesson: 'Aulas',
  course: 'Cursos',
  quiz: 'Simulados',
  essayTheme: 'Temas de redação',
  teacherEssayTheme: 'Seus temas de redação',
};
const order: SearchKind[] = ['lesson', 'course', 'quiz', 'essayTheme', 'teacherEssayTheme'];

/** Where a result opens. A lesson gets the words that were found, and shows the second at which a recording says them. */
export function pathOfResult({ kind, id, snippet }: Pick<SearchResult, 'kind' | 'id' | 'snippet'>): string {
  if (kind !== 'lesson') return paths[kind](id);
  const words = new Set(snippet.filter(({ hit }) => hit).map(({ text }) => text.toLowerCase()));
  return `${paths.lesson(id)}${spokenFragment([...words])}`;
}

type Group = { kind: SearchKind; label: string; results: { result: SearchResult; index: number }[] };

/** Grouped by kind, ordered by the best result of each. Each result has its position among all. */
export function groupResults(results: readonly SearchResult[]): Group[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort(
    (a, b) => rankOf(results, a) - rankOf(results, b) || order.indexOf(a) - order.indexOf(b),
  );
  let index = 0;
  return kinds.map((kind) => ({
    kind,
    label: labels[kind],
    results: results
      .filter((result) => result.kind === kind)
      .map((result) => {
        const place = { result, index };
        index += 1;
        return place;
      }),
  }));
}

const rankOf = (results: readonly SearchResult[], kind: SearchKind) =>
  results.findIndex((result) => result.kind === kind);
