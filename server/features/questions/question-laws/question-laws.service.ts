import type { BodyOf } from '#contract/endpoint.ts';
import type { decideQuestionCitation, QuestionLink, setQuestionArticle } from '#contract/questions/question-laws.ts';
import { plainText } from '#contract/questions/question-text.ts';
import type { Deps } from '#server/deps.ts';
import {
  decideAboutItem,
  listTakenArticles,
  readItemLinks,
  setArticleOfQuestion,
} from '#server/features/content/laws/citing/item-links.service.ts';
import { suggestArticles } from '#server/features/content/laws/suggesting/suggest.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import * as store from './question-laws.store.ts';

const missing = () => notFound('Questão não encontrada.');

type Reading = {
  /** Whether the quotes of the question's comments, and the articles attached to it, may be shown. */
  isKeyOpen: boolean;
  isTextOpen: boolean;
  /** With the quotes that were refused, for authors. */
  refused?: boolean;
};

/** The links of a question and its base text. A quote of both leads where the question's own does. */
export async function readLinksOf(
  deps: Deps,
  { id, baseTextId }: store.CitingQuestion,
  { isKeyOpen, isTextOpen, refused = false }: Reading,
) {
  const [own, ofText, articles] = await Promise.all([
    readItemLinks(deps, 'question', [id], { refused }),
    readItemLinks(deps, 'base_text', isTextOpen && baseTextId !== null ? [baseTextId] : [], { refused }),
    isKeyOpen ? listTakenArticles(deps.db, id) : [],
  ]);
  const shown = own.filter(({ tellsKey }) => isKeyOpen || !tellsKey);
  const quotes = new Set(shown.map(({ quote }) => quote));
  const links: QuestionLink[] = [
    ...shown.map((link) => ({ ...without(link, 'tellsKey'), of: 'question' as const })),
    ...ofText
      .filter(({ quote }) => !quotes.has(quote))
      .map((link) => ({ ...without(link, 'tellsKey'), of: 'base_text' as const })),
  ];
  return { links, articles };
}

export const findCitingQuestion = store.findCitingQuestion;

async function requireQuestion(deps: Deps, id: number): Promise<store.CitingQuestion> {
  return requireFound(store.findCitingQuestion(deps.db, id), missing);
}

const lawsFor = async (deps: Deps, user: SessionUser, question: store.CitingQuestion) => ({
  mayDecide: mayEditQuestion(user, question),
  mayDecideText: question.baseTextId !== null && mayEditQuestion(user, { authorId: question.textAuthorId }),
  ...(await readLinksOf(deps, question, { isKeyOpen: true, isTextOpen: true, refused: true })),
});

export const readQuestionLaws = async (deps: Deps, user: SessionUser, id: number) =>
  lawsFor(deps, user, await requireQuestion(deps, id));

function requireAuthor(user: SessionUser, about: { authorId: string | null }): void {
  if (!mayEditQuestion(user, about)) {
    throw new AppError('forbidden', 'Só quem escreveu o texto ou um administrador corrige as citações dele.');
  }
}

export async function decideCitation(
  deps: Deps,
  user: SessionUser,
  id: number,
  { of, ...decision }: BodyOf<typeof decideQuestionCitation>,
) {
  const question = await requireQuestion(deps, id);
  const textId = of === 'question' ? id : question.baseTextId;
  if (textId === null) throw notFound('Esta questão não tem texto-base.');
  requireAuthor(user, of === 'question' ? question : { authorId: question.textAuthorId });
  await decideAboutItem(deps, user, { kind: of, id: textId }, decision);
  return lawsFor(deps, user, question);
}

export async function setArticle(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof setQuestionArticle>) {
  const question = await requireQuestion(deps, id);
  requireAuthor(user, question);
  await setArticleOfQuestion(deps, user, id, body);
  return lawsFor(deps, user, question);
}

export async function suggestForQuestion(deps: Deps, id: number) {
  const asked = await requireFound(store.findAskedWords(deps.db, id), missing);
  return suggestArticles(deps, plainText(asked.format, asked.words));
}
