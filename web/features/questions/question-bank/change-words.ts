import type { ChangedField, LeftReason } from '#contract/questions/question-changes.ts';

export const fieldWords: Record<ChangedField, string> = {
  subject: 'matéria',
  topic: 'assunto',
  source: 'banca',
  year: 'ano',
  difficulty: 'dificuldade',
  status: 'situação',
  tags: 'etiquetas',
};

export const leftWords: Record<LeftReason, string> = {
  not_yours: 'é de outro professor',
  annulled: 'está anulada',
  changed: 'foi alterada depois',
  used: 'já está em uso',
  deleted: 'foi excluída',
  subject_gone: 'a matéria de antes não existe mais',
  too_many_tags: 'ficaria com etiquetas demais',
};
