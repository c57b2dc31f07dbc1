import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import { type GiftFormat, type GiftText, readFormatted } from './gift-formats.ts';
import { type EscapedText, indexOf, lastIndexOf, trimmedSlice } from './gift-text.ts';

export type GiftOption = { text: GiftText; feedback: GiftText; isCorrect: boolean };
export type GiftAnswers = { options: GiftOption[]; feedback: GiftText; emptyOptions: number };

/** Why a question cannot be imported, as a message for the author. */
export class NotTaken extends Error {}

/** The answers between the braces of a question. */
export function readAnswers(section: EscapedText, format: GiftFormat): GiftAnswers {
  if (indexOf(section, '{') >= 0) throw new NotTaken('Há uma chave { dentro das alternativas. Escreva \\{.');
  const general = lastIndexOf(section, '####');
  const answers = general < 0 ? trimmedSlice(section, 0) : trimmedSlice(section, 0, general);
  const feedback = readFormatted(general < 0 ? '' : trimmedSlice(section, general + 4).text, format);
  const found = readOptions(answers, format);
  const options = found.filter((option) => !isNothing(option));
  return { options, feedback, emptyOptions: found.length - options.length };
}

/** An option sign without text and feedback, as between ~ and = in `~many~=much`. It is no option. */
const isNothing = ({ text, feedback, isCorrect }: GiftOption) => text.text === '' && feedback.text === '' && !isCorrect;

function readOptions(answers: EscapedText, format: GiftFormat): GiftOption[] {
  if (answers.text === '') throw new NotTaken('Questões dissertativas não são aceitas.');
  if (indexOf(answers, '#') === 0) throw new NotTaken('Questões numéricas não são aceitas.');
  if (indexOf(answers, '~') >= 0) return multipleChoice(answers, format);
  const isMatching = indexOf(answers, '=') >= 0 && answers.text.includes('->');
  if (isMatching) throw new NotTaken('Questões de associação não são aceitas.');
  const verdict = trueFalse(answers, format);
  if (verdict) return verdict;
  throw new NotTaken('Questões de resposta curta não são aceitas: faltam alternativas erradas (~).');
}

function trueFalse(answers: EscapedText, format: GiftFormat): GiftOption[] | null {
  const [answer, wrong, right] = split(answers, '#', 3);
  const told = answer?.text.toUpperCase() ?? '';
  if (!['T', 'TRUE', 'F', 'FALSE'].includes(told)) return null;
  const isTrue = told.startsWith('T');
  const feedback = (isCorrect: boolean) => readFormatted((isCorrect ? right : wrong)?.text ?? '', format);
  return TRUE_FALSE.map((text, place) => {
    const isCorrect = isTrue === (place === 0);
    return { text: { format: 'plain', text }, feedback: feedback(isCorrect), isCorrect };
  });
}

const weight = /^%(-?\d{1,3}(?:\.\d*)?)%/;

function multipleChoice(answers: EscapedText, format: GiftFormat): GiftOption[] {
  const starts: number[] = [];
  for (let at = 0; at < answers.text.length; at += 1) {
    if (!answers.escaped[at] && '=~'.includes(answers.text[at] ?? '')) starts.push(at);
  }
  if (trimmedSlice(answers, 0, starts[0]).text !== '') throw new NotTaken('Há texto antes da primeira alternativa.');
  return starts.map((start, index) => {
    const isMarkedRight = answers.text[start] === '=';
    const [text, feedback] = split(trimmedSlice(answers, start + 1, starts[index + 1]), '#', 2);
    const told = weight.exec(text?.text ?? '');
    const isPlainSign = !text?.escaped.slice(0, told?.[0].length ?? 0).includes(true);
    const share = told && isPlainSign ? Number(told[1]) : isMarkedRight ? 100 : 0;
    if (share > 0 && share < 100) {
      throw new NotTaken('Questões com mais de uma alternativa certa ou com pontos parciais não são aceitas.');
    }
    return {
      text: readFormatted((text?.text ?? '').slice(told && isPlainSign ? told[0].length : 0).trim(), format),
      feedback: readFormatted(feedback?.text ?? '', format),
      isCorrect: share >= 100,
    };
  });
}

/** The pieces between unescaped separators, at most `most` of them. */
function split(marked: EscapedText, separator: string, most: number): EscapedText[] {
  const pieces: EscapedText[] = [];
  let from = 0;
  while (pieces.length < most - 1) {
    const at = indexOf(marked, separator, from);
    if (at < 0) break;
    pieces.push(trimmedSlice(marked, from, at));
    from = at + separator.length;
  }
  return [...pieces, trimmedSlice(marked, from)];
}
