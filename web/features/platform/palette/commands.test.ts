import { expect, it } from 'vitest';
import { matchCommands, readTyped } from './commands.ts';

const commands = [
  { label: 'Banco de questões' },
  { label: 'Questões', words: 'treino livre praticar' },
  { label: 'Configurações', words: 'tema senha' },
];
const found = (typed: string) => matchCommands(commands, typed).map(({ label }) => label);

it('a command is found by the beginnings of words, without accents and in any order', () => {
  expect(found('quest')).toEqual(['Banco de questões', 'Questões']);
  expect(found('QUESTOES banco')).toEqual(['Banco de questões']);
  expect(found('configuracoes')).toEqual(['Configurações']);
});

it('a command is found by synonyms, and not by the middle of a word', () => {
  expect(found('senha')).toEqual(['Configurações']);
  expect(found('anco')).toEqual([]);
  expect(found('senha banco')).toEqual([]);
});

it('a blank search finds every command', () => expect(found('  ')).toHaveLength(commands.length));

it('a > in front asks for commands alone', () => {
  expect(readTyped(' >  sair ')).toEqual({ words: 'sair', onlyCommands: true });
  expect(readTyped('>')).toEqual({ words: '', onlyCommands: true });
  expect(readTyped(' crase ')).toEqual({ words: 'crase', onlyCommands: false });
});
