import { leftOutColumns, leftOutTables } from '#server/backup/school/carried.ts';
import type { CarriedTable, Column } from '#server/backup/school/rows.store.ts';
import { columnTitles } from '#server/features/people/privacy/export-words.ts';
import { folderOf } from './archive-folders.ts';
import { tableWords } from './table-words.ts';
import { contentColumns } from './words/content-columns.ts';
import { officeColumns } from './words/office-columns.ts';
import { studyColumns } from './words/study-columns.ts';

const words: Readonly<Record<string, string>> = {
  ...columnTitles,
  ...contentColumns,
  ...studyColumns,
  ...officeColumns,
};

/** What a column contains; undefined: it has no words yet, and a test fails. */
export function columnWords({ name, references }: Pick<Column, 'name' | 'references'>): string | undefined {
  const named = words[name];
  const target = references === null ? undefined : `id em ${references}`;
  return named && target ? `${named} (${target})` : (named ?? target);
}

/** A test fails while a table or column has no words. */
const UNKNOWN = '(sem descrição)';

type Described = CarriedTable & { rows: number };

const section = (table: Described) =>
  [
    `${folderOf(table)}/${table.name}.csv e .json: ${tableWords[table.name] ?? UNKNOWN} (${table.rows} linhas)`,
    ...table.columns.map((column) => `    ${column.name} [${column.type}]: ${columnWords(column) ?? UNKNOWN}`),
  ].join('\n');

type Facts = { school: string; at: Date; tables: readonly Described[]; files: number };

/** Every file and column of the archive, in the words of the people who open it. */
export function readme({ school, at, tables, files }: Facts): string {
  const sorted = [...tables].sort((one, other) => (folderOf(one) < folderOf(other) ? -1 : 1));
  return `${school}: a escola inteira
Gerado em ${at.toISOString()} (UTC), de um único instante.

O QUE HÁ AQUI

aulas/       as aulas publicadas, uma página por aula, com as legendas das gravações (.vtt): abra em qualquer navegador, sem internet
questoes/    todas as questões, em arquivos de até cem: .xml do Moodle (com as imagens dentro) e .csv (planilha)
dados/       todas as tabelas, cada uma em .csv (planilhas: ponto e vírgula, UTF-8) e .json (programas: uma linha por registro)
arquivos/    imagens, anexos, vídeos, comprovantes e outros arquivos (${files}); as tabelas dizem o nome de cada um
escola.json  versão, tabelas, quantidades e somas de verificação, para a importação

Datas e horas estão em UTC. Valores em dinheiro estão em centavos. Listas e campos "em JSON" seguem o formato JSON.
Nos .csv, um texto que uma planilha leria como fórmula começa com um apóstrofo a mais.

COMO IMPORTAR EM OUTRA INSTALAÇÃO

Com o servidor parado e uma escola vazia: bin/alvorada import-school ARQUIVO.zip
A escola importada é uma cópia: seus e-mails esperam até a administração liberar. Se a escola se muda de vez, use --send-mail.
Cada pessoa cria uma senha nova em "Esqueci minha senha". A administração pode usar bin/alvorada admin-reset.

O QUE NÃO ESTÁ AQUI

Senhas, segredos, sessões e links de e-mails não saem da escola. Ficaram de fora:
${Object.keys(leftOutTables).join(', ')};
e as colunas ${Object.keys(leftOutColumns).join(', ')}.

CUIDADO

Este arquivo tem dados pessoais de todos. Guarde-o cifrado e apague as cópias de que não precisa (LGPD, art. 46).

TODOS OS ARQUIVOS E COLUNAS

${sorted.map(section).join('\n\n')}
`;
}
