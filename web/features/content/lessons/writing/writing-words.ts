import type { LessonDraft, LessonPresence, PublishFault } from '#contract/content/lesson-drafts.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';

type Saving = { isSaving: boolean; isDirty: boolean; isOnline: boolean; fault: string | null; savedAt: string | null };

/** Where the text is stored, in a few words: 'Salvo às 20:58'. */
export function savingWords({ isSaving, isDirty, isOnline, fault, savedAt }: Saving): string {
  if (isSaving) return 'Salvando…';
  if (isDirty && !isOnline) return 'Sem conexão: guardado neste aparelho';
  if (isDirty && fault !== null) return `Não salvo: ${fault}`;
  if (isDirty) return 'Há texto não salvo';
  return savedAt === null ? '' : `Salvo às ${formatTime(savedAt)}`;
}

export type DraftState = { label: string; tone: 'plain' | 'ok' | 'info' | 'bad' };

/** What students see of it. */
export function draftStateOf(
  draft: Pick<LessonDraft, 'publishAt' | 'publishFault' | 'isPublished' | 'isChanged'>,
): DraftState {
  if (draft.publishFault) return { label: 'Não foi publicada', tone: 'bad' };
  if (draft.publishAt) return { label: `Agendada: ${formatDateTime(draft.publishAt)}`, tone: 'info' };
  if (!draft.isPublished) return { label: 'Rascunho', tone: 'plain' };
  return draft.isChanged ? { label: 'Alterações não publicadas', tone: 'plain' } : { label: 'Publicada', tone: 'ok' };
}

export const faultWords: Record<PublishFault, string> = {
  incomplete: 'Na hora marcada faltava o título, o conteúdo ou a matéria. Complete a aula e publique.',
  changed_meanwhile:
    'Na hora marcada a aula publicada já era outra: alguém a alterou depois que este texto começou. Compare as versões e publique.',
};

/** 'Rita Lima também está com esta aula aberta.' */
export function othersWords(others: LessonPresence['others']): string | null {
  const names = others.map(({ name, isMe }) => (isMe ? 'Você, em outra janela,' : name));
  const [first] = names;
  if (first === undefined) return null;
  if (names.length === 1) return `${first} também está com esta aula aberta.`;
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)} também estão com esta aula aberta.`;
}

/** What should be checked before students read it. */
export function imagesWithoutDescription(html: string): number {
  return [...html.matchAll(/<img\b[^<>]*>/g)].filter(([tag]) => !/\balt="[^"]+"/.test(tag)).length;
}
