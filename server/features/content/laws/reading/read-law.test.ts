import { describe, expect, test } from 'vitest';
import { linesOfHtml } from './law-html.ts';
import { letterValue, readLabel, romanValue } from './law-labels.ts';
import { linesOfText } from './law-lines.ts';
import { flatten } from './law-versions.ts';
import type { Device } from './parse-law.ts';
import { readLaw } from './read-law.ts';
import { decodeText, readLawSource, sourceOfText } from './read-law-source.ts';

const readText = (text: string) => readLaw(linesOfText(text));
const idsOf = (devices: readonly Device[]) => flatten(devices).map(({ id }) => id);
const textOf = (devices: readonly Device[], id: string) =>
  flatten(devices).findLast((device) => device.id === id)?.text;

const law = `LEI Nº 9.999, DE 1º DE JANEIRO DE 2000

Dispõe sobre exemplos.

PARTE GERAL
TÍTULO I
DOS EXEMPLOS
CAPÍTULO II-A
Seção I
Disposições gerais
Subseção única
Do começo
Art. 1º Esta Lei dispõe sobre exemplos:
I - o primeiro;
II – o segundo, compreendendo:
a) a letra;
b) outra letra:
1. o item;
2. outro item;
II-A - o intercalado.
Parágrafo único. O parágrafo único.
Art. 2º-A. O artigo intercalado.
§ 1º O primeiro:
I - de um parágrafo;
§ 1º-A. Intercalado.
§ 2o O segundo.
Homicídio simples
Art. 103-B Matar alguém:
Pena - reclusão, de seis a vinte anos.
Art. 1.048. O artigo mil e quarenta e oito.`;

describe('reading a law', () => {
  test('every kind of device gets its LexML id', () => {
    expect(idsOf(readText(law).devices)).toEqual([
      'prt1',
      'prt1_tit1',
      'prt1_tit1_cap2-1',
      'prt1_tit1_cap2-1_sec1',
      'prt1_tit1_cap2-1_sec1_sub1u',
      'art1',
      'art1_cpt',
      'art1_cpt_inc1',
      'art1_cpt_inc2',
      'art1_cpt_inc2_ali1',
      'art1_cpt_inc2_ali2',
      'art1_cpt_inc2_ali2_ite1',
      'art1_cpt_inc2_ali2_ite2',
      'art1_cpt_inc2-1',
      'art1_par1u',
      'art2-1',
      'art2-1_cpt',
      'art2-1_par1',
      'art2-1_par1_inc1',
      'art2-1_par1-1',
      'art2-1_par2',
      'art103-2',
      'art103-2_cpt',
      'art1048',
      'art1048_cpt',
    ]);
  });

  test('a heading above an article is its title, and a penalty below it is its text', () => {
    const { devices, front } = readText(law);
    const article = flatten(devices).find(({ id }) => id === 'art103-2');
    expect(article?.title).toBe('Homicídio simples');
    expect(textOf(devices, 'art103-2_cpt')).toBe('Matar alguém:\nPena - reclusão, de seis a vinte anos.');
    expect(front).toEqual(['LEI Nº 9.999, DE 1º DE JANEIRO DE 2000', 'Dispõe sobre exemplos.']);
    expect(flatten(devices).find(({ id }) => id === 'prt1_tit1')?.title).toBe('DOS EXEMPLOS');
  });

  test('missing numbers are listed in words', () => {
    const words = readText('Art. 1º Um:\nI - a;\nIII - c.\nArt. 3º Três.').problems.map((problem) => problem.words);
    expect(words).toEqual([
      'Faltam incisos no art. 1: depois de I vem III.',
      'Faltam artigos: depois de Art. 1º vem Art. 3º.',
    ]);
  });

  test('the letters k, w and y may be missing, other letters may not', () => {
    const letters = (all: string) => `Art. 1º Um:\nI - a:\n${[...all].map((one) => `${one}) texto;`).join('\n')}`;
    expect(readText(letters('abcdefghijlm')).problems).toEqual([]);
    expect(readText(letters('abd')).problems).toHaveLength(1);
  });

  test('a line that belongs to nothing is listed', () => {
    const { problems } = readText('Art. 1º Um.\nDISPOSIÇÕES SOLTAS');
    expect(problems).toEqual([{ line: 2, words: 'Linha sem dispositivo: “DISPOSIÇÕES SOLTAS”.' }]);
  });

  test('a paragraph outside of an article is read and listed', () => {
    const { devices, problems } = readText('SEÇÃO III\nDOS MILITARES\n§ 10. Aplica-se.');
    expect(idsOf(devices)).toEqual(['sec3', 'sec3_par10']);
    expect(problems[0]?.words).toBe('“§ 10.” está fora de um artigo.');
  });

  test('a label on a line to itself takes the next line as its text', () => {
    const { devices } = readText('Art. 1º\nA República:\nI –\na)transmissão de bens;\nII –\na cidadania.');
    expect(textOf(devices, 'art1_cpt')).toBe('A República:');
    expect(textOf(devices, 'art1_cpt_inc1')).toBe('a)transmissão de bens;');
    expect(textOf(devices, 'art1_cpt_inc2')).toBe('a cidadania.');
  });

  test('text that was wrapped at a column is joined, with citations at the start of a line', () => {
    const { devices } = readText(
      'Art. 1º O servidor, na forma do\n§ 1º do art. 5º da Lei, responde\npelo que faz.\n§ 1º Não responde\npelo resto.',
    );
    expect(textOf(devices, 'art1_cpt')).toBe('O servidor, na forma do § 1º do art. 5º da Lei, responde pelo que faz.');
    expect(textOf(devices, 'art1_par1')).toBe('Não responde pelo resto.');
  });

  test('a heading in capitals is a group also below a line without an end', () => {
    const { devices } = readText('Publicado no Diário Oficial\nTÍTULO I Da Guarda\nArt. 1º A guarda\nresponde.');
    expect(flatten(devices).map(({ id }) => id)).toEqual(['tit1', 'art1', 'art1_cpt']);
    // A citation at the start of a line has small letters.
    const { devices: cited } = readText('Art. 1º Na forma do\nTítulo II da Lei, vale\no que ela diz.');
    expect(textOf(cited, 'art1_cpt')).toBe('Na forma do Título II da Lei, vale o que ela diz.');
  });

  test('lines that are never wrapped are never joined', () => {
    const long = 'palavra '.repeat(40).trim();
    const { devices } = readText(`Art. 1º ${long}\nDa Saúde\nArt. 2º Outro`);
    expect(textOf(devices, 'art1_cpt')).toBe(long);
    expect(flatten(devices).find(({ id }) => id === 'art2')?.title).toBe('Da Saúde');
  });

  test('the first inciso on the line of its caput is a device', () => {
    const { devices, problems } = readText('Art. 7º São direitos do advogado: I - exercer;\nII - o segundo.');
    expect(textOf(devices, 'art7_cpt')).toBe('São direitos do advogado:');
    expect(textOf(devices, 'art7_cpt_inc1')).toBe('exercer;');
    expect(problems[0]?.words).toContain('O inciso I estava na linha');
  });

  test('several articles on one line are several devices', () => {
    const { devices } = readText('Arts. 3º a 5º (VETADOS)\n§§ 1º e 2º (Revogados)');
    expect(idsOf(devices)).toEqual([
      'art3',
      'art3_cpt',
      'art4',
      'art4_cpt',
      'art5',
      'art5_cpt',
      'art5_par1',
      'art5_par2',
    ]);
  });

  test('the text that an amending law quotes belongs to its article', () => {
    const { devices } = readText(
      'Art. 1º A Lei passa a vigorar com a seguinte redação:\n“Art. 121. ........\n§ 2º-A Novo.” (NR)\nArt. 2º Vigora hoje.',
    );
    expect(idsOf(devices)).toEqual(['art1', 'art1_cpt', 'art2', 'art2_cpt']);
    expect(textOf(devices, 'art1_cpt')).toContain('§ 2º-A Novo.” (NR)');
  });

  test('articles behind the heading of the transitory act have separate ids', () => {
    const { devices } = readText('Art. 1º Um.\nATO DAS DISPOSIÇÕES CONSTITUCIONAIS TRANSITÓRIAS\nArt. 1º Outro um.');
    expect(idsOf(devices)).toEqual(['art1', 'art1_cpt', 'anx1', 'anx1_art1', 'anx1_art1_cpt']);
  });

  test('place, signatures and the publisher’s footer are listed and belong to no device', () => {
    const { devices, problems } = readText(
      'Art. 1º Um.\nBrasília, 5 de outubro de 1988.\nULYSSES GUIMARÃES\nEste texto não substitui o publicado no DOU\n\nMenu',
    );
    expect(textOf(devices, 'art1_cpt')).toBe('Um.');
    expect(problems).toHaveLength(4);
  });
});

describe('versions in one source', () => {
  const oldOf = (devices: readonly Device[]) =>
    flatten(devices)
      .filter(({ isOld }) => isOld)
      .map(({ id, text }) => [id, text]);

  test('the last text of a repeated device is in force', () => {
    const { devices } = readText('Art. 6º Antigo.\nI - velho;\nArt. 6º Novo.\nI - novo;\n§ 1º Velho.\n§ 1º Novo.');
    expect(oldOf(devices)).toEqual([
      ['art6', ''],
      ['art6_cpt', 'Antigo.'],
      ['art6_cpt_inc1', 'velho;'],
      ['art6_par1', 'Velho.'],
    ]);
  });

  test('text that is struck through is old, whichever way the page strikes it', () => {
    const { devices } = readLawSource(
      sourceOfText(`<html><body>
        <p><a name="art1"></a><strike>Art. 1<sup>o</sup> Antigo.</strike></p>
        <p><span style="text-decoration: line-through">Art. 1º Menos antigo.</span></p>
        <p><del>Art. 1º Recente.</del> Art. 1<sup><u>o</u></sup> Novo&nbsp;texto. <a href="x">(Redação dada pela Lei nº 1)</a></p>
        <s><p>I - velho;</p><p>II - velho;</p></s><p>I - novo;</p></body></html>`),
    );
    expect(
      textOf(
        devices.filter(({ isOld }) => !isOld),
        'art1_cpt',
      ),
    ).toBe('Novo texto. (Redação dada pela Lei nº 1)');
    expect(oldOf(devices).map(([, text]) => text)).toEqual([
      '',
      'Antigo.',
      '',
      'Menos antigo.',
      '',
      'Recente.',
      'velho;',
      'velho;',
    ]);
  });

  test.each([
    ['<strike>', '</strike>'],
    ['<s>', '</s>'],
    ['<del>', '</del>'],
    ['<span style="color:red; text-decoration: line-through">', '</span>'],
    ['<span style="text-decoration:underline line-through">', '</span>'],
  ])('a device inside %s is old, also where no newer text follows', (open, close) => {
    const { devices } = readLawSource(
      sourceOfText(`<html><p>Art. 1º Vale.</p><p>${open}Art. 2º Revogado.${close}</p><p>Art. 3º Vale.</p></html>`),
    );
    expect(oldOf(devices).map(([id]) => id)).toEqual(['art2', 'art2_cpt']);
  });

  test('a remark with a line to itself is a note of the device above it', () => {
    const { devices } = readText('Art. 1º Um.\n(Vide Lei nº 8.112, de 1990)\nArt. 2º Dois.');
    expect(flatten(devices).find(({ id }) => id === 'art1_cpt')?.notes).toEqual(['(Vide Lei nº 8.112, de 1990)']);
  });
});

describe('sources', () => {
  test('the rows of a table are text of the device above and are listed', () => {
    const { devices, problems } = readLaw(
      linesOfHtml(
        '<p>Art. 1º Tabela:</p><table><tr><td><p>Classe</p></td><td>Valor</td></tr><tr><td>A</td><td>1</td></tr></table>',
      ),
    );
    expect(textOf(devices, 'art1_cpt')).toBe('Tabela:\nClasse | Valor\nA | 1');
    expect(problems).toHaveLength(2);
  });

  test('scripts, styles and titles of a page are no text', () => {
    const { front, devices } = readLaw(
      linesOfHtml(
        '<head><title>L1</title><style>p{}</style></head><p>Art. 1º Um.</p><script>var a = "Art. 2º";</script>',
      ),
    );
    expect(front).toEqual([]);
    expect(idsOf(devices)).toEqual(['art1', 'art1_cpt']);
  });

  test('a line break inside a paragraph of HTML separates labels and joins text', () => {
    const { devices } = readLaw(linesOfHtml('<p>Art. 1º O texto<br>segue aqui:<br>I - um;<br>II - dois.</p>'));
    expect(textOf(devices, 'art1_cpt')).toBe('O texto segue aqui:');
    expect(textOf(devices, 'art1_cpt_inc2')).toBe('dois.');
  });

  test('bytes of Windows-1252 and of UTF-8 become the same text', () => {
    expect(decodeText(Buffer.from('§ 1º Ação', 'latin1'))).toBe('§ 1º Ação');
    expect(decodeText(Buffer.from('§ 1º Ação', 'utf8'))).toBe('§ 1º Ação');
  });

  test('a hyphen at the end of a PDF’s line is the typesetter’s', () => {
    const source = { format: 'pdf' as const, text: 'Art. 1º A consti-\ntuição vale.' };
    expect(textOf(readLawSource(source).devices, 'art1_cpt')).toBe('A constituição vale.');
  });
});

describe('labels', () => {
  test.each([
    ['Art. 5o Todos', 'artigo', '5', 'Todos'],
    ['ART. 10 - Todos', 'artigo', '10', 'Todos'],
    ['Art. 121 - A pena', 'artigo', '121', 'A pena'],
    ['Artigo 5º. Todos', 'artigo', '5', 'Todos'],
    ['Art 7° Todos', 'artigo', '7', 'Todos'],
    ['§ 4.º Todos', 'paragrafo', '4', 'Todos'],
    ['§1º-B - Todos', 'paragrafo', '1-2', 'Todos'],
    ['§ único. Todos', 'paragrafo', '1u', 'Todos'],
    ['XLVII - não', 'inciso', '47', 'não'],
    ['IV— sim', 'inciso', '4', 'sim'],
    ['aa) letra', 'alinea', '27', 'letra'],
  ])('the label %s is read', (line, kind, number, rest) => {
    expect(readLabel(line, { inLetter: false })).toMatchObject({ kind, number, rest });
  });

  test.each([
    'art. 5º da Lei',
    'Artista 5',
    '§ 1º, do art. 5º',
    'MIL - texto',
    'Título executivo',
    'Capítulo inicial',
    'a soberania',
    '1. item',
  ])('the text %s is no label', (line) => {
    expect(readLabel(line, { inLetter: false })).toBeNull();
  });

  test('Roman numbers and letters have their values', () => {
    expect([romanValue('LXXVIII'), romanValue('XL'), romanValue('IIX'), romanValue('')]).toEqual([78, 40, null, null]);
    expect([letterValue('a'), letterValue('z'), letterValue('ab')]).toEqual([1, 26, 28]);
  });

  test('D. Pedro is no inciso, and V. after IV. is one', () => {
    const { devices } = readText('Art. 1º Ficam:\nI. um;\nII. dois.\nD. Pedro II governa.');
    expect(idsOf(devices)).toEqual(['art1', 'art1_cpt', 'art1_cpt_inc1', 'art1_cpt_inc2']);
  });
});
