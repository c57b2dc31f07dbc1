import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { plainText } from '#contract/questions/question-text.ts';
import { searchKey } from '#server/db/keys.ts';
import { plainWords, singular } from '#server/text/search-words.ts';
import { bandsOf } from './bands.ts';
import { allShingles, shinglesOf } from './likeness.ts';

/** The three forms of search_words. */
type Words = { original: string; plain: string; singular: string };
/** The search forms of a content, and its excerpt for lists. */
type ContentForms = Words & { excerpt: string; textKey: string; bands: number[] };

const EXCERPT = 300;
const SIMILAR = 2000;

/** The search forms of a question: they cover everything that an author sees of it. */
export function contentForms(content: QuestionContent): ContentForms {
  const read = (text: string) => plainText(content.format, text);
  const statement = read(content.questionText);
  const options = content.options.flatMap(({ optionText, comment }) => [read(optionText), read(comment)]);
  return {
    ...wordsOf([statement, ...options, read(content.comment), ...textOf(content.baseText)]),
    excerpt: statement.slice(0, EXCERPT).toWellFormed() || '(imagem)',
    textKey: searchKey(statement).slice(0, SIMILAR).toWellFormed(),
    bands: bandsOf(allShingles(shinglesOf(content))),
  };
}

const textOf = (text: QuestionContent['baseText']) => (text ? [text.title, plainText(text.format, text.text)] : []);

/** The words that the labels add to the search. */
export const labelForms = (labels: LabelTexts): Words =>
  wordsOf([labels.topic, labels.source, labels.organ ?? '', labels.post ?? '', String(labels.year ?? '')]);

type LabelTexts = {
  topic: string;
  source: string;
  organ?: string | undefined;
  post?: string | undefined;
  year: number | null;
};

/** The words of a topic, for questions whose topic was renamed. */
export const topicForms = (topic: string): Words => wordsOf([topic]);

function wordsOf(texts: readonly string[]): Words {
  const original = texts.filter((text) => text !== '').join('\n');
  const words = plainWords(original);
  return { original, plain: words.join(' '), singular: words.map(singular).join(' ') };
}
