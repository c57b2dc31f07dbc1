import type { ExamLine } from './exam-lines.ts';

const subjects =
  /\b(?:direitos?|l[íi]ngua|portugu[êe]s|gram[áa]tica|interpreta[çc][ãa]o|literatura|ingl[êe]s|espanhol|matem[áa]tica|racioc[íi]nio|l[óo]gica|estat[íi]stica|inform[áa]tica|computa[çc][ãa]o|tecnologia|hist[óo]ria|geografia|atualidades|sociologia|filosofia|f[íi]sica|qu[íi]mica|biologia|ci[êe]ncias|legisla[çc][ãa]o|[ée]tica|administra[çc][ãa]o|contabilidade|economia|finan[çc]as|auditoria|or[çc]amento|arquivologia|criminologia|criminal[íi]stica|medicina|enfermagem|sa[úu]de|pedagogia|did[áa]tica|engenharia|no[çc][õo]es|estatuto|processo|penal|civil|trabalho)\b/iu;
const LONGEST = 70;

/** A short line that is set apart by capitals, weight or size. */
export function isHeading({ text, spans, size }: ExamLine, bodySize: number): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3 || text.length > LONGEST || /[.;:?!,]$/u.test(text)) return false;
  return letters === letters.toUpperCase() || spans.every((span) => span.isBold) || size > 1.12 * bodySize;
}

const small = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'em', 'a', 'o', 'para', 'com', 'à']);

/** The subject that a heading names, written as one writes it; null where it names none. */
export function subjectOf(heading: string): string | null {
  if (!subjects.test(heading)) return null;
  const bare = heading
    .replace(/^\s*(?:parte\s+)?(?:[IVX]+|\d+)\s*[.)–—-]\s*/u, '')
    .replace(/\s*\(.*\)\s*$/u, '')
    .trim();
  if (bare !== bare.toUpperCase()) return bare;
  return bare
    .toLowerCase()
    .split(/\s+/)
    .map((word, at) => (at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}
