/** Words as essays have them: accents in both forms, hyphens, quotes, figures and one word that is longer than a line. */
const words = [
  'a',
  'é',
  'o',
  'de',
  'não',
  'que',
  'à',
  'segurança',
  'pública',
  'polícia',
  'abordagem',
  'guarda-chuva',
  'constitucionalmente',
  '“direito”',
  '1988,',
  'art. 5º',
  '(CF/88)',
  'transparência;',
  'cidadania:',
  'responsabilidade.',
  'corac\u0327a\u0303o',
  'https://www.planalto.gov.br/ccivil_03/constituicao/constituicao.htm/titulo-v/capitulo-iii/artigo-144',
];
const gaps = [' ', ' ', ' ', ' ', ' ', ' ', '  ', '\u00a0', '\t', ' - '];
const breaks = ['\n', '\n', '\n\n', '\r\n', '\n \n'];

/** The same number from the same seed on every machine (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Essays of one to nine paragraphs, the same ones from the same seed. */
export function generatedEssays(count: number, seed: number): string[] {
  const random = randomOf(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  // The long word comes once in a while.
  const word = () => (random() < 0.003 ? (words.at(-1) ?? '') : pick(words.slice(0, -1)));
  const paragraph = () => Array.from({ length: 20 + Math.floor(random() * 60) }, () => word() + pick(gaps)).join('');
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 9) }, () => paragraph() + pick(breaks)).join(''),
  );
}
