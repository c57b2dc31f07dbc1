import { questionStatus } from '#contract/question-status.ts';
import { bankAttention, bankSort, lackingLabel } from '#contract/questions/question-bank.ts';
import { difficulty, questionKind } from '#contract/questions/question-shapes.ts';
import type { BankChoice } from '#web/features/questions/questions/questions.queries.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';

const names = {
  subjectId: 'materia',
  topicId: 'assunto',
  source: 'banca',
  organ: 'orgao',
  post: 'cargo',
  years: 'ano',
  lacks: 'sem',
  attention: 'rever',
  importId: 'arquivo',
  kind: 'tipo',
  difficulty: 'dificuldade',
  status: 'situacao',
  tag: 'etiqueta',
  sort: 'ordem',
  order: 'sentido',
};

/** A positive whole number, or nothing: the address may contain anything. */
const numberIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** '2018-2022', '2018-', '-2022'; an address of an earlier release has one year. */
function yearsIn(text: string): { yearFrom: number | null; yearTo: number | null } {
  const [, from = '', dash = '', to = ''] = /^(\d{4})?(-)?(\d{4})?$/.exec(text) ?? [];
  return { yearFrom: numberIn(from), yearTo: numberIn(dash === '' ? from : to) };
}

/** The filters of the bank in the address; `asked` is debounced. */
export function useBankAddress() {
  const { text, setText, rested } = useAddressText();
  const [chosen, choose] = useAddressChoices(names);
  const choice: BankChoice = {
    search: text,
    subjectId: numberIn(chosen.subjectId),
    topicId: numberIn(chosen.topicId),
    source: chosen.source,
    organ: chosen.organ,
    post: chosen.post,
    ...yearsIn(chosen.years),
    lacks: lackingLabel.options.find((one) => one === chosen.lacks) ?? '',
    attention: bankAttention.options.find((one) => one === chosen.attention) ?? '',
    importId: numberIn(chosen.importId),
    kind: questionKind.options.find((one) => one === chosen.kind) ?? '',
    difficulty: difficulty.options.find((one) => one === chosen.difficulty) ?? '',
    status: questionStatus.options.find((one) => one === chosen.status) ?? '',
    tag: chosen.tag,
    sort: bankSort.options.find((one) => one === chosen.sort) ?? '',
    order: chosen.order === 'asc' ? 'asc' : 'desc',
  };
  const setChoice = ({ search, subjectId, topicId, yearFrom, yearTo, importId, order, ...texts }: BankChoice) => {
    setText(search);
    const wish = {
      ...texts,
      subjectId: String(subjectId ?? ''),
      topicId: String(topicId ?? ''),
      years: yearFrom === null && yearTo === null ? '' : `${yearFrom ?? ''}-${yearTo ?? ''}`,
      importId: String(importId ?? ''),
      order: order === 'asc' ? 'asc' : '',
    };
    if (Object.entries(wish).some(([name, value]) => value !== chosen[name as keyof typeof names])) choose(wish);
  };
  return { choice, asked: { ...choice, search: rested }, setChoice };
}
