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
  ListChecks,
  ListTree,
  Mail,
  Map as MapIcon,
  Megaphone,
  MessageCircleQuestionMark,
  NotebookPen,
  NotebookText,
  PencilLine,
  PenLine,
  ReceiptText,
  RotateCcw,
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
import type { User } from '#contract/platform/users.ts';
import type { WaitingCounts } from '#contract/school/waiting-counts.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';

type Audience = 'everybody' | 'students' | 'learners' | 'authors' | 'office' | 'admins';

const audiences: Record<Audience, (user: User) => boolean> = {
  everybody: () => true,
  students: ({ role }) => role === 'student',
  /** Students, and authors who try out what students see. */
  learners: (user) => user.role === 'student' || isAuthor(user),
  authors: isAuthor,
  office: isOffice,
  admins: isAdmin,
};

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
  /** What waits behind it. */
  waiting?: keyof WaitingCounts;
};

type Group = { label: string; icon: ReactNode; pages: readonly Page[] };

const home: Page = {
  path: paths.home,
  label: 'Início',
  icon: <House />,
  audience: 'everybody',
  words: 'hoje dashboard painel plano',
};

/**
 * Every page that a menu or the palette leads to, once. Menus, side bar, sheets, 'Eu' and palette are made from this
 * table; `destinations.test.tsx` compares it with the router.
 */
export const groups = {
  today: {
    label: 'Hoje',
    icon: <House />,
    pages: [
      { ...home, label: 'Plano de hoje', authorLabel: 'Início' },
      {
        path: paths.syllabus,
        label: 'Edital',
        icon: <MapIcon />,
        audience: 'students',
        words: 'prova concurso mapa assuntos',
        holds: ['/exams'],
      },
    ],
  },
  study: {
    label: 'Estudar',
    icon: <BookOpen />,
    pages: [
      {
        path: paths.study,
        label: 'Aulas',
        authorLabel: 'Estudar',
        icon: <FileText />,
        audience: 'everybody',
        words: 'estudar central de estudos matérias',
        holds: ['/articles'],
      },
      {
        path: paths.courses,
        label: 'Cursos',
        authorLabel: 'Catálogo de cursos',
        icon: <GraduationCap />,
        audience: 'learners',
        words: 'matrícula como o aluno vê',
      },
      {
        path: paths.essayThemes,
        label: 'Redação',
        icon: <PenLine />,
        audience: 'students',
        words: 'discursiva tema espelho escrever',
      },
      {
        path: paths.annotations,
        label: 'Minhas anotações',
        icon: <NotebookPen />,
        audience: 'students',
        words: 'notas marcações grifos',
      },
    ],
  },
  questions: {
    label: 'Questões',
    icon: <ListChecks />,
    pages: [
      {
        path: paths.freePractice,
        label: 'Treino',
        authorLabel: 'Treino livre',
        icon: <Target />,
        audience: 'learners',
        words: 'questões praticar livre como o aluno vê',
        holds: ['/questions'],
      },
      {
        path: paths.review,
        label: 'Revisão',
        icon: <RotateCcw />,
        audience: 'students',
        words: 'revisar lembrar questões de hoje',
      },
      {
        path: paths.mistakes,
        label: 'Caderno de erros',
        icon: <NotebookText />,
        audience: 'students',
        words: 'errei erradas questões',
      },
    ],
  },
  quizzes: {
    label: 'Simulados',
    icon: <Timer />,
    pages: [
      {
        path: paths.quizzes,
        label: 'Simulados',
        authorLabel: 'Simulados dos alunos',
        icon: <Timer />,
        audience: 'learners',
        words: 'provas como o aluno vê',
        holds: ['/quiz'],
      },
    ],
  },
  teach: {
    label: 'Ensinar',
    icon: <PencilLine />,
    pages: [
      {
        path: paths.publish,
        label: 'Aulas',
        icon: <FileText />,
        audience: 'authors',
        words: 'publicar escrever matérias',
      },
      {
        path: paths.teacher,
        label: 'Cursos',
        icon: <GraduationCap />,
        audience: 'authors',
        words: 'área do professor turma',
      },
      {
        path: paths.questionBank,
        label: 'Questões',
        icon: <ListChecks />,
        audience: 'authors',
        words: 'banco de questões',
        waiting: 'reports',
      },
      {
        path: paths.questionReports,
        label: 'Questões reportadas',
        icon: <ListChecks />,
        audience: 'authors',
        words: 'erros gabarito avisos',
        parent: paths.questionBank,
      },
      {
        path: paths.duplicateQuestions,
        label: 'Questões parecidas',
        icon: <ListChecks />,
        audience: 'authors',
        words: 'repetidas iguais',
        parent: paths.questionBank,
      },
      {
        path: paths.importQuestions,
        label: 'Importar questões',
        icon: <ListChecks />,
        audience: 'authors',
        words: 'csv gift moodle word pdf planilha',
        parent: paths.questionBank,
      },
      {
        path: paths.teacherEssays,
        label: 'Redações',
        icon: <PenLine />,
        audience: 'authors',
        words: 'corrigir fila discursivas',
        waiting: 'essays',
      },
      {
        path: paths.teacherEssayThemes,
        label: 'Temas de redação',
        icon: <PenLine />,
        audience: 'authors',
        words: 'espelho discursiva',
        parent: paths.teacherEssays,
      },
      {
        path: paths.teacherQuizzes,
        label: 'Simulados',
        icon: <Timer />,
        audience: 'authors',
        words: 'provas estatísticas do professor',
      },
      {
        path: paths.papers,
        label: 'Digitar respostas do papel',
        icon: <NotebookPen />,
        audience: 'authors',
        words: 'cartão gabarito impresso',
        parent: paths.teacherQuizzes,
      },
      {
        path: paths.topics,
        label: 'Assuntos',
        icon: <ListTree />,
        audience: 'authors',
        words: 'tópicos subassuntos matérias',
      },
      {
        path: paths.syllabi,
        label: 'Editais',
        icon: <MapIcon />,
        audience: 'authors',
        words: 'provas assuntos sem aula lacunas',
      },
      {
        path: paths.teacherMedia,
        label: 'Imagens',
        icon: <Images />,
        audience: 'authors',
        words: 'fotos arquivos mídia',
      },
    ],
  },
  follow: {
    label: 'Acompanhar',
    icon: <UsersRound />,
    pages: [
      {
        path: paths.teacherDoubts,
        label: 'Dúvidas',
        icon: <MessageCircleQuestionMark />,
        audience: 'authors',
        words: 'perguntas dos alunos responder',
        waiting: 'doubts',
      },
      {
        path: paths.teacherReports,
        label: 'Relatórios',
        icon: <ChartColumn />,
        audience: 'authors',
        words: 'alunos turma',
      },
    ],
  },
  sell: {
    label: 'Vender',
    icon: <Banknote />,
    pages: [
      {
        path: paths.adminPayments,
        label: 'Pagamentos',
        icon: <Banknote />,
        audience: 'office',
        words: 'pix comprovantes pedidos reembolsos',
        waiting: 'proofs',
      },
      {
        path: paths.adminUnpaid,
        label: 'PIX gerado e não pago',
        icon: <Banknote />,
        audience: 'office',
        words: 'lembretes pedidos abertos',
        parent: paths.adminPayments,
      },
      {
        path: paths.adminStatements,
        label: 'Conciliação',
        icon: <Landmark />,
        audience: 'office',
        words: 'extrato banco ofx csv',
        waiting: 'bank',
      },
      {
        path: paths.adminCases,
        label: 'Escola e banco não batem',
        icon: <Landmark />,
        audience: 'office',
        words: 'casos diferença devolver cobrar',
        parent: paths.adminStatements,
      },
      {
        path: paths.adminOffers,
        label: 'Ofertas e cupons',
        icon: <Tag />,
        audience: 'office',
        words: 'preço desconto lugares vender',
      },
      {
        path: paths.adminMoney,
        label: 'Financeiro',
        icon: <ChartColumn />,
        audience: 'office',
        words: 'dinheiro recebido devolvido taxas contador',
      },
      {
        path: paths.adminLanding,
        label: 'Página de vendas',
        icon: <Store />,
        audience: 'admins',
        words: 'landing site depoimentos termos privacidade reembolso',
      },
      {
        path: paths.adminClaims,
        label: 'O que a página afirma',
        icon: <Store />,
        audience: 'admins',
        words: 'números depoimentos provar manter tirar',
        parent: paths.adminLanding,
      },
      {
        path: paths.chooseTrial,
        label: 'Amostra grátis',
        icon: <Gift />,
        audience: 'authors',
        words: 'visitantes experimentar aula aberta',
      },
    ],
  },
  school: {
    label: 'Escola',
    icon: <Shield />,
    pages: [
      {
        path: paths.adminUsers,
        label: 'Usuários',
        icon: <UsersRound />,
        audience: 'office',
        words: 'alunos professores pessoas',
        waiting: 'teachers',
      },
      {
        path: paths.adminImport,
        label: 'Trazer pessoas',
        icon: <UsersRound />,
        audience: 'office',
        words: 'importar alunos planilha migrar matricular',
        parent: paths.adminUsers,
      },
      {
        path: paths.adminAnnouncements,
        label: 'Avisos',
        icon: <Megaphone />,
        audience: 'office',
        words: 'mensagem comunicado e-mail sino',
      },
      {
        path: paths.adminExams,
        label: 'Provas',
        icon: <CalendarDays />,
        audience: 'admins',
        words: 'concursos edital datas',
      },
      {
        path: paths.adminSettings,
        label: 'Configurações da escola',
        icon: <Settings />,
        audience: 'admins',
        words: 'nome pix chave contatos whatsapp suporte',
      },
      {
        path: paths.adminMails,
        label: 'E-mails da escola',
        icon: <Mail />,
        audience: 'admins',
        words: 'modelos logo cor prévia',
        parent: paths.adminSettings,
      },
      {
        path: paths.adminAudit,
        label: 'Auditoria',
        icon: <ScrollText />,
        audience: 'admins',
        words: 'registro histórico quem fez',
      },
      {
        path: paths.adminSystem,
        label: 'Sistema',
        icon: <Server />,
        audience: 'admins',
        words: 'backup e-mails filas versão',
      },
    ],
  },
  me: {
    label: 'Eu',
    icon: <UserRound />,
    pages: [
      {
        path: paths.profile,
        label: 'Minha conta',
        icon: <UserRound />,
        audience: 'everybody',
        words: 'perfil nome foto objetivo',
      },
      {
        path: paths.settings,
        label: 'Configurações',
        icon: <Settings />,
        audience: 'everybody',
        words: 'tema notificações avisos e-mail minha conta',
        parent: paths.profile,
      },
      {
        path: paths.security,
        label: 'Segurança',
        icon: <ShieldCheck />,
        audience: 'everybody',
        words: 'senha chaves aparelhos segundo fator minha conta',
        parent: paths.profile,
      },
      {
        path: paths.privacySettings,
        label: 'Privacidade',
        icon: <FileLock2 />,
        audience: 'everybody',
        words: 'dados excluir conta minha conta',
        parent: paths.profile,
      },
      {
        path: paths.myPurchase,
        label: 'Minha compra',
        icon: <ReceiptText />,
        audience: 'students',
        words: 'pagamento recibo reembolso acesso',
      },
      {
        path: paths.certificates,
        label: 'Certificados',
        icon: <Award />,
        audience: 'students',
        words: 'diploma curso',
      },
      {
        path: paths.offline,
        label: 'Aulas baixadas',
        icon: <Download />,
        audience: 'students',
        words: 'offline baixar sem internet aparelho',
      },
      {
        path: paths.help,
        label: 'Ajuda',
        icon: <CircleQuestionMark />,
        audience: 'everybody',
        words: 'guias como suporte dúvidas atalhos whatsapp',
      },
    ],
  },
} as const satisfies Record<string, Group>;

export type GroupName = keyof typeof groups;

/** A page as one person's lists show it. */
export type Destination = Page & { group: GroupName };

const ofStudents: readonly GroupName[] = ['today', 'study', 'questions', 'quizzes'];
const ofStaff: readonly GroupName[] = ['teach', 'follow', 'sell', 'school'];

const pagesIn = (name: GroupName, user: User): Destination[] => {
  const pages: readonly Page[] = groups[name].pages;
  return pages
    .filter(({ audience }) => audiences[audience](user))
    .map((page) => ({
      ...page,
      label: (user.role !== 'student' && page.authorLabel) || page.label,
      group: name,
    }));
};

/** Every page that this person may open, once: what the palette lists. */
export const destinationsFor = (user: User): Destination[] =>
  (Object.keys(groups) as GroupName[]).flatMap((name) => pagesIn(name, user));

export type MenuGroup = { name: GroupName; label: string; icon: ReactNode; pages: Destination[] };

const menuOf = (names: readonly GroupName[], user: User): MenuGroup[] =>
  names
    .map((name) => ({
      name,
      label: groups[name].label,
      icon: groups[name].icon,
      pages: pagesIn(name, user).filter(({ parent }) => parent === undefined),
    }))
    .filter(({ pages }) => pages.length > 0);

export const studyMenuFor = (user: User): MenuGroup[] => menuOf(ofStudents, user);
/** Groups without a page that this person may open are left out. */
export const staffMenuFor = (user: User): MenuGroup[] => menuOf(ofStaff, user);
export const myPagesFor = (user: User): Destination[] => menuOf(['me'], user)[0]?.pages ?? [];

const isUnder = (location: string, prefix: string) =>
  location === prefix || (prefix !== paths.home && location.startsWith(`${prefix}/`));

/** The page of a menu that the address belongs to: the one with the longest matching prefix. */
export function currentPage(user: User, location: string): Destination | undefined {
  const all = destinationsFor(user);
  let best: { page: Destination; length: number } | undefined;
  for (const page of all) {
    for (const prefix of [page.path, ...(page.holds ?? [])]) {
      if (!isUnder(location, prefix) || (best && best.length >= prefix.length)) continue;
      best = { page, length: prefix.length };
    }
  }
  const { page } = best ?? {};
  return page?.parent ? all.find(({ path }) => path === page.parent) : page;
}

/** How much waits behind a page; 0 where nothing is counted. */
export const waitingAt = (page: Page, counts: WaitingCounts | undefined): number =>
  (page.waiting && counts?.[page.waiting]) || 0;
