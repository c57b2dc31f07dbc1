import type { AccessRuleKind } from '#contract/money/access.ts';
import type { AdminOffer } from '#contract/money/offers.ts';
import { formatMoney } from '#web/lib/format.ts';
import { readMoney } from '#web/lib/money.ts';

/* An offer as it is typed: amounts and counts are text, and an empty text means none. */

export const ruleKindWords: Record<AccessRuleKind, string> = {
  exam_months: 'Até a prova, e meses depois dela',
  days: 'Por um número de dias',
  until: 'Até uma data',
  endless: 'Sem data para terminar',
};

type RuleDetail = { field: 'ruleCount' | 'ruleUntil'; label: string; goesByExam: boolean };

/** The extra field of each rule; null: none. */
export const ruleDetails: Record<AccessRuleKind, RuleDetail | null> = {
  exam_months: { field: 'ruleCount', label: 'Meses depois da prova', goesByExam: true },
  days: { field: 'ruleCount', label: 'Dias de acesso', goesByExam: false },
  until: { field: 'ruleUntil', label: 'Último dia de acesso', goesByExam: false },
  endless: null,
};

export const newOffer = {
  name: '',
  price: '',
  struckPrice: '',
  nextPrice: '',
  ruleKind: 'exam_months' as AccessRuleKind,
  ruleCount: '3',
  ruleUntil: '',
  defaultExamId: '',
  places: '',
  soldFrom: '',
  soldUntil: '',
  isDefault: '',
  opens: 'all' as string,
  courseIds: '',
  corrections: '',
};
export type OfferValues = typeof newOffer;

const money = (cents: number | null) => (cents === null ? '' : formatMoney(cents));

export const valuesOf = (offer: AdminOffer): OfferValues => ({
  name: offer.name,
  price: money(offer.price),
  struckPrice: money(offer.struckPrice),
  nextPrice: money(offer.nextPrice),
  ruleKind: offer.rule.kind,
  ruleCount: offer.rule.count === null ? '' : String(offer.rule.count),
  ruleUntil: offer.rule.until ?? '',
  defaultExamId: offer.defaultExamId === null ? '' : String(offer.defaultExamId),
  places: offer.places === null ? '' : String(offer.places),
  soldFrom: offer.soldFrom ?? '',
  soldUntil: offer.soldUntil ?? '',
  isDefault: offer.isDefault ? 'yes' : '',
  opens: offer.courseIds === null ? 'all' : 'some',
  courseIds: offer.courseIds?.join(',') ?? '',
  corrections: String(offer.corrections ?? ''),
});

export const chosenIds = (list: string): number[] => list.split(',').filter(Boolean).map(Number);

/** Adds the id to a list, or removes it. */
export const withId = (list: string, id: number, chosen: boolean): string =>
  [...chosenIds(list).filter((one) => one !== id), ...(chosen ? [id] : [])].join(',');

const optionalMoney = (typed: string) => (typed.trim() ? readMoney(typed) : null);
export const optionalCount = (typed: string) => (typed.trim() ? Number(typed.replace(',', '.')) : null);

/** Sends only the fields that the choices need. */
export function bodyOf(values: OfferValues) {
  const { ruleKind: kind } = values;
  const detail = ruleDetails[kind];
  return {
    name: values.name,
    price: readMoney(values.price),
    struckPrice: optionalMoney(values.struckPrice),
    nextPrice: values.places.trim() ? optionalMoney(values.nextPrice) : null,
    rule: {
      kind,
      count: detail?.field === 'ruleCount' ? optionalCount(values.ruleCount) : null,
      until: detail?.field === 'ruleUntil' ? values.ruleUntil || null : null,
    },
    defaultExamId: detail?.goesByExam && values.defaultExamId ? Number(values.defaultExamId) : null,
    places: optionalCount(values.places),
    soldFrom: values.isDefault ? null : values.soldFrom || null,
    soldUntil: values.isDefault ? null : values.soldUntil || null,
    isDefault: values.isDefault === 'yes',
    courseIds: values.opens === 'some' ? chosenIds(values.courseIds) : null,
    corrections: optionalCount(values.corrections),
  };
}
