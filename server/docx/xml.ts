import { Parser } from 'htmlparser2';
import { FileRefused } from '#server/zip/refused.ts';

export type Element = { name: string; attributes: Readonly<Record<string, string>>; children: XmlNode[] };
export type XmlNode = Element | string;

const DEPTH_MAX = 400;
const NODES_MAX = 2_000_000;

/**
 * Parses Office XML into a tree. Only the five predefined entities are expanded, a document type is refused, and
 * nothing outside the text is requested.
 */
export function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open: Element[] = [root];
  let nodes = 0;
  const add = (node: XmlNode) => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new FileRefused('too_large');
    open.at(-1)?.children.push(node);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [] };
        add(element);
        open.push(element);
        if (open.length > DEPTH_MAX) throw new FileRefused('too_large');
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
      ontext: add,
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new FileRefused('broken');
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return root;
}

export const isElement = (node: XmlNode | undefined): node is Element => typeof node === 'object';

export const childrenOf = (element: Element | undefined, name?: string): Element[] =>
  (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child): child is Element => isElement(child) && child.name === name);

/** The first element of this name anywhere inside. */
export function findIn(element: Element | undefined, name: string): Element | undefined {
  for (const child of childrenOf(element)) {
    const found = child.name === name ? child : findIn(child, name);
    if (found) return found;
  }
  return undefined;
}

/** The `w:val` of a child. */
export const valueIn = (element: Element | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes['w:val'];

/** A switch such as `w:b` is on when it is present, unless its value says off. */
export function isOn(element: Element | undefined, name: string): boolean {
  const found = childOf(element, name);
  return found !== undefined && !/^(0|false|off|none)$/.test(found.attributes['w:val'] ?? '');
}
