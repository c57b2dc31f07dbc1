import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';
import type { StylePiece, Stylesheet } from '#contract/first-screen.ts';

/** Within these a rule holds for some screens, windows or devices only; what is within any other is kept whole. */
const around = new Set(['layer', 'media', 'supports', 'container', 'starting-style']);

const isAround = (node: ChildNode): node is AtRule & { nodes: ChildNode[] } =>
  node.type === 'atrule' && node.nodes !== undefined && around.has(node.name);
const isPrint = (node: ChildNode) => node.type === 'atrule' && node.name === 'media' && node.params === 'print';

/**
 * A face that comes as a file, but for the one of the interface, which every document asks for early (build-app.ts). The
 * others would be asked for with the first paint and take the line from the script; what stands in for them is as wide.
 */
const isLaterFace = (node: ChildNode) =>
  node.type === 'atrule' && node.name === 'font-face' && /url\((?!.*schibsted-grotesk)/.test(String(node));

/** What is in round or square brackets says what an element may be, or is not: as if it were met. */
function withoutBrackets(selector: string): string {
  const shorter = selector.replace(/(?<!\\)(?:\((?:\\.|[^()\\])*\)|\[(?:\\.|[^[\]\\])*\])/g, '');
  return shorter === selector ? selector : withoutBrackets(shorter);
}

const inHtml = (name: string) =>
  name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** Classes without which the selector matches nothing, as they stand in HTML. Exported for its test. */
export const classesOf = (selector: string): string[] =>
  [...withoutBrackets(selector).matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi)].map(([, name = '']) =>
    inHtml(
      name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code: string | undefined, letter: string | undefined) =>
        code ? String.fromCodePoint(Number.parseInt(code, 16)) : (letter ?? ''),
      ),
    ),
  );

/** The class lists of a rule that some screens do without; null: every screen needs it. */
function classLists({ selectors }: Rule): string[][] | null {
  const lists = selectors.map(classesOf);
  return lists.some((classes) => classes.length === 0) ? null : lists;
}

function piecesIn(nodes: readonly ChildNode[]): StylePiece[] {
  return nodes.flatMap((node): StylePiece[] => {
    if (node.type === 'comment' || isPrint(node) || isLaterFace(node)) return [];
    if (isAround(node)) return [{ around: `@${node.name} ${node.params}`.trim(), pieces: piecesIn(node.nodes) }];
    if (node.type === 'atrule') return [`${node}${node.nodes ? '' : ';'}`];
    if (node.type !== 'rule') throw new Error(`A stylesheet holds what is no rule: ${String(node).slice(0, 80)}`);
    const of = classLists(node);
    return [of ? { of, css: String(node) } : String(node)];
  });
}

/** `:root` is no place where a class of ours stands, and a pseudo-element is no rank. */
const isRanked = (selector: string) =>
  /[#[]|(?<!:):(?!:)/.test(selector.replace(/:where\(.*\)|:(?:root|host|before|after)\b/g, ''));

/** Takes out what every document carries, but for what ranks with the classes before it: there the order counts. */
function takeCarried(container: Container, layer: string, layersWithClasses: Set<string>): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (isPrint(node) || isLaterFace(node)) continue;
    if (isAround(node)) {
      takeCarried(node, node.name === 'layer' ? node.params : layer, layersWithClasses);
      if (node.nodes.length === 0) node.remove();
    } else if (node.type === 'rule' && classLists(node)) {
      layersWithClasses.add(layer);
    } else if (!(node.type === 'rule' && node.selectors.some(isRanked) && layersWithClasses.has(layer))) {
      node.remove();
    }
  }
}

/** What a document may carry of a stylesheet, and what is left where it does. Exported for its test. */
export function splitStylesheet(css: string): { pieces: StylePiece[]; rest: string } {
  const sheet = postcss.parse(css);
  const pieces = piecesIn(sheet.nodes);
  takeCarried(sheet, '', new Set());
  return { pieces, rest: String(sheet) };
}

/**
 * Writes what is left of the app's own stylesheet beside it; those of its parts are small, and come whole. Answers all by
 * their addresses.
 */
export async function splitStylesheets(
  web: string,
  files: readonly string[],
  ofApp: string,
): Promise<Record<string, Stylesheet>> {
  const sheets = files.map(async (file) => {
    const { pieces, rest } = splitStylesheet(await readFile(join(web, file), 'utf8'));
    if (file !== ofApp) return [`/${file}`, { pieces, rest: `/${file}` }] as const;
    const name = `assets/rest-${createHash('sha256').update(rest).digest('base64url').slice(0, 8)}.css`;
    await writeFile(join(web, name), rest);
    return [`/${file}`, { pieces, rest: `/${name}` }] as const;
  });
  return Object.fromEntries(await Promise.all(sheets));
}
