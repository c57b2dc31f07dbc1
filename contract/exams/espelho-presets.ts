import type { Criterion, Espelho, ZeroReason } from './espelho.ts';

/* Shapes of espelho that bancas use. A preset is where an author begins: everything in it can be changed. */

const criterion = (key: string, name: string, points: number, description: string): Criterion => ({
  key,
  name,
  points,
  weight: 1,
  description,
  levels: [],
});

const zeroReasons: ZeroReason[] = [
  { key: 'em-branco', name: 'Em branco', effect: { kind: 'zero' }, automatic: 'blank' },
  { key: 'linhas-a-menos', name: 'Linhas a menos', effect: { kind: 'zero' }, automatic: 'too_short' },
  { key: 'fuga-ao-tema', name: 'Fuga ao tema', effect: { kind: 'zero' }, automatic: null },
  { key: 'identificacao', name: 'Identificação', effect: { kind: 'zero' }, automatic: null },
];

export type EspelhoPreset = { key: string; name: string; espelho: Espelho };

export const espelhoPresets: readonly EspelhoPreset[] = [
  {
    key: 'criterios',
    name: 'Soma de cinco critérios, 20 pontos',
    espelho: {
      criteria: [
        criterion('tema', 'Atendimento ao tema', 5, 'Discute o tema inteiro, sem fugir nem copiar os textos.'),
        criterion('estrutura', 'Estrutura', 4, 'Introdução com tese, desenvolvimento e conclusão.'),
        criterion('argumentacao', 'Argumentação', 5, 'Razões próprias, com fato, lei ou exemplo.'),
        criterion('coesao', 'Coesão', 3, 'As partes se ligam; nada se repete sem motivo.'),
        criterion('norma', 'Norma-padrão', 3, 'Ortografia, pontuação, concordância e regência.'),
      ],
      rule: { kind: 'sum' },
      zeroReasons,
      minimum: 10,
    },
  },
  {
    key: 'cebraspe',
    name: 'Cebraspe: conteúdo menos erros por linha',
    espelho: {
      criteria: [
        criterion('apresentacao', 'Apresentação e estrutura textual', 2, 'Legibilidade, margens e parágrafos.'),
        criterion('aspecto-1', 'Aspecto 1', 9, 'O que a banca pede no primeiro aspecto.'),
        criterion('aspecto-2', 'Aspecto 2', 9, 'O que a banca pede no segundo aspecto.'),
      ],
      rule: { kind: 'errors_per_line', factor: 2 },
      zeroReasons,
      minimum: 10,
    },
  },
  {
    key: 'pesos',
    name: 'Conteúdo com peso 3 e língua com peso 1',
    espelho: {
      criteria: [
        { ...criterion('conteudo', 'Conteúdo', 10, 'Domínio do assunto e resposta ao comando.'), weight: 3 },
        criterion('lingua', 'Língua portuguesa', 10, 'Norma-padrão e clareza.'),
      ],
      rule: { kind: 'sum' },
      zeroReasons,
      minimum: 20,
    },
  },
];
