const romans: readonly [number, string][] = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function romanValue(letters: string): number | null {
  let rest = letters.toUpperCase();
  let value = 0;
  for (const [size, sign] of romans) {
    while (rest.startsWith(sign)) {
      value += size;
      rest = rest.slice(sign.length);
    }
  }
  return rest === '' && value > 0 ? value : null;
}

const suffixOf = (letter: string | undefined) =>
  letter === undefined ? '' : `-${letter.toUpperCase().charCodeAt(0) - 64}`;

/** `art. 5º, § 1º, XI, a` as the LexML id `art5_par1_inc11_ali1`; null where it is no device. */
export function lexIdOfWords(words: string): string | null {
  const [first = '', ...others] = words.split(',').map((part) => part.trim());
  const article = /^art(?:igo|\.)? ?(\d{1,4})[º°o]?(?:-([a-z]))?\.?$/i.exec(first);
  if (!article) return null;
  const steps = [`art${article[1]}${suffixOf(article[2])}`];
  for (const part of others) {
    const paragraph = /^§ ?(\d{1,3})[º°o]?(?:-([a-z]))?\.?$/i.exec(part);
    const letter = /^(?:al[ií]nea )?["“']?([a-z])["”']?\)?$/.exec(part);
    const roman = romanValue(part.replace(/^inciso /i, ''));
    if (/^caput$/i.test(part)) steps.push('cpt');
    else if (/^par[aá]grafo [uú]nico$/i.test(part)) steps.push('par1u');
    else if (paragraph) steps.push(`par${paragraph[1]}${suffixOf(paragraph[2])}`);
    else if (letter) steps.push(`ali${(letter[1]?.charCodeAt(0) ?? 96) - 96}`);
    else if (roman !== null) steps.push(`inc${roman}`);
    else return null;
  }
  const [head = '', second, ...rest] = steps;
  const isDirect = second?.startsWith('inc') || second?.startsWith('ali');
  return [head, ...(isDirect ? ['cpt'] : []), ...(second === undefined ? [] : [second]), ...rest].join('_');
}
