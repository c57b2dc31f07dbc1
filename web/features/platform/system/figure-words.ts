import type { UpkeepFigure, UpkeepName } from '#contract/platform/upkeep-figures.ts';

/** One and many; a single text where the number changes nothing. */
type Words = string | readonly [one: string, many: string];

/** What the figures of a run say. `withdrawn` and `bytes` are written by their own sentences. */
export const figureWords: { [N in UpkeepName]: Record<UpkeepFigure<N>, Words> } = {
  access_ending: { days: ['data com avisos', 'datas com avisos'] },
  'account-deletions': { accounts: ['conta', 'contas'] },
  'charges-due': {
    looked: ['cobrança consultada', 'cobranças consultadas'],
    unanswered: 'sem resposta do provedor',
  },
  'choose-policies': {
    reached: ['aluno alcançado hoje', 'alunos alcançados hoje'],
    changed: 'com outra escolha',
    left: 'ainda na fila',
    slowestMs: 'ms de processador no mais demorado',
  },
  cleanup: {
    ankiPreviews: ['leitura de Anki abandonada', 'leituras de Anki abandonadas'],
    cardPictures: ['imagem de cartão sem uso', 'imagens de cartões sem uso'],
    challenges: ['pergunta de chave de acesso', 'perguntas de chaves de acesso'],
    essayComments: ['comentário de redação', 'comentários de redação'],
    examTimeReasons: ['motivo de tempo a mais', 'motivos de tempo a mais'],
    expectedScores: ['nota estimada antiga', 'notas estimadas antigas'],
    googleFlows: ['entrada pelo Google abandonada', 'entradas pelo Google abandonadas'],
    heldNames: ['e-mail reservado', 'e-mails reservados'],
    importedCpfs: ['importação com CPFs apagados', 'importações com CPFs apagados'],
    importedLines: ['linha de planilha de pessoas', 'linhas de planilhas de pessoas'],
    knownLogins: ['aparelho e endereço conhecido', 'aparelhos e endereços conhecidos'],
    lessonDrafts: ['rascunho de aula vazio', 'rascunhos de aula vazios'],
    lessonWriters: ['aviso de quem escreve', 'avisos de quem escreve'],
    links: ['link', 'links'],
    offlineQuestions: ['questão levada sem internet', 'questões levadas sem internet'],
    pushDeliveries: ['entrega de aviso antiga', 'entregas de avisos antigas'],
    rates: ['contador', 'contadores'],
    recordingUploads: ['envio de gravação abandonado', 'envios de gravação abandonados'],
    schoolExports: ['exportação da escola', 'exportações da escola'],
    securityLinks: ['link de segurança', 'links de segurança'],
    sentMails: ['registro de e-mail antigo', 'registros de e-mails antigos'],
    sessionEnds: ['fim de sessão antigo', 'fins de sessão antigos'],
    sessions: ['sessão', 'sessões'],
    sharedChanges: ['mudança antiga', 'mudanças antigas'],
    throttle: ['tentativa de login', 'tentativas de login'],
    tickets: ['segundo passo de login abandonado', 'segundos passos de login abandonados'],
    unguarded: ['sessão sem segundo fator', 'sessões sem segundo fator'],
    visitFigures: ['medição antiga de visitas', 'medições antigas de visitas'],
  },
  'close-overdue-attempts': {
    attempts: ['simulado encerrado', 'simulados encerrados'],
    released: ['resultado liberado', 'resultados liberados'],
  },
  'close-timed-practices': { practices: ['treino encerrado', 'treinos encerrados'] },
  'compare-money': {
    compared: ['cobrança comparada', 'cobranças comparadas'],
    unanswered: 'sem resposta do provedor',
    differences: ['diferença', 'diferenças'],
  },
  'compare-questions': { compared: ['questão comparada', 'questões comparadas'] },
  'count-students': { students: ['aluno', 'alunos'] },
  'coupon-reservations': { lapsed: ['reserva terminada', 'reservas terminadas'] },
  'course-completions': { completions: ['conclusão', 'conclusões'] },
  'estimate-questions': { answers: ['resposta', 'respostas'], questions: ['questão', 'questões'] },
  exams_near: { exams: ['prova com avisos', 'provas com avisos'] },
  'find-citations': { searched: ['texto lido', 'textos lidos'] },
  'fit-layer': {
    predicted: ['resposta prevista', 'respostas previstas'],
    ourLoss: 'de perda logarítmica',
    calibrationPoints: 'pontos de erro de calibração',
    plainLoss: 'sem a camada',
    shareLoss: 'com a parcela de acertos do aluno',
    meanLoss: 'com a média da questão',
    usedVersion: 'é a versão em uso',
    rejectedVersion: 'é a versão que não usamos, porque não prevê melhor',
  },
  'fit-memories': {
    tried: ['ajuste tentado', 'ajustes tentados'],
    kept: ['ajuste melhor que o padrão', 'ajustes melhores que o padrão'],
    ownWeights: ['aluno com ajuste próprio', 'alunos com ajuste próprio'],
  },
  'list-law-change-items': { changes: ['mudança de lei conferida', 'mudanças de lei conferidas'] },
  'measure-estimates': {
    results: ['aluno com simulado conferido', 'alunos com simulado conferido'],
    withinPercent: '% dentro da faixa (a meta é 80)',
    errorPercent: '% de erro médio',
    boundPercent: '% de limite superior',
    withdrawn: 'estimativa escondida',
  },
  'measure-memory': {
    predicted: ['resposta prevista', 'respostas previstas'],
    ourLoss: 'de perda logarítmica',
    defaultLoss: 'com a memória padrão',
    constantLoss: 'com uma chance constante',
  },
  'missing-certificates': { certificates: ['certificado', 'certificados'] },
  'order-reminders': { reminded: ['pedido lembrado', 'pedidos lembrados'] },
  'payment-files': { files: ['arquivo', 'arquivos'] },
  'pix-webhook': {
    subscribed: ['endereço registrado no provedor', 'endereços registrados no provedor'],
    forgotten: ['aviso antigo do provedor', 'avisos antigos do provedor'],
  },
  'publish-lessons': { lessons: ['aula', 'aulas'] },
  'purge-lessons': { lessons: ['aula', 'aulas'] },
  'quiz-windows': {
    reminded: ['simulado lembrado', 'simulados lembrados'],
    ended: ['simulado com resultado', 'simulados com resultado'],
    rankings: ['ranking refeito', 'rankings refeitos'],
  },
  'received-amounts': {
    added: ['valor recebido acrescentado', 'valores recebidos acrescentados'],
    refunds: ['reembolso acrescentado', 'reembolsos acrescentados'],
  },
  'recount-students': {
    drifted: ['aluno contado errado (corrigido)', 'alunos contados errado (corrigidos)'],
    counts: ['soma errada (corrigida)', 'somas erradas (corrigidas)'],
  },
  'refresh-mastery': { students: ['aluno', 'alunos'] },
  'resume-anki-imports': { resumed: ['importação retomada', 'importações retomadas'] },
  retention: {
    accessRecords: ['registro de acesso', 'registros de acesso'],
    proofs: ['comprovante', 'comprovantes'],
    statementPayers: ['pagador de extrato', 'pagadores de extratos'],
    refundFiles: ['comprovante de reembolso', 'comprovantes de reembolso'],
  },
  'return-corrections': { returned: ['correção devolvida ao saldo', 'correções devolvidas ao saldo'] },
  'review-reminders': { reminders: ['lembrete', 'lembretes'] },
  'save-scores': { students: ['aluno', 'alunos'] },
  'statement-amounts': { recorded: ['entrada de extrato registrada', 'entradas de extrato registradas'] },
  storage: { files: ['arquivo', 'arquivos'], bytes: 'de arquivos' },
};

/** '1 sessão', '3 sessões'. A figure of a newer version has its own name. */
export function figureText(job: string, figure: string, count: number): string {
  const words = (figureWords as Record<string, Record<string, Words>>)[job]?.[figure] ?? figure;
  return typeof words === 'string' ? words : words[count === 1 ? 0 : 1];
}
