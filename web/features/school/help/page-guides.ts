import { type GuidePart, partsFor } from './guide-parts.ts';
import type { Reader } from './guides.ts';

/**
 * Which part of the guides each page leads to: the topic, and a part of it by its words. The longest path that fits
 * counts. A test opens every page of the table of pages here.
 */
const pages: Readonly<Record<string, readonly [slug: string, lead?: string]>> = {
  '/': ['cursos', 'Painel'],
  '/courses': ['cursos', 'Escolher um curso'],
  '/courses/:id': ['cursos', 'Estudar'],
  '/study': ['aulas-leis-e-cartoes', 'Ler uma aula'],
  '/articles/:id': ['aulas-leis-e-cartoes', 'Ler uma aula'],
  '/laws': ['aulas-leis-e-cartoes', 'Leis'],
  '/annotations': ['aulas-leis-e-cartoes', 'Marcar e anotar'],
  '/offline': ['cursos', 'Estudar offline'],
  '/quizzes': ['simulados', 'Onde ficam'],
  '/quizzes/:id': ['simulados', 'Começar'],
  '/quizzes/:id/attempts': ['simulados', 'Resultado'],
  '/quizzes/:id/ranking': ['simulados', 'Simulado com hora marcada'],
  '/quiz': ['simulados', 'Começar'],
  '/essays': ['redacoes', 'Onde ficam'],
  '/essays/:id': ['redacoes', 'Escrever'],
  '/practice': ['simulados', 'Treinar'],
  '/questions': ['simulados', 'Comentários'],
  '/review': ['simulados', 'Revisão de hoje'],
  '/cards': ['aulas-leis-e-cartoes', 'Meus cartões'],
  '/mistakes': ['simulados', 'Caderno de erros'],
  '/question-lists': ['simulados', 'Cadernos de questões'],
  '/exams': ['provas-e-plano', 'Escolher sua prova'],
  '/certificates': ['certificados'],
  '/my-purchase': ['aulas-leis-e-cartoes', 'Pedidos e acesso'],
  '/me': ['notificacoes-e-busca', 'Buscar ou ir para'],
  '/profile': ['privacidade-e-sistema', 'Avisos por e-mail'],
  '/settings': ['notificacoes-e-busca', 'Escolher'],
  '/settings/exam-time': ['aulas-leis-e-cartoes', 'Tempo a mais em provas'],
  '/settings/privacy': ['privacidade-e-sistema', 'Baixar meus dados'],
  '/security': ['privacidade-e-sistema', 'Segundo fator'],
  '/teacher': ['cursos', 'Área do professor'],
  '/teacher/courses': ['cursos', 'Montar o conteúdo'],
  '/teacher/courses/:id/stats': ['cursos', 'Acompanhar'],
  '/teacher/courses/:id/map': ['cursos', 'Acompanhar'],
  '/teacher/card-sets': ['cursos', 'Cartões de um curso'],
  '/teacher/laws': ['cursos', 'Assuntos, editais e leis'],
  '/admin/laws/:id/changes': ['provas-e-plano', 'Para administradores'],
  '/admin/law-changes/:id': ['provas-e-plano', 'Para administradores'],
  '/teacher/topics': ['cursos', 'Assuntos, editais e leis'],
  '/teacher/syllabi': ['cursos', 'Assuntos, editais e leis'],
  '/teacher/sample': ['aulas', 'Amostra grátis: mostrar antes de vender'],
  '/teacher/quizzes': ['simulados', 'Criar'],
  '/teacher/quizzes/:id': ['simulados', 'Escrever'],
  '/teacher/quizzes/bank': ['simulados', 'Banco de questões'],
  '/teacher/quizzes/duplicates': ['simulados', 'Banco de questões'],
  '/teacher/quizzes/reported': ['simulados', 'Comentários, dúvidas e erros reportados'],
  '/teacher/comments': ['simulados', 'Comentários, dúvidas e erros reportados'],
  '/teacher/doubts': ['simulados', 'Comentários, dúvidas e erros reportados'],
  '/teacher/quizzes/import': ['simulados', 'Importar'],
  '/teacher/quizzes/:id/print': ['simulados', 'Em papel'],
  '/teacher/papers': ['simulados', 'Em papel'],
  '/teacher/quizzes/:id/compose': ['simulados', 'Compor um simulado'],
  '/teacher/quizzes/:id/rules': ['simulados', 'Regras da prova'],
  '/teacher/quizzes/:id/window': ['simulados', 'Horário e série'],
  '/teacher/quizzes/:id/statistics': ['simulados', 'Estatísticas'],
  '/teacher/essay-themes': ['redacoes', 'Temas'],
  '/teacher/essays': ['redacoes', 'Corrigir'],
  '/admin/essay-readers': ['redacoes', 'Duas leituras'],
  '/teacher/reports': ['relatorios-e-imagens', 'Relatórios'],
  '/teacher/reports/courses': ['relatorios-e-imagens', 'Alunos de um curso'],
  '/teacher/media': ['relatorios-e-imagens', 'Imagens'],
  '/admin/publish': ['aulas', 'Publicar'],
  '/admin/publish/:id': ['aulas', 'Escrever em página inteira'],
  '/admin/users': ['escola', 'Usuários'],
  '/admin/users/import': ['escola', 'Trazer pessoas'],
  '/admin/users/:id': ['escola', 'A página da pessoa'],
  '/admin/exam-time': ['escola', 'A página da pessoa'],
  '/admin/payments': ['pagamentos', 'O que chega'],
  '/admin/payments/offers': ['pagamentos', 'Ofertas e cupons'],
  '/admin/payments/unpaid': ['pagamentos', 'PIX gerado e não pago'],
  '/admin/payments/money': ['pagamentos', 'Financeiro'],
  '/admin/payments/cases': ['pagamentos', 'Conciliação'],
  '/admin/payments/statements': ['pagamentos', 'Conciliação'],
  '/admin/exams': ['provas-e-plano', 'Para administradores'],
  '/admin/announcements': ['escola', 'Avisos'],
  '/admin/landing': ['escola', 'Página de vendas e textos legais'],
  '/admin/settings': ['escola', 'Nome, contatos e PIX'],
  '/admin/settings/mails': ['escola', 'E-mails'],
  '/admin/audit': ['escola', 'Auditoria'],
  '/admin/system': ['privacidade-e-sistema', 'Para quem administra: Sistema'],
};

const patterns = Object.entries(pages)
  .map(([path, target]) => ({
    path,
    target,
    pattern: path === '/' ? /^\/$/ : new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:/|$)`),
  }))
  // More segments first; of as many, one without a variable.
  .sort(
    (a, b) =>
      b.path.split('/').length - a.path.split('/').length ||
      Number(a.path.includes(':')) - Number(b.path.includes(':')),
  );

/** The part about a page, in the guide that is closest to the reader; undefined: no guide speaks of it. */
export function partAbout(path: string, theirs: readonly Reader[]): { reader: Reader; part: GuidePart } | undefined {
  const [slug, lead] = patterns.find(({ pattern }) => pattern.test(path))?.target ?? [];
  if (slug === undefined) return undefined;
  for (const reader of theirs.toReversed()) {
    const part = partsFor(reader).find((one) => one.slug === slug && (lead === undefined || one.label === lead));
    if (part) return { reader, part };
  }
  return undefined;
}
