import type { SampleRemoval } from '#contract/platform/admin-system.ts';
import { plural } from '#web/lib/format.ts';

const words: readonly [kind: keyof SampleRemoval, one: string, many: string][] = [
  ['people', 'pessoa', 'pessoas'],
  ['courses', 'curso', 'cursos'],
  ['lessons', 'aula', 'aulas'],
  ['quizzes', 'simulado', 'simulados'],
  ['questions', 'questão', 'questões'],
  ['exams', 'prova', 'provas'],
  ['subjects', 'matéria', 'matérias'],
];

/** What stayed because real people use or changed it; undefined when nothing did. */
export function remainingText(result: SampleRemoval): string | undefined {
  const kept = words.flatMap(([kind, one, many]) =>
    result[kind].kept > 0 ? plural(result[kind].kept, one, many) : [],
  );
  return kept.length > 0 ? `Ficou o que já está em uso ou foi alterado: ${kept.join(', ')}.` : undefined;
}
