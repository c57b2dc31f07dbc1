import {
  Award,
  Banknote,
  BookOpen,
  CalendarDays,
  ChartColumn,
  CircleQuestionMark,
  Download,
  FileLock2,
  FileText,
  Gift,
  GraduationCap,
  House,
  Images,
  Landmark,
  Layers,
  ListChecks,
  ListTree,
  Mail,
  Map as MapIcon,
  Megaphone,
  MessageCircleQuestionMark,
  MessagesSquare,
  Notebook,
  NotebookPen,
  NotebookText,
  Palette,
  PencilLine,
  PenLine,
  ReceiptText,
  RotateCcw,
  Scale,
  ScrollText,
  Server,
  Settings,
  Shield,
  ShieldCheck,
  Store,
  Tag,
  Target,
  Timer,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cardScreens } from '#contract/card-screens.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { reportedCommentsScreen } from '#contract/question-comment-screens.ts';
import { questionListScreens } from '#contract/question-list-screens.ts';
import type { WaitingCounts } from '#contract/school/waiting-counts.ts';
import { paths } from '#web/lib/paths.ts';

/** Students, `learners` (students, and authors who try out what students see), those who teach or run the school. */
export type Audience = 'everybody' | 'students' | 'learners' | 'authors' | 'office' | 'admins';

/** A page of the product that has an address without parameters. */
export type Page = {
  path: string;
  label: string;
  /** The label for authors, who have a page with the same label in their own group. */
  authorLabel?: string;
  icon: ReactNode;
  audience: Audience;
  /** Additional search terms of the palette. */
  words: string;
  /** Addresses besides `path` that belong to this page. */
  holds?: readonly string[];
  /** The page that leads to this one. Menus list only pages without a parent; the palette lists all. */
  parent?: string;
  /** The number of pending items on this page. */
  waiting?: keyof WaitingCounts;
};

type Group = { label: string; icon: ReactNode; pages: readonly Page[] };

type Extras = Pick<Page, 'authorLabel' | 'holds' | 'parent' | 'waiting'>;

const page = (
  path: string,
  label: string,
  icon: ReactNode,
  audience: Audience,
  words: string,
  extras: Extras = {},
): Page => ({ path, label, icon, audience, words, ...extras });

/**
 * Every page that a menu or the palette leads to, once. Menus, side bar, sheets, 'Eu' and palette are built from this
 * table; `destinations.test.tsx` compares it with the router.
 */
export const groups = {
  today: {
    label: 'Hoje',
    icon: <House />,
    pages: [
      page(paths.home, 'Plano de hoje', <House />, 'everybody', 'hoje início dashboard painel', {
        authorLabel: 'Início',
      }),
      page(paths.syllabus, 'Edital', <MapIcon />, 'students', 'prova concurso mapa assuntos', { holds: ['/exams'] }),
    ],
  },
  study: {
    label: 'Estudar',
    icon: <BookOpen />,
    pages: [
      page(paths.study, 'Aulas', <FileText />, 'everybody', 'estudar central de estudos matérias', {
        authorLabel: 'Estudar',
        holds: ['/articles'],
      }),
      page(paths.courses, 'Cursos', <GraduationCap />, 'learners', 'matrícula como o aluno vê', {
        authorLabel: 'Catálogo de cursos',
      }),
      page(
        lawScreens.list,
        'Leis',
        <Scale />,
        'learners',
        'constituição código artigo legislação norma como o aluno vê',
      ),
      page(paths.essayThemes, 'Redação', <PenLine />, 'students', 'discursiva tema espelho escrever'),
      page(paths.annotations, 'Minhas anotações', <NotebookPen />, 'students', 'notas marcações grifos'),
    ],
  },
  questions: {
    label: 'Questões',
    icon: <ListChecks />,
    pages: [
      page(paths.freePractice, 'Treino', <Target />, 'learners', 'questões praticar livre como o aluno vê', {
        authorLabel: 'Treino livre',
        holds: ['/questions'],
      }),
      page(paths.review, 'Revisão', <RotateCcw />, 'students', 'revisar lembrar questões de hoje'),
      page(
        questionListScreens.all,
        'Cadernos',
        <Notebook />,
        'learners',
        'caderno de questões lista guardar salvar montar como o aluno vê',
        { authorLabel: 'Cadernos de questões' },
      ),
      page(paths.mistakes, 'Caderno de erros', <NotebookText />, 'students', 'errei erradas questões'),
      page(cardScreens.list, 'Meus cartões', <Layers />, 'students', 'flashcards anki lacunas decorar memória'),
      page(cardScreens.anki, 'Cartões e Anki', <Layers />, 'students', 'apkg baralho importar exportar trazer levar', {
        parent: cardScreens.list,
      }),
    ],
  },
  quizzes: {
    label: 'Simulados',
    icon: <Timer />,
    pages: [
      page(paths.quizzes, 'Simulados', <Timer />, 'learners', 'provas como o aluno vê', {
        authorLabel: 'Simulados dos alunos',
        holds: ['/quiz'],
      }),
    ],
  },
  teach: {
    label: 'Ensinar',
    icon: <PencilLine />,
    pages: [
      page(paths.publish, 'Aulas', <FileText />, 'authors', 'publicar escrever matérias'),
      page(paths.teacher, 'Cursos', <GraduationCap />, 'authors', 'área do professor turma'),
      page(lawScreens.taking, 'Leis da escola', <Scale />, 'authors', 'normas constituição código trazer', {
        holds: ['/admin/laws', '/admin/law-changes'],
      }),
      page(paths.questionBank, 'Questões', <ListChecks />, 'authors', 'banco de questões', { waiting: 'reports' }),
      page(paths.questionReports, 'Questões reportadas', <ListChecks />, 'authors', 'erros gabarito avisos', {
        parent: paths.questionBank,
      }),
      page(paths.duplicateQuestions, 'Questões parecidas', <ListChecks />, 'authors', 'repetidas iguais', {
        parent: paths.questionBank,
      }),
      page(paths.importQuestions, 'Importar questões', <ListChecks />, 'authors', 'csv gift moodle word pdf planilha', {
        parent: paths.questionBank,
      }),
      page(paths.teacherEssays, 'Redações', <PenLine />, 'authors', 'corrigir fila discursivas', { waiting: 'essays' }),
      page(paths.teacherEssayThemes, 'Temas de redação', <PenLine />, 'authors', 'espelho discursiva', {
        parent: paths.teacherEssays,
      }),
      page(paths.adminEssayReaders, 'Leitores de redação', <PenLine />, 'admins', 'concordância kappa severidade', {
        parent: paths.teacherEssays,
      }),
      page(paths.teacherQuizzes, 'Simulados', <Timer />, 'authors', 'provas estatísticas do professor'),
      page(paths.papers, 'Digitar respostas do papel', <NotebookPen />, 'authors', 'cartão gabarito impresso', {
        parent: paths.teacherQuizzes,
      }),
      page(cardScreens.sets, 'Cartões dos cursos', <Layers />, 'authors', 'flashcards conjuntos decorar', {
        parent: paths.teacher,
      }),
      page(paths.topics, 'Assuntos', <ListTree />, 'authors', 'tópicos subassuntos matérias'),
      page(paths.syllabi, 'Editais', <MapIcon />, 'authors', 'provas assuntos sem aula lacunas'),
      page(paths.teacherMedia, 'Imagens', <Images />, 'authors', 'fotos arquivos mídia'),
    ],
  },
  follow: {
    label: 'Acompanhar',
    icon: <UsersRound />,
    pages: [
      page(paths.teacherDoubts, 'Dúvidas', <MessageCircleQuestionMark />, 'authors', 'perguntas dos alunos responder', {
        waiting: 'doubts',
      }),
      page(
        reportedCommentsScreen,
        'Comentários',
        <MessagesSquare />,
        'authors',
        'denunciados alunos moderar palavras',
        {
          waiting: 'comments',
        },
      ),
      page(paths.teacherReports, 'Relatórios', <ChartColumn />, 'authors', 'alunos turma'),
    ],
  },
  sell: {
    label: 'Vender',
    icon: <Banknote />,
    pages: [
      page(paths.adminPayments, 'Pagamentos', <Banknote />, 'office', 'pix comprovantes pedidos reembolsos', {
        waiting: 'proofs',
      }),
      page(paths.adminUnpaid, 'PIX gerado e não pago', <Banknote />, 'office', 'lembretes pedidos abertos', {
        parent: paths.adminPayments,
      }),
      page(paths.adminStatements, 'Conciliação', <Landmark />, 'office', 'extrato banco ofx csv', { waiting: 'bank' }),
      page(paths.adminCases, 'Escola e banco não batem', <Landmark />, 'office', 'casos diferença devolver cobrar', {
        parent: paths.adminStatements,
      }),
      page(paths.adminOffers, 'Ofertas e cupons', <Tag />, 'office', 'preço desconto lugares vender'),
      page(paths.adminMoney, 'Financeiro', <ChartColumn />, 'office', 'dinheiro recebido devolvido taxas contador'),
      page(
        paths.adminLanding,
        'Página de vendas',
        <Store />,
        'admins',
        'landing site depoimentos termos privacidade reembolso',
      ),
      page(paths.adminClaims, 'O que a página afirma', <Store />, 'admins', 'números depoimentos provar manter tirar', {
        parent: paths.adminLanding,
      }),
      page(paths.chooseTrial, 'Amostra grátis', <Gift />, 'authors', 'visitantes experimentar aula aberta'),
    ],
  },
  school: {
    label: 'Escola',
    icon: <Shield />,
    pages: [
      page(paths.adminUsers, 'Usuários', <UsersRound />, 'office', 'alunos professores pessoas', {
        waiting: 'teachers',
      }),
      page(
        paths.adminExamTime,
        'Pedidos de tempo a mais',
        <UsersRound />,
        'office',
        'acessibilidade laudo pausa prova',
        { waiting: 'examTime' },
      ),
      page(
        paths.adminImport,
        'Trazer pessoas',
        <UsersRound />,
        'office',
        'importar alunos planilha migrar matricular',
        { parent: paths.adminUsers },
      ),
      page(paths.adminAnnouncements, 'Avisos', <Megaphone />, 'office', 'mensagem comunicado e-mail sino'),
      page(paths.adminExams, 'Provas', <CalendarDays />, 'admins', 'concursos edital datas'),
      page(
        paths.adminSettings,
        'Configurações da escola',
        <Settings />,
        'admins',
        'nome pix chave contatos whatsapp suporte',
      ),
      page(paths.adminBrand, 'Sua marca', <Palette />, 'admins', 'logo símbolo ícone cores aparência', {
        parent: paths.adminSettings,
      }),
      page(paths.adminMails, 'E-mails da escola', <Mail />, 'admins', 'modelos prévia', {
        parent: paths.adminSettings,
      }),
      page(paths.adminAudit, 'Auditoria', <ScrollText />, 'admins', 'registro histórico quem fez'),
      page(paths.adminSystem, 'Sistema', <Server />, 'admins', 'backup e-mails filas versão'),
    ],
  },
  me: {
    label: 'Eu',
    icon: <UserRound />,
    pages: [
      page(paths.profile, 'Minha conta', <UserRound />, 'everybody', 'perfil nome foto objetivo'),
      page(paths.settings, 'Configurações', <Settings />, 'everybody', 'tema notificações avisos e-mail minha conta', {
        parent: paths.profile,
      }),
      page(
        paths.security,
        'Segurança',
        <ShieldCheck />,
        'everybody',
        'senha chaves aparelhos segundo fator minha conta',
        { parent: paths.profile },
      ),
      page(paths.privacySettings, 'Privacidade', <FileLock2 />, 'everybody', 'dados excluir conta minha conta', {
        parent: paths.profile,
      }),
      page(
        paths.examTimeSettings,
        'Acessibilidade em provas',
        <UserRound />,
        'students',
        'tempo a mais pausa letra grande laudo ledor',
        { parent: paths.profile },
      ),
      page(paths.myPurchase, 'Minha compra', <ReceiptText />, 'students', 'pagamento recibo reembolso acesso'),
      page(paths.certificates, 'Certificados', <Award />, 'students', 'diploma curso'),
      page(paths.offline, 'Aulas baixadas', <Download />, 'students', 'offline baixar sem internet aparelho'),
      page(paths.help, 'Ajuda', <CircleQuestionMark />, 'everybody', 'guias como suporte dúvidas atalhos whatsapp'),
    ],
  },
} as const satisfies Record<string, Group>;
