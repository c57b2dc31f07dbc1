import type { BaseTextInput } from '#contract/questions/base-texts.ts';
import { commonFormat, plainAsHtml, readFormatted } from './gift-formats.ts';
import { type EscapedText, trimmedSlice } from './gift-text.ts';
import type { FileEntry } from './question-file.ts';

export const MARKDOWN = 'Textos em Markdown não são aceitos. Use [html] ou texto puro.';
const UNUSED = 'Não há alternativas entre chaves { }, e nenhuma questão vem depois deste texto.';

type Place = { line: number; excerpt: string };
type Description = Place & { text: BaseTextInput; isUsed: boolean };

/** Reads a block without braces, which Moodle calls a description. Null: Markdown, which is not supported. */
export function readDescription(title: string, body: EscapedText): BaseTextInput | null {
  const written = readFormatted(trimmedSlice(body, 0).text, 'moodle');
  if (written.format === 'markdown') return null;
  const { format, textOf } = commonFormat([written]);
  return { title, format, text: textOf(written) };
}

const asHtml = ({ format, text }: BaseTextInput) => (format === 'html' ? text : `<p>${plainAsHtml(text)}</p>`);

/** An empty line ends a block: paragraphs that follow each other are one text. */
function joined(first: BaseTextInput, next: BaseTextInput): BaseTextInput {
  const title = first.title || next.title;
  if (first.format === 'plain' && next.format === 'plain') {
    return { title, format: 'plain', text: `${first.text}\n\n${next.text}` };
  }
  return { title, format: 'html', text: asHtml(first) + asHtml(next) };
}

/**
 * The base texts of a file. A text with a key (from our export) belongs to the questions that name the key. Any other
 * belongs to the questions that follow it, up to the next text or category.
 */
export function descriptionsOf() {
  const keyed = new Map<string, BaseTextInput>();
  const found: Description[] = [];
  let current: Description | null = null;
  let isBehindText = false;
  return {
    add(place: Place, text: BaseTextInput, key: string) {
      if (key !== '') {
        keyed.set(key, text);
        return;
      }
      if (current && isBehindText) current.text = joined(current.text, text);
      else {
        current = { ...place, text, isUsed: false };
        found.push(current);
      }
      isBehindText = true;
    },
    /** The base text of a question; undefined when it names a text that is missing. */
    of(key: string): BaseTextInput | null | undefined {
      isBehindText = false;
      if (key !== '') return keyed.get(key);
      if (current) current.isUsed = true;
      return current?.text ?? null;
    },
    endCategory() {
      current = null;
      isBehindText = false;
    },
    /** The texts that no question uses. */
    problems: (): FileEntry[] =>
      found
        .filter(({ isUsed }) => !isUsed)
        .map(({ line, excerpt }) => ({ line, excerpt, question: null, problem: UNUSED })),
    remarks: (): string[] => {
      const used = found.filter(({ isUsed }) => isUsed).length;
      if (used === 0) return [];
      return [`Textos sem alternativas são o texto-base das questões que vêm depois deles: ${used} neste arquivo.`];
    },
  };
}
