import { createHash } from 'node:crypto';
import { readingMinutes } from '#contract/content/reading.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { kindOf, optionLabelOf, TRUE_FALSE } from '#contract/questions/question-kind.ts';
import type { QuestionFormat, QuestionKind } from '#contract/questions/question-shapes.ts';
import { getTrialImage } from '#contract/school/trial.ts';
import { publicHtml } from '#server/html/public-html.ts';

type ShownLesson = { title: string; subject: string | null; content: string; wordCount: number };
type ShownQuestion = {
  subject: string | null;
  format: QuestionFormat;
  baseText: { title: string; format: QuestionFormat; text: string } | null;
  statement: string;
  comment: string;
  options: readonly { optionText: string; comment: string; isCorrect: boolean }[];
};

type Shape = { format: QuestionFormat; kind: QuestionKind };

const inWords = ['', 'Uma questão comentada', 'Duas', 'Três', 'Quatro', 'Cinco'];
const headingFor = (count: number) => (count === 1 ? inWords[1] : `${inWords[count]} questões comentadas`);

/** Every HTML text that the page shows. */
export const richTexts = (lesson: ShownLesson, questions: readonly ShownQuestion[]): string[] => [
  lesson.content,
  ...questions.flatMap(({ format, baseText, statement, comment, options }) => [
    ...(baseText?.format === 'html' ? [baseText.text] : []),
    ...(format === 'html' ? [statement, comment, ...options.flatMap((one) => [one.optionText, one.comment])] : []),
  ]),
];

/**
 * Renders the main section of the trial page: a lesson and its questions, without script. Selected options stay in the
 * browser, and the answer opens like any other collapsible section.
 */
export function renderTrial(
  lesson: ShownLesson,
  questions: readonly ShownQuestion[],
  clean: (stored: string) => string,
) {
  const images = new Set<number>();
  const rich = (stored: string): string => {
    const shown = publicHtml(stored, (id) => getTrialImage.path.replace(':id', String(id)), clean);
    for (const id of shown.images) images.add(id);
    return shown.html;
  };
  const written = (format: QuestionFormat, text: string) =>
    format === 'html' ? rich(text) : `<span class="plain">${escapeHtml(text)}</span>`;

  const option = (place: number, { format, kind }: Shape, index: number, one: ShownQuestion['options'][number]) =>
    `<label class="option${one.isCorrect ? ' key' : ''}"><input type="radio" name="q${place}"${one.isCorrect ? ' data-key' : ''}>` +
    `<b>${optionLabelOf(index, kind)}</b><span>${written(format, one.optionText)}</span></label>`;

  const comments = ({ format, options }: ShownQuestion) => {
    const lines = options
      .map(({ comment }, index) =>
        comment ? `<li><b>${optionLabelOf(index, kindOf(options))}</b><div>${written(format, comment)}</div></li>` : '',
      )
      .join('');
    return lines && `<ul class="comments">${lines}</ul>`;
  };

  const supporting = ({ baseText }: ShownQuestion) =>
    baseText
      ? `<blockquote class="prose">${baseText.title && `<p><b>${escapeHtml(baseText.title)}</b></p>`}` +
        `${written(baseText.format, baseText.text)}</blockquote>`
      : '';

  const question = (one: ShownQuestion, at: number) => {
    const place = at + 1;
    const kind = kindOf(one.options);
    const key = one.options.findIndex(({ isCorrect }) => isCorrect);
    const right = kind === 'true_false' ? TRUE_FALSE[key] : optionLabelOf(key);
    const about = one.subject ? `Questão ${place} · ${escapeHtml(one.subject)}` : `Questão ${place}`;
    return (
      `<li class="question"><h3 id="q${place}">${about}</h3>` +
      `<div role="radiogroup" aria-labelledby="q${place}" aria-describedby="q${place}-text">` +
      `<div id="q${place}-text">${supporting(one)}<div class="prose">${written(one.format, one.statement)}</div></div>` +
      `${one.options.map((each, index) => option(place, { format: one.format, kind }, index, each)).join('')}</div>` +
      `<details class="answer"><summary>Conferir a resposta</summary>` +
      `<p class="verdict"><span class="was-right">Você acertou. </span><span class="was-wrong">Não foi desta vez. </span>` +
      `Resposta certa: ${right}.</p>` +
      `${one.comment && `<div class="prose">${written(one.format, one.comment)}</div>`}${comments(one)}</details></li>`
    );
  };

  const eyebrow = [lesson.subject && escapeHtml(lesson.subject), `${readingMinutes(lesson.wordCount)} min de leitura`];
  const html =
    `<article class="wrap lesson" id="aula"><p class="eyebrow">${eyebrow.filter(Boolean).join(' · ')}</p>` +
    `<h2>${escapeHtml(lesson.title)}</h2><div class="prose">${rich(lesson.content)}</div></article>` +
    `<section class="questions" id="questoes" aria-labelledby="questoes-titulo"><div class="wrap">` +
    `<h2 id="questoes-titulo">${headingFor(questions.length)}</h2>` +
    `<p class="hint">Marque uma alternativa e confira. O que você marca fica só nesta página.</p>` +
    `<ol>${questions.map(question).join('')}</ol></div></section>`;
  return { html, title: lesson.title, images, key: createHash('sha256').update(html).digest('base64url') };
}
