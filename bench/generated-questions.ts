/** A question for the benchmark. Questions of one group are copies of each other. */
export type GroupedQuestion = { id: string | number; text: string; options: string[]; group: string | number };

const openings = [
  'Assinale a alternativa correta a respeito de',
  'De acordo com a legislação vigente sobre',
  'No que se refere a',
  'Considere as afirmações a seguir sobre',
  'Julgue o item seguinte, relativo a',
  'Com base no texto, é correto afirmar, sobre',
  'Acerca de',
];
const syllables =
  'ba be bi bo ca ce ci co da de di do fa fe ga go la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo'.split(
    ' ',
  );
const linking =
  'o a de do da que e em por com para não se os as um uma como mais ao pela pelo sua seu entre sem sobre'.split(' ');

/** The same numbers for the same seed, so that a run can be repeated. */
function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { next, below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

/**
 * Questions of twenty subjects that share words and phrases. The first are `groups` questions, each followed by a copy
 * with ten percent other words and its options in another order. Every fifth has two similar questions that are no
 * copies: its statement with other options, and its options with another statement. The rest fill the bank.
 */
export function generatedQuestions(groups: number, bank: number, seed: number): GroupedQuestion[] {
  const { next, below, of } = dice(seed);
  const word = () => Array.from({ length: 2 + below(3) }, () => of(syllables)).join('');
  const subjects = Array.from({ length: 20 }, () => Array.from({ length: 120 }, word));
  const sentence = (vocabulary: readonly string[], length: number) =>
    Array.from({ length }, () => (next() < 0.4 ? of(linking) : of(vocabulary))).join(' ');
  const changed = (texts: readonly string[], vocabulary: readonly string[]) => {
    const words = texts.map((text) => text.split(' '));
    const all = words.flatMap((line, row) => line.map((_, place) => [row, place] as const));
    for (let left = Math.max(1, Math.round(all.length * 0.1)); left > 0; left -= 1) {
      const [[row, place] = [0, 0]] = all.splice(below(all.length), 1);
      const line = words[row];
      if (line) line[place] = of(vocabulary);
    }
    return words.map((line) => line.join(' '));
  };
  const statement = (vocabulary: readonly string[]) => `${of(openings)} ${sentence(vocabulary, 8 + below(50))}`;
  const choices = (vocabulary: readonly string[]) =>
    next() < 0.2
      ? ['Certo', 'Errado']
      : Array.from({ length: 4 + below(2) }, () => sentence(vocabulary, 1 + below(12)));
  const shuffled = (options: readonly string[]) =>
    options
      .map((option) => ({ option, key: next() }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ option }) => option);
  const made = Array.from({ length: groups }, (_, group) => {
    const vocabulary = of(subjects);
    const [text, options] = [statement(vocabulary), choices(vocabulary)];
    const isJudged = options.length === 2;
    const [copy = '', ...rest] = changed([text, ...(isJudged ? [] : options)], vocabulary);
    const alike = [
      { id: `${group}a`, text, options, group },
      { id: `${group}b`, text: copy, options: shuffled(isJudged ? options : rest), group },
    ];
    if (group % 5 !== 0 || isJudged) return alike;
    return [
      ...alike,
      { id: `${group}c`, text, options: choices(of(subjects)), group: `${group}c` },
      { id: `${group}d`, text: statement(of(subjects)), options, group: `${group}d` },
    ];
  }).flat();
  for (let at = made.length; at < bank; at += 1) {
    const vocabulary = of(subjects);
    made.push({ id: `f${at}`, text: statement(vocabulary), options: choices(vocabulary), group: `f${at}` });
  }
  return made;
}
