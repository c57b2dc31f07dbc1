import type { QuestionStatus } from '#contract/question-status.ts';
import type { Difficulty, QuestionFormat } from '#contract/questions/question-shapes.ts';
import { searchKey } from '#server/db/keys.ts';

/** The spelling in files of values that the product stores as codes. */
const difficulties: Record<Difficulty, string> = { easy: 'fácil', medium: 'média', hard: 'difícil' };
const statuses: Record<QuestionStatus, string> = { active: 'ativa', annulled: 'anulada', outdated: 'desatualizada' };
const formats: Record<QuestionFormat, string> = { plain: 'texto', html: 'html' };

/** The code of a label without regard to case and accents; undefined when there is none. */
function reader<Code extends string>(labels: Record<Code, string>, alsoKnownAs: Record<string, Code> = {}) {
  const codes = new Map<string, Code>(Object.entries(alsoKnownAs));
  for (const [code, label] of Object.entries(labels) as [Code, string][]) codes.set(searchKey(label), code);
  return (label: string): Code | undefined => codes.get(searchKey(label));
}

export const difficultyLabel = (code: Difficulty | null) => (code ? difficulties[code] : '');
export const readDifficulty = reader(difficulties, { medio: 'medium' });
export const statusLabel = (code: QuestionStatus) => statuses[code];
export const readStatus = reader(statuses, { ativo: 'active', anulado: 'annulled', desatualizado: 'outdated' });
export const formatLabel = (code: QuestionFormat) => formats[code];
export const readFormat = reader(formats, { plain: 'plain' });

export function readYear(text: string): number | undefined {
  return /^(19|20)\d\d$/.test(text) ? Number(text) : undefined;
}
