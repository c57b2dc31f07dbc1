import { QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '#contract/limits.ts';
import { bareQuestion, excerptOf, type FileEntry, keyless } from './question-file.ts';

const option = /^([A-Z])[.)]\s+(\S.*)$/;
const answer = /^ANSWER:\s*(.*)$/;

/** Aiken: a statement, lettered options, and a line that names the right one. */
export const isAiken = (text: string) => /^ANSWER:/m.test(text) && /^A[.)]\s/m.test(text);

type Draft = { line: number; statement: string[]; options: string[]; problem: string | null };

export function readAiken(text: string): FileEntry[] {
  const entries: FileEntry[] = [];
  let draft: Draft | null = null;
  const close = (key: string | null) => {
    if (draft) entries.push(entryOf(draft, key));
    draft = null;
  };
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim();
    if (line === '') return;
    const told = answer.exec(line);
    if (told && draft) {
      close((told[1] ?? '').trim());
      return;
    }
    const [, letter = '', rest = ''] = option.exec(line) ?? [];
    if (letter === 'A' && draft && draft.options.length === 0) draft.options.push(rest);
    else if (letter !== '' && draft && draft.options.length > 0) {
      if (letter.charCodeAt(0) - 65 !== draft.options.length)
        draft.problem ??= `A alternativa ${letter} está fora de ordem (linha ${index + 1}).`;
      draft.options.push(rest);
    } else if (draft && draft.options.length > 0) {
      draft.problem ??= `A linha ${index + 1} não é alternativa nem ANSWER.`;
      // The next question begins here: a question without a key does not affect the next one.
      close(null);
      draft = { line: index + 1, statement: [line], options: [], problem: null };
    } else if (draft) draft.statement.push(line);
    else draft = { line: index + 1, statement: [line], options: [], problem: null };
  });
  close(null);
  return entries;
}

function entryOf({ line, statement, options, problem }: Draft, key: string | null): FileEntry {
  const excerpt = excerptOf(statement.join(' '));
  const content = { format: 'plain' as const, questionText: statement.join('\n') };
  const refused = (reason: string): FileEntry => ({
    line,
    excerpt,
    question: null,
    problem: reason,
    unfinished: bareQuestion({ ...content, options: keyless(options) }),
  });
  if (problem) return refused(problem);
  if (key === null) return refused('Falta a linha ANSWER depois das alternativas.');
  if (options.length < QUIZ_OPTIONS_MIN || options.length > QUIZ_OPTIONS_MAX)
    return refused(`Use de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`);
  const right = /^[A-Z]$/.test(key) ? key.charCodeAt(0) - 65 : -1;
  if (right < 0 || right >= options.length)
    return refused(
      `A linha ANSWER diz "${excerptOf(key)}", e as alternativas vão de A a ${String.fromCharCode(64 + options.length)}.`,
    );
  return {
    line,
    excerpt,
    problem: null,
    question: bareQuestion({
      ...content,
      options: keyless(options).map((one, place) => ({ ...one, isCorrect: place === right })),
    }),
  };
}
