import type { ExamConduct } from '#contract/exams/exam-conduct.ts';
import type { AnnulmentRule, ExamRules, QuizRules, TieBreak } from '#contract/exams/exam-rules.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';

export type EditedMinimum = { key: string; name: string; subjectIds: number[]; points: string };
export type EditedTieBreak = TieBreak & { key: string };

/** Rules as typed: numbers are strings, so that partial input is not lost. */
export type EditedRules = {
  isOn: boolean;
  right: string;
  wrong: string;
  blank: string;
  annulment: AnnulmentRule;
  /** By subject; one that is not named weighs 1. */
  weights: Record<string, string>;
  minimums: EditedMinimum[];
  totalMinimum: string;
  passLine: string;
  tieBreaks: EditedTieBreak[];
  conduct: EditedConduct;
};

export type EditedConduct = Omit<ExamConduct, 'sheet'> & { hasSheet: boolean; sheetMinutes: string; mayCopy: boolean };

const ANSWER_CARD_MINUTES = '15';

const editedConduct = ({ sheet, ...rest }: ExamConduct): EditedConduct => ({
  ...rest,
  hasSheet: sheet !== null,
  sheetMinutes: sheet ? String(sheet.minutes) : ANSWER_CARD_MINUTES,
  mayCopy: sheet?.mayCopy ?? false,
});

/** As the contract has it. */
export const conductOf = ({ hasSheet, sheetMinutes, mayCopy, ...rest }: EditedConduct): unknown => ({
  ...rest,
  sheet: hasSheet ? { minutes: numberOf(sheetMinutes), mayCopy } : null,
});

const written = (value: number) => String(value).replace('.', ',');

/** '−0,5' → -0.5; a text that is no number stays, for the contract to say so. */
function numberOf(text: string): number | string {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

const optionalNumber = (text: string) => (text.trim() === '' ? null : numberOf(text));

/** Rows are keyed by their position: equal rules compare as equal. */
export const editedRules = (rules: ExamRules): Omit<EditedRules, 'conduct'> => ({
  isOn: true,
  right: written(rules.right),
  wrong: written(rules.wrong),
  blank: written(rules.blank),
  annulment: rules.annulment,
  weights: Object.fromEntries(rules.weights.map(({ subjectId, weight }) => [subjectId, written(weight)])),
  minimums: rules.minimums.map((block, place) => ({ ...block, key: `minimo-${place}`, points: written(block.points) })),
  totalMinimum: rules.totalMinimum === null ? '' : written(rules.totalMinimum),
  passLine: rules.passLine === null ? '' : written(rules.passLine),
  tieBreaks: rules.tieBreaks.map((one, place) => ({ ...one, key: `criterio-${place}` })),
});

/** In the form of the contract; null when the quiz has only the plain score. */
export function rulesOf(edited: EditedRules): unknown {
  if (!edited.isOn) return null;
  const { minimums, tieBreaks, weights } = edited;
  return {
    right: numberOf(edited.right),
    wrong: numberOf(edited.wrong),
    blank: numberOf(edited.blank),
    annulment: edited.annulment,
    weights: Object.entries(weights).flatMap(([subjectId, weight]) =>
      weight.trim() === '' || numberOf(weight) === 1 ? [] : { subjectId: Number(subjectId), weight: numberOf(weight) },
    ),
    minimums: minimums.map(({ name, subjectIds, points }) => ({ name, subjectIds, points: numberOf(points) })),
    totalMinimum: optionalNumber(edited.totalMinimum),
    passLine: optionalNumber(edited.passLine),
    tieBreaks: tieBreaks.map(({ by, subjectId }) => ({ by, subjectId: by === 'subject' ? subjectId : null })),
  };
}

/** The chance of being right from which a guess pays more than a blank; null when there is none. */
export function breakEven({ right, wrong, blank }: Pick<EditedRules, 'right' | 'wrong' | 'blank'>): number | null {
  const [gain, loss, nothing] = [numberOf(right), numberOf(wrong), numberOf(blank)];
  if (typeof gain !== 'number' || typeof loss !== 'number' || typeof nothing !== 'number') return null;
  if (gain <= loss || nothing <= loss) return null;
  return ((nothing - loss) / (gain - loss)) * 100;
}

export const snapshotOf = (stored: QuizRules, plain: ExamRules): Snapshot<EditedRules> => ({
  value: {
    ...editedRules(stored.rules ?? plain),
    isOn: stored.rules !== null,
    conduct: editedConduct(stored.conduct),
  },
  revision: stored.revision,
  savedAt: stored.updatedAt,
});

export const annulmentWords: Record<AnnulmentRule, { label: string; help: string }> = {
  point: { label: 'O ponto é de todos', help: 'Quem errou ou deixou em branco também ganha.' },
  pro_rata: {
    label: 'Os pontos são divididos',
    help: 'O valor dela passa para as outras questões da matéria: n ÷ (n − anuladas).',
  },
  dropped: { label: 'Ela deixa de contar', help: 'Nem soma nem tira, e o total de pontos diminui.' },
};

export const tieBreakWords: Record<TieBreak['by'], string> = {
  subject: 'Mais pontos na matéria',
  right: 'Mais acertos',
  wrong: 'Menos erros',
  time: 'Menos tempo',
};

/** The rules part by part, as versions of them are compared. */
export function rulesLines(edited: EditedRules, nameOf: (subjectId: number) => string): Line[] {
  const held = { name: 'conduct', label: 'Como a prova é feita', text: conductLines(edited.conduct).join('\n') };
  if (!edited.isOn) return [{ name: 'isOn', label: 'Regras próprias', text: 'Não' }, held];
  return [
    { name: 'isOn', label: 'Regras próprias', text: 'Sim' },
    { name: 'right', label: 'Certa', text: edited.right },
    { name: 'wrong', label: 'Errada', text: edited.wrong },
    { name: 'blank', label: 'Em branco', text: edited.blank },
    { name: 'annulment', label: 'Questão anulada', text: annulmentWords[edited.annulment].label },
    {
      name: 'weights',
      label: 'Pesos',
      text: Object.entries(edited.weights)
        .map(([id, weight]) => `${nameOf(Number(id))}: ${weight}`)
        .join('\n'),
    },
    {
      name: 'minimums',
      label: 'Mínimos',
      text: edited.minimums
        .map(({ name, subjectIds, points }) => `${name} (${subjectIds.map(nameOf).join(', ')}): ${points}`)
        .join('\n'),
    },
    { name: 'totalMinimum', label: 'Mínimo no total', text: edited.totalMinimum },
    { name: 'passLine', label: 'Nota de corte', text: edited.passLine },
    {
      name: 'tieBreaks',
      label: 'Desempate',
      text: edited.tieBreaks
        .map(({ by, subjectId }) => `${tieBreakWords[by]}${subjectId === null ? '' : ` ${nameOf(subjectId)}`}`)
        .join('\n'),
    },
    held,
  ];
}

const conductLines = (edited: EditedConduct) => [
  ...(edited.doubtMark ? ['Marca de chute'] : []),
  ...(edited.hasSheet
    ? [`Cartão-resposta: ${edited.sheetMinutes} minutos${edited.mayCopy ? ', pode copiar' : ''}`]
    : []),
  ...(edited.shuffleQuestions ? ['Questões em outra ordem para cada aluno'] : []),
  ...(edited.oneDevice ? ['Um aparelho por vez'] : []),
  ...(edited.countLeaving ? ['Conta saídas da página'] : []),
];
