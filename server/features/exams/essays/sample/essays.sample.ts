import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { type Correction, emptyCorrection, passageOfArea } from '#contract/exams/essay-corrections.ts';
import { essayLines } from '#contract/exams/essay-lines.ts';
import type { ThemeDraft } from '#contract/exams/essay-themes.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { removeEntry } from '#server/features/platform/search/search.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { lease, returnToStudent, saveDraft as saveCorrection } from '../grading/grading.service.ts';
import { addPages, deliverPages } from '../photos/photos.service.ts';
import { addTheme, publish, saveDraft } from '../themes/themes.service.ts';
import { begin, deliver, save } from '../writing/writing.service.ts';
import { deleteSampleThemes, markSampleThemes } from './essays.sample.store.ts';
import { areaOfWords, pagePicture } from './page-picture.ts';
import { cameraEssays, rewrittenCameraEssay, searchDraft, shortCameraEssay, trafficEssay } from './sample-texts.ts';

/** Fixed, so that loading twice adds nothing. */
const KEYS = [
  '01938f3c-7c5a-7b3e-8f00-e50000000001',
  '01938f3c-7c5a-7b3e-8f00-e50000000002',
  '01938f3c-7c5a-7b3e-8f00-e50000000003',
] as const;

/** The classmate who waits for the correction of a photo. */
const PHOTO_MATE = 4;

const [sum, cebraspe] = espelhoPresets.map(({ espelho }) => espelho);

const cameras: Partial<ThemeDraft> = {
  command:
    'Com base no que você sabe, escreva uma dissertação argumentativa, em até 30 linhas, sobre câmeras corporais na polícia militar: transparência, proteção e privacidade. Defenda um ponto de vista e proponha uma medida.',
  ...(sum ? { espelho: sum } : {}),
  minLines: 15,
};
const traffic: Partial<ThemeDraft> = {
  command:
    'Redija um texto dissertativo sobre o trânsito seguro, abordando necessariamente: 1) o papel da educação; 2) o papel da fiscalização e da escolha individual.',
  ...(cebraspe ? { espelho: cebraspe } : {}),
  minLines: 10,
};
const search: Partial<ThemeDraft> = {
  kind: 'question',
  command: 'Explique, em até 15 linhas, o que é fundada suspeita na busca pessoal e como ela deve ser registrada.',
  maxLines: 15,
  minLines: 8,
  minutes: 30,
};

const firstPoints = { tema: 4.5, estrutura: 3.5, argumentacao: 3.5, coesao: 2.5, norma: 2.1 };
const secondPoints = { tema: 4.5, estrutura: 4, argumentacao: 4.5, coesao: 2.5, norma: 2.7 };

/** A mark on the first place of some words. */
function mark(text: string, words: string, about: { criterionKey: string; comment: string; points: number }) {
  const start = text.indexOf(words);
  const id = `exemplo-${start}`;
  return { id, start, end: start + words.length, isPraise: about.points === 0, ...about };
}

function cameraCorrection(text: string, points: Record<string, number>): Correction {
  const found = [
    ['Houveram casos', 'norma', '“Haver” no sentido de existir não vai ao plural: houve casos.', 0.3],
    ['tem direito à intimidade', 'norma', 'Sujeito no plural pede acento: eles têm direito.', 0.3],
    ['Todo mundo sabe que', 'argumentacao', 'Generalização. Um dado com fonte valeria o ponto que falta aqui.', 0.5],
    ['deixa de ser garantia e vira vigilância', 'argumentacao', 'A melhor frase do texto: resume a tese.', 0],
  ] as const;
  const marks = found
    .filter(([words]) => text.includes(words))
    .map(([words, criterionKey, comment, taken]) => mark(text, words, { criterionKey, comment, points: taken }));
  const comment = 'Você organiza bem e tem tese. Traga um número, uma lei ou um caso a cada parágrafo do meio.';
  return { ...emptyCorrection, points, marks, comment };
}

/** The page that the student wrote by hand has rectangles instead of passages. */
function trafficCorrection(): Correction {
  const found = [
    ['velocidade, álcool e distração', 'apresentacao', 'Boa síntese: as três causas organizam o texto.', 0],
    ['Campanhas isoladas', 'aspecto-1', 'Diga o que fazer no lugar delas: faltou a proposta.', 1],
    ['A Lei Seca mostrou', 'aspecto-2', 'Um dado com fonte valeria o ponto que falta aqui.', 1.5],
  ] as const;
  const marks = found.map(([words, criterionKey, comment, points], at) => ({
    ...passageOfArea,
    id: `exemplo-foto-${at}`,
    area: areaOfWords(trafficEssay, words),
    criterionKey,
    comment,
    points,
    isPraise: points === 0,
  }));
  const points = { apresentacao: 1.8, 'aspecto-1': 7, 'aspecto-2': 6.5 };
  const comment = 'Letra legível e margens boas. Cite uma fonte em cada aspecto.';
  return { ...emptyCorrection, points, marks, languageErrors: 3, comment };
}

type People = { teacher: SessionUser; student: SessionUser; classmates: readonly SessionUser[] };

/**
 * Three themes of the student's exam, and essays in every state: being written, waiting, being read, returned and
 * rewritten; two of them were written by hand and photographed.
 */
export async function sampleEssays(deps: Deps, { teacher, student, classmates }: People): Promise<void> {
  const now = deps.clock.now().getTime();
  const ago = (days: number) => silentDepsAt(deps, new Date(now - days * DAY_MS));
  const examId = (await followedExam(deps.db, student.id, dayOf(deps.clock.now())))?.id ?? null;
  const [cameraTheme, trafficTheme, searchTheme] = [
    await sampleTheme(ago(30), teacher, 'Câmeras corporais na polícia militar', { ...cameras, examId }, KEYS[0]),
    await sampleTheme(
      ago(14),
      teacher,
      'Trânsito seguro: educação, fiscalização e escolha',
      { ...traffic, examId },
      KEYS[1],
    ),
    await sampleTheme(ago(6), teacher, 'Fundada suspeita na busca pessoal', { ...search, examId }, KEYS[2]),
  ];
  const hand = async (person: SessionUser, themeId: number, text: string, days: number) => {
    const { made: essay } = await begin(ago(days + HOUR_MS / DAY_MS), person, themeId, { isTimed: false });
    return deliver(ago(days), person, essay.id, { text, revision: essay.revision });
  };
  const handPage = async (person: SessionUser, themeId: number, text: string, days: number) => {
    const { made: essay } = await begin(ago(days + HOUR_MS / DAY_MS), person, themeId, { isTimed: false });
    const { made } = await addPages(ago(days), person, essay.id, { fields: {}, file: await pagePicture(text) });
    const lines = essayLines(text, essay.theme.lineWidth).length;
    return deliverPages(ago(days), person, essay.id, { pageIds: made.pages.map(({ id }) => id), lines });
  };
  const giveBack = async (essayId: number, correction: Correction, days: number) => {
    const { revision } = await lease(ago(days), teacher, essayId);
    await returnToStudent(ago(days), teacher, essayId, { correction, revision });
  };

  const first = await hand(student, cameraTheme, cameraEssays[0], 20);
  await giveBack(first.id, cameraCorrection(cameraEssays[0], firstPoints), 18);
  const second = await hand(student, cameraTheme, rewrittenCameraEssay, 16);
  await giveBack(second.id, cameraCorrection(rewrittenCameraEssay, secondPoints), 14);
  const photo = await handPage(student, trafficTheme, trafficEssay, 10);
  await giveBack(photo.id, trafficCorrection(), 8);
  await hand(student, trafficTheme, trafficEssay, 1);
  const { made: draft } = await begin(ago(0.5), student, searchTheme, { isTimed: false });
  await save(ago(0.5), student, draft.id, { text: searchDraft, revision: draft.revision });

  for (const [index, mate] of classmates.slice(0, 8).entries()) {
    const text = index === 7 ? shortCameraEssay : (cameraEssays[index % cameraEssays.length] ?? cameraEssays[0]);
    const days = index < 3 ? 12 - index : (8 - index) * 0.6;
    const essay = await (index === PHOTO_MATE ? handPage : hand)(mate, cameraTheme, text, days);
    if (index < 3) await giveBack(essay.id, cameraCorrection(text, firstPoints), days - 2);
    if (index === 3) {
      const { revision } = await lease(ago(0), teacher, essay.id);
      const correction = { ...emptyCorrection, points: { tema: 4 }, comment: 'Boa abertura.' };
      await saveCorrection(ago(0), teacher, essay.id, { correction, revision });
    }
  }
  await markEssayThemes(deps.db, teacher.id);
}

async function sampleTheme(
  deps: Deps,
  teacher: SessionUser,
  title: string,
  change: Partial<ThemeDraft>,
  creationKey: string,
): Promise<number> {
  const { made: theme } = await addTheme(deps, teacher, { title, kind: change.kind ?? 'essay', creationKey });
  const saved = await saveDraft(deps, teacher, theme.id, {
    draft: { ...theme.draft, ...change },
    revision: theme.revision,
  });
  await publish(deps, teacher, theme.id, saved.revision);
  return theme.id;
}

export const markEssayThemes = (db: Db | Tx, teacherId: string) => markSampleThemes(db, teacherId);

/** In the removal's transaction, once the people of the sample are gone. Themes that real students use stay. */
export async function removeSampleThemes(tx: Tx): Promise<void> {
  for (const id of await deleteSampleThemes(tx)) {
    await removeEntry(tx, 'essayTheme', id);
    await removeEntry(tx, 'teacherEssayTheme', id);
  }
}
