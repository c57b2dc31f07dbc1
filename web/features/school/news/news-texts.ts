import type { User } from '#contract/platform/users.ts';
import { isAdmin } from '#web/lib/session.ts';

type NewsItem = {
  text: string;
  /** The page that it is about. */
  path?: string;
  /** Only for those who administer the school. */
  isForAdmins?: true;
};

export type News = {
  version: string;
  /** The day of the release. Accounts that were created later see nothing new. */
  day: string;
  items: readonly NewsItem[];
};

/** What teachers and administrators notice, newest version first. A test wants an entry for the current version. */
export const allNews: readonly News[] = [
  {
    version: '1.0.0',
    day: '2026-11-18',
    items: [
      {
        text: 'Redações com espelho da banca: os alunos escrevem na folha, você corrige critério por critério.',
        path: '/teacher/essays',
      },
      { text: 'Leis com artigos e textos anteriores, citadas nas aulas.', path: '/teacher/laws' },
      { text: 'Conjuntos de cartões para os alunos de um curso.', path: '/teacher/card-sets' },
      {
        text: 'Provas em PDF viram questões do banco, com a página ao lado para conferir.',
        path: '/teacher/quizzes/import',
      },
      { text: 'O “?” no alto de cada página abre a ajuda sobre ela, e a busca encontra os guias.', path: '/help' },
      {
        text: 'Dinheiro da escola e do banco comparados todo dia, com cada diferença em um caso.',
        path: '/admin/payments/cases',
        isForAdmins: true,
      },
      { text: 'A escola inteira em um arquivo, em formatos abertos.', path: '/admin/system', isForAdmins: true },
    ],
  },
];

/** The news that a user has not dismissed; undefined: none, or the account is younger than the release. */
export function newsFor(user: User, seen: string | null, news: readonly News[] = allNews): News | undefined {
  const [latest] = news;
  if (!latest || seen === latest.version || user.createdAt.slice(0, 10) >= latest.day) return undefined;
  return { ...latest, items: latest.items.filter(({ isForAdmins }) => !isForAdmins || isAdmin(user)) };
}
