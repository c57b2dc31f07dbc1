/** The day on which the protocol was run last (docs/accessibility-protocol.md). */
export const CHECKED_ON = '2026-11-18';

type Section = { title: string; lines: readonly string[] };

/** What the accessibility page says. Only what a test or the written protocol shows. */
export const accessibilityFacts: readonly Section[] = [
  {
    title: 'O que foi conferido',
    lines: [
      'Todas as telas do produto, com as regras automáticas do axe (WCAG 2.2, níveis A e AA).',
      'Contraste dos textos e dos sinais nos dois temas, e tamanho dos alvos de toque (44 px).',
      'Janela de 320 px, que é o zoom de 400% numa tela comum, e texto em 200% nas telas mais usadas: nada some e nada sai da janela.',
      'Dez jornadas só com o teclado: o foco sempre aparece, e nenhuma tela o prende.',
      'Cores forçadas do sistema (alto contraste) e movimento reduzido, nas telas principais de dez jornadas.',
      'Nomes e papéis que um leitor de tela recebe: os testes de navegador acham cada controle por eles.',
    ],
  },
  {
    title: 'O que o produto oferece',
    lines: [
      'Tempo a mais, pausas e letra grande em simulados e em redações com relógio, a pedido e com sigilo. Letra de 18 ou 24 pontos também no papel.',
      'Legendas e transcrição nos vídeos e áudios da escola, quando o professor as escreveu.',
      'Tamanho da letra, largura da coluna e papel sépia nas aulas, leitura em voz alta e atalhos de teclado que podem ser desligados.',
    ],
  },
  {
    title: 'O que ainda falta',
    lines: [
      'As dez jornadas foram percorridas por um programa, só com o teclado. Nenhuma pessoa as percorreu por inteiro.',
      'Com o texto em 200% num celular estreito, algumas palavras longas quebram no meio.',
      'Pessoas que usam leitor de tela todos os dias ainda não testaram o produto. A conferência foi feita por quem o escreveu.',
      'Vídeos antigos podem não ter legendas: cada professor vê quantos faltam nos seus. Não há Libras nem audiodescrição.',
      'Vídeos do YouTube e do Vimeo abrem com as legendas de lá, quando existem. Não conferimos a qualidade delas.',
      'PDFs e outros arquivos que a escola anexa não são conferidos pelo produto. Imagens de aulas dependem da descrição que o autor escreveu.',
      'A conferência completa da norma NBR 17225 por alguém de fora ainda não foi feita.',
    ],
  },
];
