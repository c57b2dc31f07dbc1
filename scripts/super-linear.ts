/**
 * A static check for expressions whose time grows faster than the text. It knows three shapes:
 *
 * - nested: a repetition inside a repetition, with nothing in between that ends the inner one (`(a+)*`);
 * - adjacent: two repetitions that match the same signs, with nothing in between that both cannot match (`\s*x?\s*y`);
 * - restart: an expression without `^` whose beginning can be found again inside its own repetition (`<a[^>]*>`).
 *
 * A repetition that nothing can fail behind is linear, and so is one with an upper bound.
 */

type Node =
  | { kind: 'set'; has: (sign: string) => boolean }
  | { kind: 'group'; alternatives: Node[][] }
  | { kind: 'assertion'; isStart: boolean }
  | { kind: 'repeat'; node: Node; min: number; max: number };

type SetNode = Extract<Node, { kind: 'set' }>;
export type Shape = 'nested' | 'adjacent' | 'restart';

/** Every sign of ASCII and some beyond, which the classes of our expressions tell apart. */
const alphabet = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  'ß',
  '’',
  '\u00a0',
  '漢',
];

/** From this many repetitions on a bound is none. */
const UNBOUNDED = 1000;

function parse(source: string, flags: string): Node[][] {
  const setFlags = flags.replaceAll(/[gyd]/g, '');
  let at = 0;
  const set = (text: string): SetNode => {
    const one = new RegExp(`^(?:${text})$`, setFlags);
    return { kind: 'set', has: (sign) => one.test(sign) };
  };
  const any: SetNode = { kind: 'set', has: () => true };

  const alternatives = (): Node[][] => {
    const all: Node[][] = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        all.push([]);
        continue;
      }
      all.at(-1)?.push(repeated(atom()));
    }
    return all;
  };

  const repeated = (node: Node): Node => {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at));
    if (!found) return node;
    at += found[0].length;
    const sign = found[0][0];
    if (sign === '*') return { kind: 'repeat', node, min: 0, max: Number.POSITIVE_INFINITY };
    if (sign === '+') return { kind: 'repeat', node, min: 1, max: Number.POSITIVE_INFINITY };
    if (sign === '?') return { kind: 'repeat', node, min: 0, max: 1 };
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    return { kind: 'repeat', node, min, max };
  };

  const group = (): Node => {
    const head = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(source.slice(at))?.[0] ?? '(';
    at += head.length;
    const inner = alternatives();
    at += 1;
    const isLooking = /^\(\?<?[=!]$/.test(head);
    return isLooking ? { kind: 'assertion', isStart: head.startsWith('(?<') } : { kind: 'group', alternatives: inner };
  };

  const characterClass = (): Node => {
    const begun = at;
    at += 1;
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    at += 1;
    return set(source.slice(begun, at));
  };

  const escaped = (): Node => {
    const long =
      /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<\w+>|.)/s.exec(source.slice(at))?.[0] ?? '';
    at += long.length;
    if (/^\\[bB]$/.test(long)) return { kind: 'assertion', isStart: false };
    return /^\\(?:[1-9]|k<)/.test(long) ? any : set(long);
  };

  const atom = (): Node => {
    const sign = source[at] ?? '';
    if (sign === '(') return group();
    if (sign === '[') return characterClass();
    if (sign === '\\') return escaped();
    at += 1;
    if (sign === '^') return { kind: 'assertion', isStart: !flags.includes('m') };
    if (sign === '$') return { kind: 'assertion', isStart: false };
    return set(sign === '/' ? '\\/' : sign);
  };
  return alternatives();
}

const isUnbounded = (node: Node): node is Extract<Node, { kind: 'repeat' }> =>
  node.kind === 'repeat' && node.max >= UNBOUNDED;

function isOptional(node: Node): boolean {
  if (node.kind === 'assertion') return true;
  if (node.kind === 'repeat') return node.min === 0 || isOptional(node.node);
  return node.kind === 'group' && node.alternatives.some((sequence) => sequence.every(isOptional));
}

/** The signs that a node can match anywhere. */
function signsOf(node: Node): Set<string> {
  if (node.kind === 'assertion') return new Set();
  if (node.kind === 'set') return new Set(alphabet.filter(node.has));
  if (node.kind === 'repeat') return signsOf(node.node);
  return new Set(node.alternatives.flat().flatMap((inner) => [...signsOf(inner)]));
}

const overlap = (one: Set<string>, other: Set<string>) => [...one].some((sign) => other.has(sign));

/** Whether some text that a sequence matches consists of these signs alone. */
function fitsInto(sequence: readonly Node[], signs: Set<string>): boolean {
  return sequence.every((node) => {
    if (isOptional(node)) return true;
    if (node.kind === 'set') return alphabet.some((sign) => node.has(sign) && signs.has(sign));
    if (node.kind === 'repeat') return fitsInto([node.node], signs);
    return node.kind === 'group' && node.alternatives.some((inner) => fitsInto(inner, signs));
  });
}

/** What follows can fail: an element that has to be there, or an assertion. */
const canFail = (rest: readonly Node[]): boolean => rest.some((node) => node.kind === 'assertion' || !isOptional(node));

/** Every way through the alternatives of the outermost groups that occur once. */
function* paths(sequence: readonly Node[]): Generator<Node[]> {
  const at = sequence.findIndex((node) => node.kind === 'group');
  const node = sequence[at];
  if (node?.kind !== 'group') {
    yield [...sequence];
    return;
  }
  for (const inner of node.alternatives) yield* paths([...sequence.slice(0, at), ...inner, ...sequence.slice(at + 1)]);
}

function nestedIn(node: Node): boolean {
  if (node.kind === 'group') return node.alternatives.flat().some(nestedIn);
  if (node.kind !== 'repeat') return false;
  if (node.max < UNBOUNDED) return nestedIn(node.node);
  const bodies =
    node.node.kind === 'group' ? node.node.alternatives.flatMap((inner) => [...paths(inner)]) : [[node.node]];
  const isAmbiguous = bodies.some((body) =>
    body.some((inner, at) => {
      if (!isUnbounded(inner)) return false;
      const around = [...body.slice(at + 1), ...body.slice(0, at)];
      return fitsInto(around, signsOf(inner));
    }),
  );
  return isAmbiguous || nestedIn(node.node);
}

function shapeOfPath(path: readonly Node[], flags: string): Shape | null {
  const isAnchored =
    flags.includes('y') || path.find((node) => node.kind !== 'assertion' || node.isStart)?.kind === 'assertion';
  for (const [at, node] of path.entries()) {
    if (!isUnbounded(node)) continue;
    const signs = signsOf(node);
    const rest = path.slice(at + 1);
    if (!canFail(rest)) continue;
    const next = rest.findIndex((other) => isUnbounded(other) && overlap(signsOf(other), signs));
    if (next >= 0 && fitsInto(rest.slice(0, next), signs) && canFail(rest.slice(next + 1))) return 'adjacent';
    if (!isAnchored && fitsInto(path.slice(0, at), signs)) return 'restart';
  }
  return null;
}

/** The shape that makes an expression super-linear, or null. */
export function superLinearShape({ source, flags }: RegExp): Shape | null {
  const alternatives = parse(source, flags);
  if (alternatives.flat().some(nestedIn)) return 'nested';
  for (const sequence of alternatives) {
    for (const path of paths(sequence)) {
      const shape = shapeOfPath(path, flags);
      if (shape) return shape;
    }
  }
  return null;
}
