import {
  Award,
  Banknote,
  BookOpen,
  CalendarClock,
  ChartColumn,
  CircleQuestionMark,
  FileLock2,
  FileQuestion,
  FileText,
  FileUp,
  Gift,
  House,
  Images,
  Landmark,
  LibraryBig,
  ListChecks,
  ListTree,
  LogOut,
  Mail,
  Megaphone,
  MessageCircle,
  Moon,
  NotebookPen,
  PanelTop,
  PenLine,
  Plus,
  ReceiptText,
  RotateCcw,
  School,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  SquarePen,
  Sun,
  Tag,
  Timer,
  UserRound,
  UsersRound,
  WifiOff,
} from 'lucide-react';
import { useMemo } from 'react';
import { lawScreens } from '#contract/law-screens.ts';
import type { User } from '#contract/platform/users.ts';
import { useUpdatePreferences } from '#web/features/people/accounts/profile.queries.ts';
import type { Command } from '#web/features/platform/palette/commands.ts';
import { Palette } from '#web/features/platform/palette/palette.tsx';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice } from '#web/lib/session.ts';
import { applyTheme } from '#web/lib/theme.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const shared: Command[] = [
  { path: paths.home, label: 'Dashboard', words: 'hoje início painel', icon: <House /> },
  { path: paths.study, label: 'Estudar', words: 'aulas central de estudos matérias', icon: <BookOpen /> },
];
const ofStudents: Command[] = [
  { path: paths.freePractice, label: 'Questões', words: 'treino livre praticar', icon: <ListChecks /> },
  { path: paths.review, label: 'Revisão de hoje', words: 'revisar lembrar questões', icon: <RotateCcw /> },
  { path: paths.mistakes, label: 'Caderno de erros', words: 'errei erradas questões', icon: <NotebookPen /> },
  { path: paths.quizzes, label: 'Simulados', words: 'provas', icon: <Timer /> },
  { path: paths.essayThemes, label: 'Redação', words: 'discursiva tema espelho escrever', icon: <PenLine /> },
  { path: paths.courses, label: 'Cursos', words: 'matrícula', icon: <LibraryBig /> },
  { path: lawScreens.list, label: 'Leis', words: 'constituição código artigo legislação norma', icon: <ScrollText /> },
  { path: paths.annotations, label: 'Minhas anotações', words: 'notas marcações grifos', icon: <NotebookPen /> },
  { path: paths.offline, label: 'Aulas baixadas', words: 'offline baixar sem internet aparelho', icon: <WifiOff /> },
  { path: paths.certificates, label: 'Certificados', icon: <Award /> },
  { path: paths.myPurchase, label: 'Minha compra', words: 'pagamento recibo reembolso acesso', icon: <ReceiptText /> },
];
const ofTeachers: Command[] = [
  { path: paths.publish, label: 'Aulas publicadas', words: 'publicar matérias', icon: <FileText /> },
  { path: paths.questionBank, label: 'Banco de questões', icon: <FileQuestion /> },
  { path: paths.teacherDoubts, label: 'Dúvidas', words: 'perguntas dos alunos responder', icon: <MessageCircle /> },
  { path: paths.questionReports, label: 'Questões reportadas', words: 'erros gabarito avisos', icon: <FileQuestion /> },
  { path: paths.duplicateQuestions, label: 'Questões parecidas', words: 'repetidas iguais', icon: <FileQuestion /> },
  { path: paths.topics, label: 'Assuntos', words: 'tópicos subassuntos matérias', icon: <ListTree /> },
  {
    path: lawScreens.taking,
    label: 'Leis da escola',
    words: 'normas constituição código trazer',
    icon: <ScrollText />,
  },
  { path: lawScreens.list, label: 'Leis', words: 'como o aluno vê constituição artigo', icon: <ScrollText /> },
  { path: paths.syllabi, label: 'Editais', words: 'provas assuntos sem aula lacunas', icon: <ListTree /> },
  { path: paths.teacherQuizzes, label: 'Simulados do professor', words: 'provas estatísticas', icon: <ListChecks /> },
  { path: paths.teacherEssays, label: 'Redações', words: 'corrigir fila discursivas', icon: <PenLine /> },
  { path: paths.teacherEssayThemes, label: 'Temas de redação', words: 'espelho discursiva', icon: <PenLine /> },
  { path: paths.papers, label: 'Digitar respostas do papel', words: 'cartão gabarito impresso', icon: <NotebookPen /> },
  { path: paths.teacher, label: 'Área do professor', words: 'cursos', icon: <LibraryBig /> },
  { path: paths.teacherReports, label: 'Relatórios', words: 'alunos turma', icon: <ChartColumn /> },
  { path: paths.teacherMedia, label: 'Imagens', words: 'fotos arquivos', icon: <Images /> },
  { path: paths.chooseTrial, label: 'Amostra grátis', words: 'visitantes experimentar aula aberta', icon: <Gift /> },
  { path: paths.courses, label: 'Catálogo de cursos', words: 'como o aluno vê', icon: <LibraryBig /> },
  { path: paths.quizzes, label: 'Simulados dos alunos', words: 'como o aluno vê', icon: <Timer /> },
  { path: paths.freePractice, label: 'Treino livre', words: 'questões como o aluno vê', icon: <ListChecks /> },
];
const ofOffice: Command[] = [
  { path: paths.adminUsers, label: 'Usuários', words: 'alunos professores pessoas', icon: <UsersRound /> },
  { path: paths.adminImport, label: 'Importar alunos', words: 'planilha migrar matricular', icon: <UsersRound /> },
  { path: paths.adminPayments, label: 'Pagamentos', words: 'pix comprovantes', icon: <Banknote /> },
  { path: paths.adminAnnouncements, label: 'Avisos', words: 'mensagem comunicado e-mail sino', icon: <Megaphone /> },
  {
    path: paths.adminMoney,
    label: 'Financeiro',
    words: 'dinheiro recebido devolvido taxas contador',
    icon: <ChartColumn />,
  },
  { path: paths.adminUnpaid, label: 'PIX gerado e não pago', words: 'lembretes pedidos abertos', icon: <Banknote /> },
  {
    path: paths.adminCases,
    label: 'Escola e banco não batem',
    words: 'casos diferença devolver cobrar',
    icon: <Banknote />,
  },
  { path: paths.adminStatements, label: 'Conciliação', words: 'extrato banco ofx csv', icon: <Landmark /> },
  { path: paths.adminOffers, label: 'Ofertas e cupons', words: 'preço desconto lugares vender', icon: <Tag /> },
];
const ofAdmins: Command[] = [
  { path: paths.adminExams, label: 'Provas', words: 'concursos edital datas', icon: <CalendarClock /> },
  {
    path: paths.adminLanding,
    label: 'Página de vendas',
    words: 'landing site depoimentos termos privacidade reembolso',
    icon: <PanelTop />,
  },
  {
    path: paths.adminClaims,
    label: 'O que a página afirma',
    words: 'números depoimentos provar manter tirar',
    icon: <PanelTop />,
  },
  {
    path: paths.adminSettings,
    label: 'Configurações da escola',
    words: 'nome pix chave contatos whatsapp suporte',
    icon: <School />,
  },
  { path: paths.adminMails, label: 'E-mails da escola', words: 'modelos logo cor prévia', icon: <Mail /> },
  { path: paths.adminAudit, label: 'Auditoria', words: 'registro histórico quem fez', icon: <ScrollText /> },
  { path: paths.adminSystem, label: 'Sistema', words: 'backup e-mails filas versão', icon: <Server /> },
];
const ofThePerson: Command[] = [
  { path: paths.profile, label: 'Perfil', words: 'nome', icon: <UserRound /> },
  { path: paths.settings, label: 'Configurações', words: 'tema notificações e-mail senha', icon: <Settings /> },
  { path: paths.security, label: 'Segurança', words: 'senha chaves aparelhos segundo fator', icon: <ShieldCheck /> },
  { path: paths.help, label: 'Ajuda', words: 'guias como suporte dúvidas', icon: <CircleQuestionMark /> },
  { path: paths.privacySettings, label: 'Privacidade', words: 'dados excluir conta', icon: <FileLock2 /> },
];

/** Every page with an address of its own that this person may open. */
export const destinationsFor = (user: User): Command[] => [
  ...shared,
  ...(user.role === 'student' ? ofStudents : []),
  ...(isAuthor(user) ? ofTeachers : []),
  ...(isOffice(user) ? ofOffice : []),
  ...(isAdmin(user) ? ofAdmins : []),
  ...ofThePerson,
];

const work: Command[] = [
  { path: `${paths.publish}?novo`, label: 'Publicar nova aula', words: 'escrever criar', icon: <SquarePen /> },
  { path: paths.newBankQuestion, label: 'Nova questão', words: 'escrever criar', icon: <Plus /> },
  { path: paths.importQuestions, label: 'Importar questões', words: 'csv gift moodle', icon: <FileUp /> },
  { path: `${paths.teacher}?novo`, label: 'Novo curso', words: 'criar', icon: <Plus /> },
];

type PaletteProps = { user: User; onClose: () => void; onLogout: () => void };

/** The palette with what this person may go to and do. */
export default function UserPalette({ user, onClose, onLogout }: PaletteProps) {
  const { mutate } = useUpdatePreferences();
  const commands = useMemo(() => {
    const use = (theme: 'light' | 'dark' | 'system') => () => {
      applyTheme(theme);
      mutate({ theme }, { onError: toastFailure('Não foi possível guardar o tema') });
    };
    const actions: Command[] = [
      ...(isAuthor(user) ? work : []),
      { run: use('dark'), label: 'Usar o tema escuro', words: 'noite', icon: <Moon /> },
      { run: use('light'), label: 'Usar o tema claro', words: 'dia', icon: <Sun /> },
      { run: use('system'), label: 'Usar o tema do aparelho', words: 'automático', icon: <Settings /> },
      { run: onLogout, label: 'Sair', words: 'logout desconectar', icon: <LogOut /> },
    ];
    return { places: destinationsFor(user), actions };
  }, [user, mutate, onLogout]);
  return <Palette commands={commands} onClose={onClose} />;
}
