import type { Device, LawProblem } from './parse-law.ts';

export type FlatDevice = Omit<Device, 'children'> & {
  parentId: string | null;
  depth: number;
};

/** Every device with its parent, in the order of the text. */
export function flatten(devices: readonly Device[]): FlatDevice[] {
  const all: FlatDevice[] = [];
  const visit = (device: Device, parentId: string | null, depth: number) => {
    const { children, ...own } = device;
    all.push({ ...own, parentId, depth });
    for (const child of children) visit(child, device.id, depth + 1);
  };
  for (const device of devices) visit(device, null, 0);
  return all;
}

/**
 * Marks the versions that a later line replaces. Publishers print the old text above the new one, often without a
 * strike. The last text that is not struck is in force; what lies below an old version is old with it.
 */
export function markOldVersions(devices: readonly Device[]): void {
  const current = new Map<string, Device>();
  const visit = (device: Device, isBelowOld: boolean) => {
    if (isBelowOld) device.isOld = true;
    for (const child of device.children) visit(child, device.isOld);
  };
  const collect = (device: Device) => {
    if (!device.isOld) {
      const before = current.get(device.id);
      if (before) visit(before, true);
      current.set(device.id, device);
    }
    for (const child of device.children) collect(child);
  };
  for (const device of devices) visit(device, false);
  for (const device of devices) collect(device);
}

const words: Readonly<Record<string, string>> = {
  artigo: 'artigos',
  paragrafo: 'parágrafos',
  inciso: 'incisos',
  alinea: 'alíneas',
  item: 'itens',
};

const numberOf = (id: string): number => Number(/^[a-z]{3}(\d{1,5})/.exec(id.slice(id.lastIndexOf('_') + 1))?.[1] ?? 0);
const labelWords = (device: Device) => device.label.replace(/[ .:–—-]{1,5}$/, '');

/** Letters that Brazilian laws leave out of their alphabet: k, w and y. */
const skipped = new Set([11, 23, 25]);

function gapBetween(kind: string, before: number, after: number): boolean {
  for (let number = before + 1; number < after; number += 1) {
    if (kind !== 'alinea' || !skipped.has(number)) return true;
  }
  return false;
}

/** Numbers that are missing between devices in force, and versions that were replaced, in words. */
export function findGaps(devices: readonly Device[]): LawProblem[] {
  const problems: LawProblem[] = [];
  const check = (siblings: readonly Device[], where: string) => {
    for (const [kind, name] of Object.entries(words)) {
      let before: Device | null = null;
      for (const device of siblings) {
        if (device.kind !== kind || device.id.endsWith('par1u')) continue;
        const [from, to] = [before ? numberOf(before.id) : 0, numberOf(device.id)];
        if (gapBetween(kind, from, to)) {
          const jump = before
            ? `depois de ${labelWords(before)} vem ${labelWords(device)}`
            : `começa em ${labelWords(device)}`;
          problems.push({ line: device.line, words: `Faltam ${name}${where}: ${jump}.` });
        }
        before = device;
      }
    }
  };
  const articles: Device[] = [];
  const visit = (device: Device) => {
    if (device.isOld) return;
    if (device.kind === 'artigo') articles.push(device);
    if (device.kind !== 'anexo') {
      const article = /(?:^|_)art(\d{1,5}(?:-\d{1,3})?)/.exec(device.id)?.[1];
      check(
        device.children.filter((child) => !child.isOld && child.kind !== 'artigo'),
        article ? ` no art. ${article}` : '',
      );
    }
    for (const child of device.children) visit(child);
  };
  for (const device of devices) visit(device);
  const annexOf = (device: Device) => /^anx[^_]*/.exec(device.id)?.[0] ?? '';
  for (const [annex, list] of Map.groupBy(articles, annexOf)) check(list, annex === '' ? '' : ' no anexo');
  return problems;
}
