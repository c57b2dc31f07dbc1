import type { Espelho, ZeroReason } from '#contract/exams/espelho.ts';
import type { AuthoredTheme, EssayKind } from '#contract/exams/essay-themes.ts';
import type { FinalMarkRule, SecondReading } from '#contract/exams/second-reading.ts';
import { fromSchoolTime, toSchoolTime } from '#contract/school-time.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { pointsText } from '../essay-words.ts';

export type EditedCriterion = {
  key: string;
  name: string;
  points: string;
  weight: string;
  description: string;
  levels: { points: string; text: string }[];
};

export type EditedReason = {
  key: string;
  name: string;
  effect: 'zero' | 'criterion' | 'deduct';
  criterionKey: string;
  points: string;
  automatic: ZeroReason['automatic'];
};

export type EditedEspelho = {
  criteria: EditedCriterion[];
  rule: Espelho['rule']['kind'];
  factor: string;
  zeroReasons: EditedReason[];
  minimum: string;
};

/** `isOn` false: one reader. What was typed before stays while it is off. */
export type EditedSecondReading = {
  isOn: boolean;
  totalLimit: string;
  criterionLimit: string;
  finalMark: FinalMarkRule;
};

/** A theme as it is typed: numbers are texts, so that nothing is lost while they are being written. */
export type EditedTheme = {
  kind: EssayKind;
  title: string;
  command: string;
  maxLines: string;
  minLines: string;
  lineWidth: string;
  minutes: string;
  opensAt: string;
  closesAt: string;
  returnHours: string;
  reviewDays: string;
  baseTexts: { id: number; title: string }[];
  examId: string;
  /** The subject is only for the choice: a topic belongs to one. */
  topic: { subjectId: string; id: string };
  espelho: EditedEspelho;
  secondReading: EditedSecondReading;
};

const DEFAULT_FACTOR = '2';

export const editedEspelho = ({ criteria, rule, zeroReasons, minimum }: Espelho): EditedEspelho => ({
  criteria: criteria.map((one) => ({
    ...one,
    points: pointsText(one.points),
    weight: pointsText(one.weight),
    levels: one.levels.map((level) => ({ ...level, points: pointsText(level.points) })),
  })),
  rule: rule.kind,
  factor: rule.kind === 'errors_per_line' ? pointsText(rule.factor) : DEFAULT_FACTOR,
  zeroReasons: zeroReasons.map(({ effect, ...reason }) => ({
    ...reason,
    effect: effect.kind,
    criterionKey: effect.kind === 'criterion' ? effect.criterionKey : '',
    points: effect.kind === 'deduct' ? pointsText(effect.points) : '1',
  })),
  minimum: minimum === null ? '' : pointsText(minimum),
});

/** '2,5' as 2.5; a text that is no number stays, for the contract to say so. */
function numberOf(text: string): number | string {
  const plain = text.trim().replace(',', '.');
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

const optionalNumber = (text: string) => (text.trim() === '' ? null : numberOf(text));

const effectOf = ({ effect, criterionKey, points }: EditedReason) => {
  if (effect === 'criterion') return { kind: effect, criterionKey };
  return effect === 'deduct' ? { kind: effect, points: numberOf(points) } : { kind: effect };
};

/** In the form of the contract, if every number is valid. */
export const espelhoOf = ({ criteria, rule, factor, zeroReasons, minimum }: EditedEspelho): unknown => ({
  criteria: criteria.map((one) => ({
    ...one,
    points: numberOf(one.points),
    weight: numberOf(one.weight),
    levels: one.levels.map((level) => ({ ...level, points: numberOf(level.points) })),
  })),
  rule: rule === 'sum' ? { kind: rule } : { kind: rule, factor: numberOf(factor) },
  zeroReasons: zeroReasons.map((reason) => {
    return { key: reason.key, name: reason.name, effect: effectOf(reason), automatic: reason.automatic };
  }),
  minimum: optionalNumber(minimum),
});

const editedSecondReading = (reading: SecondReading | null): EditedSecondReading => ({
  isOn: reading !== null,
  totalLimit: pointsText(reading?.totalLimit),
  criterionLimit: pointsText(reading?.criterionLimit ?? undefined),
  finalMark: reading?.finalMark ?? 'closest_two',
});

const secondReadingOf = ({ isOn, totalLimit, criterionLimit, finalMark }: EditedSecondReading) =>
  isOn ? { totalLimit: numberOf(totalLimit), criterionLimit: optionalNumber(criterionLimit), finalMark } : null;

const momentOf = (local: string) => (local === '' ? null : fromSchoolTime(local));

export const draftOf = ({ baseTexts, examId, topic, espelho, secondReading, ...edited }: EditedTheme): unknown => ({
  kind: edited.kind,
  title: edited.title,
  command: edited.command,
  maxLines: numberOf(edited.maxLines),
  minLines: numberOf(edited.minLines),
  lineWidth: numberOf(edited.lineWidth),
  minutes: optionalNumber(edited.minutes),
  opensAt: momentOf(edited.opensAt),
  closesAt: momentOf(edited.closesAt),
  returnHours: numberOf(edited.returnHours),
  reviewDays: numberOf(edited.reviewDays),
  baseTextIds: baseTexts.map(({ id }) => id),
  examId: examId === '' ? null : Number(examId),
  topicId: topic.id === '' ? null : Number(topic.id),
  espelho: espelhoOf(espelho),
  secondReading: secondReadingOf(secondReading),
});

function editedTheme({ draft, baseTexts: texts, topic }: AuthoredTheme): EditedTheme {
  const titleOf = (id: number) => {
    const text = texts.find((one) => one.id === id);
    return text ? text.title || text.excerpt : 'Texto excluído do banco';
  };
  return {
    kind: draft.kind,
    title: draft.title,
    command: draft.command,
    maxLines: String(draft.maxLines),
    minLines: String(draft.minLines),
    lineWidth: String(draft.lineWidth),
    minutes: draft.minutes === null ? '' : String(draft.minutes),
    opensAt: draft.opensAt === null ? '' : toSchoolTime(draft.opensAt),
    closesAt: draft.closesAt === null ? '' : toSchoolTime(draft.closesAt),
    returnHours: String(draft.returnHours),
    reviewDays: String(draft.reviewDays),
    baseTexts: draft.baseTextIds.map((id) => ({ id, title: titleOf(id) })),
    examId: draft.examId === null ? '' : String(draft.examId),
    topic: { subjectId: topic ? String(topic.subjectId) : '', id: topic ? String(topic.id) : '' },
    espelho: editedEspelho(draft.espelho),
    secondReading: editedSecondReading(draft.secondReading),
  };
}

export const snapshotOf = (theme: AuthoredTheme): Snapshot<EditedTheme> => ({
  value: editedTheme(theme),
  revision: theme.revision,
  savedAt: theme.updatedAt,
});

const readersText = ({ isOn, totalLimit, criterionLimit, finalMark }: EditedSecondReading) =>
  isOn ? `2, ${totalLimit}, ${criterionLimit}, ${finalMark === 'third_decides' ? 'vale a terceira' : 'média'}` : '1';

/** The fields in which two versions are compared. */
export const themeLines = (theme: EditedTheme): Line[] => [
  { name: 'title', label: 'Título', text: theme.title },
  { name: 'command', label: 'Comando', text: theme.command },
  { name: 'maxLines', label: 'Máximo de linhas', text: theme.maxLines },
  { name: 'minLines', label: 'Mínimo de linhas', text: theme.minLines },
  { name: 'lineWidth', label: 'Caracteres por linha', text: theme.lineWidth },
  { name: 'minutes', label: 'Minutos', text: theme.minutes },
  { name: 'opensAt', label: 'Abre', text: theme.opensAt },
  { name: 'closesAt', label: 'Fecha', text: theme.closesAt },
  { name: 'returnHours', label: 'Horas até a devolução', text: theme.returnHours },
  { name: 'reviewDays', label: 'Dias para pedir revisão', text: theme.reviewDays },
  { name: 'baseTexts', label: 'Textos motivadores', text: theme.baseTexts.map(({ title }) => title).join('\n') },
  { name: 'examId', label: 'Prova', text: theme.examId },
  { name: 'topic', label: 'Assunto', text: theme.topic.id },
  {
    name: 'espelho',
    label: 'Espelho',
    text: theme.espelho.criteria.map(({ name, points, weight }) => `${name}: ${points} × ${weight}`).join('\n'),
  },
  { name: 'secondReading', label: 'Leitores', text: readersText(theme.secondReading) },
];
