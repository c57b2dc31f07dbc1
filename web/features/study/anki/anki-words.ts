import type { AnkiImport, AnkiLoss, AnkiRefusal } from '#contract/study/anki.ts';
import { formatNumber, plural } from '#web/lib/format.ts';

/** Why cards stay out. */
export const refusalWords: Readonly<Record<AnkiRefusal, string>> = {
  empty: 'A frente está vazia',
  no_answer: 'Não há resposta no verso',
  no_gap: 'A lacuna não pode ser lida, ou está dentro de uma fórmula',
  too_long: 'O texto passa de 4.000 letras',
  image_occlusion: 'Imagem com áreas escondidas',
  two_pictures: 'As duas faces são só imagem',
  repeated: 'O mesmo cartão aparece antes no arquivo',
};

/** What cards lose. */
export const lossWords: Readonly<Record<AnkiLoss, string>> = {
  sound: 'Som ou vídeo fica de fora',
  extra_picture: 'Só a primeira imagem vem',
  missing_picture: 'A imagem não está no arquivo',
  unusable_picture: 'O formato da imagem não pode ser usado',
  too_many_pictures: 'A imagem passa do limite da sua conta',
  shortened: 'A dica ou a fonte é encurtada',
  tags: 'Há etiquetas longas ou demais',
  restarted: 'Estava em aprendizado, começa de novo',
};

const stateWords: Readonly<Record<AnkiImport['state'], string>> = {
  preview: 'Esperando você',
  running: 'Trazendo',
  done: 'Pronto',
  undoing: 'Desfazendo',
  undone: 'Desfeito',
};

export const importWords = ({ state, isBrokenOff }: Pick<AnkiImport, 'state' | 'isBrokenOff'>): string =>
  state === 'done' && isBrokenOff ? 'Interrompido' : stateWords[state];

export const cardsWords = (count: number): string => plural(count, 'cartão', 'cartões');

/** What the preview promises in one line. */
export function previewWords({ cards, known, scheduled, pictures }: AnkiImport): string {
  const more = [
    known > 0 ? `${formatNumber(known)} você já tem` : '',
    scheduled > 0 ? `${formatNumber(scheduled)} com a memória do Anki` : '',
    pictures > 0 ? `${formatNumber(pictures)} com imagem` : '',
  ].filter(Boolean);
  return `${cardsWords(cards)} no arquivo${more.length > 0 ? `: ${more.join(', ')}` : ''}.`;
}

export const deckName = (name: string): string => name || 'Sem assunto';
