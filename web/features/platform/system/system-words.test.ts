import { expect, test } from 'vitest';
import { describeFailures, describeResult, describeWithdrawal, formatBytes } from './system-words.ts';
import { mailName, workName } from './work-words.ts';

test('sizes are written in the unit that fits', () => {
  expect([0, 1023, 1024, 1536, 5 * 1024 ** 3].map(formatBytes)).toEqual(['0 B', '1.023 B', '1 KB', '1,5 KB', '5 GB']);
});

test('a run of upkeep lists what it did and leaves out zero counts', () => {
  expect(describeResult('cleanup', { sessions: 1200, links: 0, rates: 2 })).toBe('1.200 sessões, 2 contadores');
  expect(describeResult('cleanup', { sessions: 1, rates: 1 })).toBe('1 sessão, 1 contador');
  expect(describeResult('storage', { files: 3, bytes: 2048 })).toBe('3 arquivos, 2 KB');
  expect(describeResult('purge-lessons', { lessons: 0 })).toBe('nada a fazer');
  expect(describeResult('measure-memory', { predicted: 1200, ourLoss: 0.4127, constantLoss: 0.5 })).toBe(
    '1.200 respostas previstas, 0,413 de perda logarítmica, 0,5 com uma chance constante',
  );
});

test('the same figure of two jobs is named by what the job counts', () => {
  expect(describeResult('compare-money', { compared: 120, unanswered: 1, differences: 3 })).toBe(
    '120 cobranças comparadas, 1 sem resposta do provedor, 3 diferenças',
  );
  expect(describeResult('compare-questions', { compared: 120 })).toBe('120 questões comparadas');
});

test('a figure or a job of a newer version has its technical name', () => {
  expect(describeResult('cleanup', { novelty: 1 })).toBe('1 novelty');
  expect(describeResult('new-work', { lessons: 2 })).toBe('2 lessons');
  expect([workName('mail'), workName('new-work'), mailName('new_letter')]).toEqual([
    'E-mails',
    'new-work',
    'new_letter',
  ]);
});

test("the fit of the nightly layer is shown beside the student's share and the question's mean, with its version", () => {
  expect(
    describeResult('fit-layer', {
      predicted: 900,
      ourLoss: 0.4329,
      calibrationPoints: 1.5,
      plainLoss: 0.4408,
      shareLoss: 0.5455,
      meanLoss: 0.4689,
      usedVersion: 12,
    }),
  ).toBe(
    '900 respostas previstas, 0,433 de perda logarítmica, 1,5 pontos de erro de calibração, 0,441 sem a camada, 0,546 com a parcela de acertos do aluno, 0,469 com a média da questão, 12 é a versão em uso',
  );
});

test('a run of upkeep lists failures separately', () => {
  expect(describeFailures({ sessions: 2 })).toBeUndefined();
  expect(describeFailures({ failed: 1 })).toBe('1 falhou; tentaremos de novo');
  expect(describeFailures({ failed: 1200 })).toBe('1.200 falharam; tentaremos de novo');
  expect(describeResult('cleanup', { sessions: 2, failed: 1 })).toBe('2 sessões');
  expect(describeResult('cleanup', { sessions: 0, failed: 1 })).toBe('');
});

test('Sistema shows why students see no expected score, and nothing while they do', () => {
  const measured = (result: Record<string, number>) => [{ name: 'measure-estimates', result }];
  const shown = { results: 60, withinPercent: 81.7, errorPercent: 6 };
  expect(describeWithdrawal(measured(shown))).toBeUndefined();
  expect(describeWithdrawal([])).toBeUndefined();
  const withdrawn = { results: 60, withinPercent: 55, boundPercent: 69.1, errorPercent: 12, withdrawn: 1 };
  expect(describeWithdrawal(measured(withdrawn))).toContain('55% ficaram dentro da faixa');
  expect(describeWithdrawal(measured(withdrawn))).toContain('no máximo 69,1%, menos que os 75% exigidos');
  expect(describeResult('measure-estimates', withdrawn)).toBe(
    '60 alunos com simulado conferido, 55 % dentro da faixa (a meta é 80), 69,1 % de limite superior, 12 % de erro médio',
  );
});
