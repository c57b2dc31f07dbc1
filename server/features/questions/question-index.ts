import { searchKey } from '../../db/keys.ts';
import { plainWords, singular } from '../../text/search-words.ts';
import type { QuestionContent } from './question.rules.ts';
import { plainText } from './question-text.rules.ts';

/** The three forms of search_words, and what a list shows. */
export type IndexForms = { excerpt: string; original: string; plain: string; singular: string; textKey: string };

const EXCERPT = 300;
const SIMILAR = 2000;

/** How a question is found: by everything that an author sees of it. */
export function indexForms(
  content: QuestionContent,
  labels: { topic: string; source: string; year: number | null },
): IndexForms {
  const read = (text: string) => plainText(content.format, text);
  const statement = read(content.questionText);
  const options = content.options.flatMap(({ optionText, comment }) => [read(optionText), read(comment)]);
  const original = [statement, ...options, read(content.comment), labels.topic, labels.source, labels.year ?? '']
    .filter((text) => text !== '')
    .join('\n');
  const words = plainWords(original);
  return {
    excerpt: statement.slice(0, EXCERPT).toWellFormed() || '(imagem)',
    original,
    plain: words.join(' '),
    singular: words.map(singular).join(' '),
    textKey: searchKey(statement).slice(0, SIMILAR).toWellFormed(),
  };
}
