import { questionStatus } from '#contract/question-status.ts';
import { bankSort } from '#contract/questions/question-bank.ts';
import { difficulty, questionKind } from '#contract/questions/question-shapes.ts';
import type { BankChoice } from '#web/features/questions/questions/questions.queries.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';

const names = {
  subjectId: 'materia',
  topicId: 'assunto',
  source: 'banca',
  year: 'ano',
  kind: 'tipo',
  difficulty: 'dificuldade',
  status: 'situacao',
  tag: 'etiqueta',
  sort: 'ordem',
  order: 'sentido',
};

/** A positive whole number, or nothing: the address may contain anything. */
const numberIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** The filters of the bank in the address; `asked` is debounced. */
export function useBankAddress() {
  const { text, setText, rested } = useAddressText();
  const [chosen, choose] = useAddressChoices(names);
  const choice: BankChoice = {
    search: text,
    subjectId: numberIn(chosen.subjectId),
    topicId: numberIn(chosen.topicId),
    source: chosen.source,
    year: numberIn(chosen.year),
    kind: questionKind.options.find((one) => one === chosen.kind) ?? '',
    difficulty: difficulty.options.find((one) => one === chosen.difficulty) ?? '',
    status: questionStatus.options.find((one) => one === chosen.status) ?? '',
    tag: chosen.tag,
    sort: bankSort.options.find((one) => one === chosen.sort) ?? '',
    order: chosen.order === 'asc' ? 'asc' : 'desc',
  };
  const setChoice = ({ search, subjectId, topicId, year, order, ...texts }: BankChoice) => {
    setText(search);
    const wish = {
      ...texts,
      subjectId: String(subjectId ?? ''),
      topicId: String(topicId ?? ''),
      year: String(year ?? ''),
      order: order === 'asc' ? 'asc' : '',
    };
    if (Object.entries(wish).some(([name, value]) => value !== chosen[name as keyof typeof names])) choose(wish);
  };
  return { choice, asked: { ...choice, search: rested }, setChoice };
}
