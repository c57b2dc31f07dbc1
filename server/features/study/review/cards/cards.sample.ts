import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { listForStudents } from '#server/features/content/laws/laws.service.ts';
import { makeCard } from '#server/features/study/cards/cards.service.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { answer } from './card-answers.service.ts';
import type { CardGrade } from './card-replay.ts';

type SampleCard = {
  front: string;
  back?: string;
  hint?: string;
  deck?: string;
  /** A device of the Constitution. */
  lexId?: string;
  label?: string;
  madeDaysAgo: number;
  answers: { daysAgo: number; grade: CardGrade }[];
};

const cards: SampleCard[] = [
  {
    front: 'Às polícias militares cabem a {{c1::polícia ostensiva}} e a {{c1::preservação da ordem pública}}.',
    hint: 'a que se vê na rua',
    lexId: 'art144_par5',
    label: 'Constituição Federal, art. 144, § 5º',
    madeDaysAgo: 20,
    answers: [
      { daysAgo: 19, grade: 3 },
      { daysAgo: 12, grade: 2 },
    ],
  },
  {
    front: 'A segurança pública é {{c1::dever do Estado}}, {{c1::direito e responsabilidade de todos}}.',
    lexId: 'art144',
    label: 'Constituição Federal, art. 144',
    madeDaysAgo: 16,
    answers: [{ daysAgo: 15, grade: 1 }],
  },
  {
    front: 'Quando a crase é proibida antes de “a”?',
    back: 'Antes de palavra masculina, de verbo e de pronome pessoal.',
    deck: 'Português',
    madeDaysAgo: 12,
    answers: [{ daysAgo: 10, grade: 4 }],
  },
  {
    front: 'Quais são as raízes de \\(ax^2+bx+c=0\\)?',
    back: '\\[x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}\\]',
    deck: 'Matemática',
    madeDaysAgo: 6,
    answers: [{ daysAgo: 5, grade: 2 }],
  },
  {
    front: 'O que significa LIMPE na administração pública?',
    back: 'Legalidade, impessoalidade, moralidade, publicidade e eficiência.',
    deck: 'Direito Administrativo',
    madeDaysAgo: 2,
    answers: [],
  },
];

/** A stable key for each card and answer: loading twice adds nothing. */
const keyOf = (card: number, answered: number): string =>
  `019a5a3b-0000-7000-8000-${String(card * 100 + answered).padStart(12, '0')}`;

/** Cards of the example student, with answers of the last weeks. */
export async function sampleCards(deps: Deps, userId: string): Promise<void> {
  const student = { id: userId, role: 'student' } as const;
  const now = deps.clock.now().getTime();
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY_MS);
  const law = (await listForStudents(deps.db, student)).find(({ name }) => name.startsWith('Constituição'));
  for (const [place, sample] of cards.entries()) {
    const { made: card } = await makeCard(silentDepsAt(deps, at(sample.madeDaysAgo)), student, {
      kind: sample.back === undefined ? 'cloze' : 'basic',
      front: sample.front,
      back: sample.back ?? '',
      hint: sample.hint ?? '',
      gap: 1,
      pictureId: null,
      pictureSide: 'back',
      topicId: null,
      deck: sample.deck ?? 'Direito Constitucional',
      tags: [],
      sourceLabel: sample.label ?? '',
      source: law && sample.lexId ? { kind: 'law', lawId: law.id, lexId: sample.lexId } : null,
      creationKey: keyOf(place, 0),
    });
    for (const [order, { daysAgo, grade }] of sample.answers.entries())
      await answer(deps, userId, { key: keyOf(place, order + 1), cardId: card.id, grade }, at(daysAgo));
  }
}
