import { expect, test } from 'vitest';
import { LAW_CITATIONS_MAX } from '#contract/content/law-limits.ts';
import { citationsOf, citationsOfLesson, textOfHtml } from './lesson-citations.ts';
import { articleOfLexId, lexIdOf, normKeyOf } from './norm-key.ts';

test('a citation across inline elements is one quote, and none crosses a paragraph', () => {
  const html = '<p>Veja o <b>art. 5º</b>, XI, da <i>CF</i>.</p><p>O art. 7º</p><p>da CF manda.</p>';
  expect(citationsOfLesson(html, [])).toEqual([
    {
      quote: 'art. 5º, XI, da CF',
      occurrence: 0,
      normKey: 'federal:constituicao:1988;1988',
      lexId: 'art5_cpt_inc11',
      article: 'art5',
      tellsKey: false,
    },
  ]);
});

test('equal quotes are counted in the order of the text', () => {
  const found = citationsOfLesson('<p>art. 5º da CF e art. 6º da CF</p><ul><li>art. 5º da CF</li></ul>', []);
  expect(found.map(({ quote, occurrence }) => [quote, occurrence])).toEqual([
    ['art. 5º da CF', 0],
    ['art. 6º da CF', 0],
    ['art. 5º da CF', 1],
  ]);
});

test('the devices of a range share one quote, and a norm of unknown identity is no citation', () => {
  const found = citationsOfLesson('<p>arts. 5º a 7º da CF; art. 3º do RISTF</p>', []);
  expect(found.map(({ lexId }) => lexId)).toEqual(['art5', 'art6', 'art7']);
  expect(found[2]).toMatchObject({ quote: found[1]?.quote, occurrence: found[1]?.occurrence });
});

test('a name of one word is no link, and other Constitutions are other norms', () => {
  const found = citationsOfLesson('<p>A Constituição de 1934, a Constituição e a Lei nº 9.455/1997.</p>', []);
  expect(found.map(({ quote }) => quote)).toEqual(['Lei nº 9.455/1997']);
});

test('the source of a formula is no text', () => {
  expect(textOfHtml('<p>a<math><annotation>art. 5º da CF</annotation></math>b</p>')).toBe('\nab\n');
});

test('a lesson has a bounded number of links', () => {
  expect(citationsOfLesson('<p>art. 5º da CF</p>'.repeat(LAW_CITATIONS_MAX + 5), [])).toHaveLength(LAW_CITATIONS_MAX);
});

test('keys of norms leave the day out, and school ids stay whole', () => {
  expect(normKeyOf('urn:lex:br:federal:lei:1997-04-07;9455!art1')).toBe('federal:lei:1997;9455');
  expect(normKeyOf('urn:lex:br:federal:lei:1997;9455')).toBe('federal:lei:1997;9455');
  expect(normKeyOf('urn:escola:norma:1')).toBe('urn:escola:norma:1');
  const binding = 'urn:lex:br:supremo.tribunal.federal:sumula.vinculante';
  expect([normKeyOf(binding), lexIdOf(binding)]).toEqual(['supremo.tribunal.federal:sumula.vinculante', '']);
  expect([normKeyOf(`${binding}:;11`), lexIdOf(`${binding}:;11`)]).toEqual([normKeyOf(binding), 'art11']);
  expect(normKeyOf('urn:lex:br:superior.tribunal.justica:sumula:;7')).toBe('superior.tribunal.justica:sumula');
  expect([
    lexIdOf('urn:x!art5_cpt'),
    lexIdOf('urn:x'),
    articleOfLexId('art5_cpt_inc1'),
    articleOfLexId('tit1'),
  ]).toEqual(['art5_cpt', '', 'art5', null]);
});

test('the names of a key are built once, and those of another key again', () => {
  let reads = 0;
  const aliases = (name: string) =>
    new Proxy([{ name, urn: 'urn:lex:br:federal:lei:1999-01-01;9999' }], {
      get(target, property, receiver) {
        reads += 1;
        return Reflect.get(target, property, receiver);
      },
    });
  const idsOf = (key: string, name: string, text: string) =>
    citationsOf({ format: 'plain', text, aliases: aliases(name), key }).map(({ lexId }) => lexId);
  expect(idsOf('one', 'Lei do Mar', 'art. 5º da Lei do Mar')).toEqual(['art5']);
  const first = reads;
  expect(idsOf('one', 'Lei do Mar', 'art. 6º da Lei do Mar')).toEqual(['art6']);
  expect(reads).toBe(first);
  expect(idsOf('two', 'Lei do Rio', 'art. 7º da Lei do Rio')).toEqual(['art7']);
});

test('quotes of the comments tell the key, and their norm can stand in the statement', () => {
  const aliases = { aliases: [], key: 'tells-key' };
  const [text, keyText] = ['O art. 5º da CF e o art. 6º da CF.', 'Pelo art. 7º da CF e pelo art. 5º da CF.'];
  const found = citationsOf({ format: 'plain', text, keyText, ...aliases });
  expect(found.map(({ lexId, occurrence, tellsKey }) => [lexId, occurrence, tellsKey])).toEqual([
    ['art5', 0, false],
    ['art6', 0, false],
    ['art7', 0, true],
    ['art5', 1, true],
  ]);
  const ofHtml = citationsOf({
    format: 'html',
    text: '<p>O art. 5º</p>',
    keyText: '<p>da CF, art. 8º da CF</p>',
    ...aliases,
  });
  expect(ofHtml.map(({ lexId, tellsKey }) => [lexId, tellsKey])).toEqual([['art8', true]]);
});
