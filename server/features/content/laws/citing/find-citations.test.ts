import { describe, expect, test } from 'vitest';
import { citationFinder } from './find-citations.ts';
import { handWritten } from './hand-written.ts';

const federal = (norm: string) => `urn:lex:br:federal:${norm}`;
const norms: Readonly<Record<string, string>> = {
  CF: federal('constituicao:1988-10-05;1988'),
  ADCT: federal('ato.disposicoes.constitucionais.transitorias:1988-10-05;1988'),
  CP: federal('decreto.lei:1940-12-07;2848'),
  CPP: federal('decreto.lei:1941-10-03;3689'),
  CPM: federal('decreto.lei:1969-10-21;1001'),
  CPPM: federal('decreto.lei:1969-10-21;1002'),
  CC: federal('lei:2002-01-10;10406'),
  CC16: federal('lei:1916-01-01;3071'),
  CPC: federal('lei:2015-03-16;13105'),
  CPC73: federal('lei:1973-01-11;5869'),
  CDC: federal('lei:1990-09-11;8078'),
  CTN: federal('lei:1966-10-25;5172'),
  CTB: federal('lei:1997-09-23;9503'),
  CLT: federal('decreto.lei:1943-05-01;5452'),
  ECA: federal('lei:1990-07-13;8069'),
  LEP: federal('lei:1984-07-11;7210'),
  LMP: federal('lei:2006-08-07;11340'),
  DROGAS: federal('lei:2006-08-23;11343'),
  HEDIONDOS: federal('lei:1990-07-25;8072'),
  TORTURA: federal('lei:1997-04-07;9455'),
  ARMAS: federal('lei:2003-12-22;10826'),
  ABUSO: federal('lei:2019-09-05;13869'),
  ORCRIM: federal('lei:2013-08-02;12850'),
  OAB: federal('lei:1994-07-04;8906'),
  GUARDAS: federal('lei:2014-08-08;13022'),
  MILITARES: federal('lei:1980-12-09;6880'),
  LINDB: federal('decreto.lei:1942-09-04;4657'),
  LCP: federal('decreto.lei:1941-10-03;3688'),
  LRF: federal('lei.complementar:2000-05-04;101'),
  LC64: federal('lei.complementar:1990-05-18;64'),
  LC95: federal('lei.complementar:1998-02-26;95'),
  LGPD: federal('lei:2018-08-14;13709'),
  LAI: federal('lei:2011-11-18;12527'),
  '8112': federal('lei:1990-12-11;8112'),
  '9784': federal('lei:1999-01-29;9784'),
  '8429': federal('lei:1992-06-02;8429'),
  '8666': federal('lei:1993-06-21;8666'),
  '9099': federal('lei:1995-09-26;9099'),
  '14133': federal('lei:2021-04-01;14133'),
  L9717: federal('lei:1998-11-27;9717'),
  L9717Y: federal('lei:1998;9717'),
  L9868: federal('lei:1999;9868'),
  EC41: federal('emenda.constitucional:2003;41'),
  EC45: federal('emenda.constitucional:2004;45'),
  EC47: federal('emenda.constitucional:2005;47'),
  EC103: federal('emenda.constitucional:2019;103'),
  MP2200: federal('medida.provisoria:2001;2200-2'),
  D7724: federal('decreto:2012;7724'),
  D9785: federal('decreto:2019-05-07;9785'),
  'STF-SV': 'urn:lex:br:supremo.tribunal.federal:sumula.vinculante:',
  'STF-S': 'urn:lex:br:supremo.tribunal.federal:sumula:',
  'STJ-S': 'urn:lex:br:superior.tribunal.justica:sumula:',
  'TST-S': 'urn:lex:br:tribunal.superior.trabalho:sumula:',
};

/** `CF!art5 art6; CP!art7` as URNs. */
function urnsOf(short: string): (string | null)[] {
  if (short === '') return [];
  return short.split('; ').flatMap((one) => {
    if (one === '?') return [null];
    const [norm = '', devices] = one.split('!');
    const [name = '', number] = norm.split(';');
    const urn = number === undefined ? norms[name] : `${norms[name]};${number}`;
    if (urn === undefined) throw new Error(`${name} is in no table.`);
    return devices === undefined ? [urn] : devices.split(' ').map((device) => `${urn}!${device}`);
  });
}

const find = citationFinder();

describe('citations', () => {
  test('each of 200 citations that were written by hand gets its URNs', () => {
    const wrong = handWritten.filter(
      ([text, short]) => JSON.stringify(find(`Veja ${text}.`).map(({ urn }) => urn)) !== JSON.stringify(urnsOf(short)),
    );
    expect(handWritten.length).toBeGreaterThanOrEqual(200);
    expect(wrong.map(([text]) => ({ text, found: find(`Veja ${text}.`).map(({ urn }) => urn) }))).toEqual([]);
  });

  test('offsets cut the citation out of its text', () => {
    const text = 'Conforme o art. 5º, XI, da CF e o art. 150 do CP, a casa é asilo.';
    const found = find(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['art. 5º, XI, da CF', 'art. 150 do CP']);
    expect(found.every((one) => one.text === text.slice(one.start, one.end))).toBe(true);
  });

  test('citations of one text are in order and do not overlap', () => {
    for (const [text] of handWritten) {
      const found = find(`${text}; ${text}`);
      for (const [at, one] of found.entries()) {
        expect(one.end).toBeGreaterThan(one.start);
        if (at > 0 && one.start !== found[at - 1]?.start)
          expect(one.start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0);
      }
    }
  });

  test('the names of a school’s laws are found and win over names known everywhere', () => {
    const state = 'urn:lex:br;sao.paulo:estadual:lei:1970;10261';
    const withNames = citationFinder([
      { name: 'Estatuto da PM', urn: state },
      { name: 'CP', urn: 'urn:escola:1' },
    ]);
    expect(withNames('art. 3º do Estatuto da PM').map(({ urn }) => urn)).toEqual([`${state}!art3`]);
    expect(withNames('art. 3º do CP').map(({ urn }) => urn)).toEqual(['urn:escola:1!art3']);
  });

  test('an article without a norm is no citation', () => {
    expect(find('Conforme o art. 5º, é assim.')).toEqual([]);
  });

  test('time grows with the length of the text', () => {
    for (const piece of [
      'art. 1º, ',
      'art. ',
      '§ ',
      'Lei nº ',
      'Lei ',
      'c/c ',
      'Constituição ',
      '1, ',
      '" ',
      'do ',
      'Súmula ',
      'Leis 1.000/90 e ',
    ]) {
      expect(find(piece.repeat(10_000)).length).toBeLessThanOrEqual(20_000);
    }
  });
});
