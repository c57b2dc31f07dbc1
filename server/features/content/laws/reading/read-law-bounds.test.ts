import { describe, expect, test } from 'vitest';
import { linesOfHtml } from './law-html.ts';
import { linesOfText } from './law-lines.ts';
import { flatten } from './law-versions.ts';
import { LAW_DEVICES_MAX, LawTooLarge } from './parse-law.ts';
import { readLaw } from './read-law.ts';
import { readLawSource } from './read-law-source.ts';

const readText = (text: string) => readLaw(linesOfText(text));

describe('hostile input', () => {
  test('more devices than any norm has are refused', () => {
    const lines = Array.from({ length: LAW_DEVICES_MAX }, (_, at) => ({
      text: `Art. ${at + 1}. a`,
      line: at + 1,
      isStruck: false,
      isTable: false,
    }));
    expect(() => readLaw(lines)).toThrow(LawTooLarge);
  });

  test('10,000 nested elements are refused', () => {
    expect(() => linesOfHtml('<div>'.repeat(10_000))).toThrow(LawTooLarge);
  });

  test('time grows with the length of the text', () => {
    for (const piece of ['(Vide (', 'Art. ', '§ ', 'I ', '“', 'Brasília, ', '(Redação dada ', '<', ': I ']) {
      const { devices } = readLawSource({ format: 'text', text: `Art. 1º ${piece.repeat(200_000)}` });
      expect(devices).toHaveLength(1);
    }
    const wrapped = `Art. 1º ${'palavra palavra\n'.repeat(100_000)}`;
    expect(readLawSource({ format: 'text', text: wrapped }).devices).toHaveLength(1);
  });
});

/** Numbers from a seed, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % max;
  };
}

const roman = (value: number) => {
  const parts: [number, string][] = [
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let rest = value;
  return parts.reduce((text, [size, letters]) => {
    const times = Math.floor(rest / size);
    rest -= times * size;
    return text + letters.repeat(times);
  }, '');
};

test('a random law that was printed is read back with the same ids and texts', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const next = numbers(seed);
    const expected: [string, string][] = [];
    const lines: string[] = [];
    const put = (label: string, id: string) => {
      const text = `Texto ${expected.length} na forma do art. ${next(9)}º, § ${next(9)}º, ${roman(next(30) + 1)}, da lei;`;
      expected.push([id, text]);
      lines.push(`${label} ${text}`);
    };
    const letters = (parent: string) => {
      for (let at = 1; at <= next(4); at += 1) put(`${String.fromCharCode(96 + at)})`, `${parent}_ali${at}`);
    };
    const incises = (parent: string) => {
      for (let at = 1; at <= next(6); at += 1) {
        put(`${roman(at)} ${next(2) ? '-' : '–'}`, `${parent}_inc${at}`);
        letters(`${parent}_inc${at}`);
      }
    };
    for (let article = 1; article <= 30; article += 1) {
      put(article < 10 ? `Art. ${article}º` : `Art. ${article}.`, `art${article}_cpt`);
      incises(`art${article}_cpt`);
      const paragraphs = next(4);
      if (paragraphs === 1) put('Parágrafo único.', `art${article}_par1u`);
      else {
        for (let at = 1; at <= paragraphs; at += 1) {
          put(`§ ${at}º`, `art${article}_par${at}`);
          incises(`art${article}_par${at}`);
        }
      }
    }
    const { devices, problems } = readText(lines.join('\n'));
    const read = flatten(devices)
      .filter(({ kind }) => kind !== 'artigo')
      .map(({ id, text }) => [id, text]);
    expect(read).toEqual(expected);
    expect(problems).toEqual([]);
  }
});
