import { Parser } from 'htmlparser2';
import { FileRefused } from './question-file.ts';

export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** The text directly inside the element. */
  text: string;
  line: number;
};

const DEPTH_MAX = 40;
const ELEMENTS_MAX = 600_000;

/** Detects Moodle XML by its first element. An XML declaration and comments may precede it. */
export function isMoodleXml(text: string): boolean {
  let rest = text.slice(0, 4000).trimStart();
  // Not a regular expression: comments inside a repetition would cause catastrophic backtracking.
  for (const [opening, closing] of [
    ['<?xml', '?>'],
    ['<!--', '-->'],
  ] as const) {
    while (rest.startsWith(opening)) {
      const end = rest.indexOf(closing, opening.length);
      if (end < 0) return false;
      rest = rest.slice(end + closing.length).trimStart();
    }
  }
  return /^<quiz[\s>]/.test(rest);
}

export const isMarkup = (text: string) =>
  /^\s*<(?:\?xml|!doctype|!--|html|[a-z][\w:-]*[\s>/])/i.test(text.slice(0, 400));

/**
 * Parses a Moodle file into a tree. Refuses a DOCTYPE, and with it custom entities, excessive nesting, and a truncated
 * file.
 */
export function readXmlTree(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 1 };
  const open = [root];
  let elements = 0;
  let counted = 0;
  let line = 1;
  let cutAt = 0;
  const lineAt = (index: number) => {
    for (; counted < index; counted += 1) if (source.charCodeAt(counted) === 10) line += 1;
    return line;
  };
  const refuse = (message: string, code: FileRefused['code'] = 'bad_request') => {
    throw new FileRefused(code, message);
  };
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        const at = lineAt(parser.startIndex);
        const element: XmlElement = { name, attributes, children: [], text: '', line: at };
        elements += 1;
        if (elements > ELEMENTS_MAX) refuse('O arquivo tem elementos demais. Divida-o em partes.', 'too_large');
        open.at(-1)?.children.push(element);
        open.push(element);
        if (open.length > DEPTH_MAX) refuse(`O XML tem elementos demais uns dentro dos outros (linha ${at}).`);
      },
      onclosetag(name, isImplied) {
        // The parser implies a close tag at the end of a truncated file, and for an empty element.
        const element = open.pop();
        if (isImplied && parser.endIndex >= source.length - 1 && name === 'quiz') cutAt = element?.line ?? 1;
      },
      ontext(text) {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') {
          refuse(
            `O arquivo declara um DOCTYPE (linha ${lineAt(parser.startIndex)}), que não é aceito. Exporte de novo do Moodle.`,
          );
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(source);
  if (cutAt > 0) refuse('O arquivo está incompleto: falta o fim (</quiz>). Exporte de novo do Moodle.');
  return root;
}

export const childOf = (element: XmlElement | undefined, name: string) =>
  element?.children.find((child) => child.name === name);
export const childrenOf = (element: XmlElement | undefined, name: string) =>
  (element?.children ?? []).filter((child) => child.name === name);
/** The words inside the `<text>` of a part. */
export const textIn = (element: XmlElement | undefined) =>
  (childOf(element, 'text')?.text ?? element?.text ?? '').trim();
