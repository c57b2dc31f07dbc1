import type { BankSample } from './bank-sample.ts';

export const portuguese: BankSample[] = [
  {
    topic: 'Acentuação',
    difficulty: 'easy',
    format: 'html',
    questionText:
      '<p>Observe o quadro:</p><table><tbody><tr><th><p>Palavra</p></th><th><p>Sílaba tônica</p></th></tr><tr><td><p>sofá</p></td><td><p>última</p></td></tr><tr><td><p>caráter</p></td><td><p>penúltima</p></td></tr><tr><td><p>lâmpada</p></td><td><p>antepenúltima</p></td></tr></tbody></table><p>As três palavras são, <strong>na ordem</strong>:</p>',
    comment:
      '<p>O nome vem da posição da sílaba tônica: <em>oxítona</em> (última), <em>paroxítona</em> (penúltima) e <em>proparoxítona</em> (antepenúltima).</p>',
    options: [
      ['<p>oxítona, paroxítona e proparoxítona.</p>', '<p>É a ordem do quadro: última, penúltima, antepenúltima.</p>'],
      ['<p>paroxítona, oxítona e proparoxítona.</p>', '<p>“Sofá” tem a última sílaba tônica.</p>'],
      ['<p>oxítona, proparoxítona e paroxítona.</p>', '<p>“Caráter” tem a penúltima sílaba tônica.</p>'],
      ['<p>proparoxítona, paroxítona e oxítona.</p>', '<p>É a ordem inversa da do quadro.</p>'],
    ],
    right: 'A',
  },
  {
    topic: 'Pontuação',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'Em qual alternativa a vírgula está empregada de acordo com a norma-padrão?',
    comment:
      'Não se separa por vírgula o sujeito do verbo nem o verbo do complemento. O adjunto adverbial deslocado pode vir entre vírgulas.',
    options: [
      ['Os candidatos aprovados, receberam a convocação.', 'A vírgula separa o sujeito do verbo.'],
      ['Na semana passada, a banca divulgou o gabarito.', 'O adjunto adverbial de tempo está no início da frase.'],
      ['A banca divulgou, o gabarito da prova.', 'A vírgula separa o verbo do objeto direto.'],
      ['O edital que saiu ontem, trouxe mudanças.', 'A vírgula sozinha separa o sujeito do verbo.'],
      ['É preciso, que todos cheguem cedo.', 'A vírgula separa a oração principal da oração subordinada subjetiva.'],
    ],
    right: 'B',
  },
  {
    topic: 'Concordância',
    difficulty: 'hard',
    format: 'html',
    questionText:
      '<p>Leia o trecho:</p><blockquote><p>“Um terço dos inscritos <u>faltou</u> à prova; a maioria dos presentes a <u>concluiu</u> no prazo.”</p></blockquote><p>Sobre as formas sublinhadas, é correto afirmar que:</p>',
    comment:
      '<p>Com número fracionário, o verbo concorda com o numerador (<strong>um</strong> terço faltou); com expressão partitiva seguida de plural (<strong>a maioria dos presentes</strong>), aceitam-se o singular e o plural.</p>',
    options: [
      ['<p>as duas deveriam estar no plural.</p>', '<p>O numerador de “um terço” é singular.</p>'],
      ['<p>só a primeira está correta.</p>', '<p>“A maioria … concluiu” também é aceita.</p>'],
      ['<p>só a segunda está correta.</p>', '<p>“Um terço … faltou” concorda com o numerador.</p>'],
      [
        '<p>as duas estão corretas, e a segunda admite também o plural.</p>',
        '<p>“A maioria dos presentes a concluíram” é igualmente aceita.</p>',
      ],
    ],
    right: 'D',
  },
  {
    topic: 'Concordância',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'Assinale a frase correta quanto à concordância verbal.',
    comment: 'O verbo haver, no sentido de existir, é impessoal.',
    options: [
      ['Houveram muitos candidatos.', 'O verbo haver não vai ao plural nesse sentido.'],
      ['Havia muitos candidatos.', 'Impessoal: fica no singular.'],
      ['Existia muitos candidatos.', 'Existir concorda com o sujeito: existiam.'],
      ['Fazem dois anos que estudo.', 'Fazer, indicando tempo, é impessoal: faz.'],
    ],
    right: 'B',
  },
  {
    topic: 'Pontuação',
    difficulty: 'easy',
    format: 'plain',
    questionText: 'Assinale a frase pontuada corretamente.',
    comment: 'Não se separa com vírgula o sujeito do verbo; o vocativo vai entre vírgulas.',
    options: [
      ['Os candidatos, chegaram cedo.', 'A vírgula separa o sujeito do verbo.'],
      ['Venha, Maria, ver o edital.', 'O vocativo está entre vírgulas.'],
      ['Maria venha ver, o edital.', 'Falta a vírgula do vocativo e sobra a do objeto.'],
      ['O edital saiu, ontem à tarde foi, lido.', 'A vírgula separa a locução verbal.'],
    ],
    right: 'B',
  },
  {
    topic: 'Regência e crase',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'Assinale a frase correta quanto à regência.',
    comment: 'Assistir, no sentido de ver, pede a preposição a.',
    options: [
      ['Assisti o filme ontem.', 'Falta a preposição.'],
      ['Assisti ao filme ontem.', 'Assistir a algo: ver.'],
      ['Prefiro estudar do que dormir.', 'Prefere-se uma coisa a outra.'],
      ['Obedeço o regulamento.', 'Obedecer pede a preposição a.'],
    ],
    right: 'B',
  },
  {
    topic: 'Acentuação',
    difficulty: 'easy',
    format: 'plain',
    questionText: 'Assinale a palavra que é acentuada por ser proparoxítona.',
    comment: 'Toda proparoxítona é acentuada.',
    options: [
      ['café', 'Oxítona terminada em e.'],
      ['lâmpada', 'A sílaba tônica é a antepenúltima.'],
      ['fácil', 'Paroxítona terminada em l.'],
      ['saúde', 'Hiato.'],
    ],
    right: 'B',
  },
  {
    topic: 'Morfossintaxe',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'Em “Os alunos chegaram cansados”, a palavra “cansados” é:',
    comment: 'Qualifica o sujeito por meio de um verbo de ação: predicativo do sujeito.',
    options: [
      ['adjunto adverbial.', 'Não indica circunstância: concorda com o sujeito.'],
      ['objeto direto.', 'Chegar é intransitivo.'],
      ['predicativo do sujeito.', 'Qualifica “os alunos”.'],
      ['complemento nominal.', 'Não completa um nome.'],
    ],
    right: 'C',
  },
];
