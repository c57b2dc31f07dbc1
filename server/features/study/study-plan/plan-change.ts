/** What was said on the day before, or earlier. */
export type SaidDay = {
  examId: number;
  version: number;
  weeklyHours: number;
  /** Topics of that day and of the one after it. */
  topicIds: readonly number[];
  /** What was known of each then, 0 to 1. */
  chances: readonly number[];
};

type NowTopic = { topicId: number; name: string; chance: number; isKnown: boolean; isOpen: boolean };

type Now = {
  examId: number;
  examName: string;
  version: number;
  weeklyHours: number;
  /** The topics of today's plan, in its order. */
  today: readonly number[];
  topics: readonly NowTopic[];
};

/** Below this a moved estimate is no reason. */
const MOVED = 0.05;
const percent = (share: number) => `${Math.round(share * 100)}%`;

/**
 * Why today's plan differs from the one shown before; '' if it does not, or if the difference is only finished work.
 */
export function explainChange(said: SaidDay, now: Now): string {
  if (said.examId !== now.examId) return `Sua prova mudou: o plano agora leva a ${now.examName}.`;
  if (said.version !== now.version) return 'O edital mudou: o plano foi refeito.';
  if (said.weeklyHours !== now.weeklyHours) {
    return `Sua meta mudou para ${now.weeklyHours}h por semana: o plano foi refeito.`;
  }
  const topics = new Map(now.topics.map((topic) => [topic.topicId, topic]));
  const before = new Map(said.topicIds.map((id, at) => [id, said.chances[at] ?? 0]));
  const come = now.today.find((id) => !before.has(id));
  // What was said and is still to be done, but not today.
  const gone = said.topicIds.find((id) => topics.get(id)?.isOpen && !now.today.includes(id));
  const [newer, older] = [topics.get(come ?? 0), topics.get(gone ?? 0)];
  if (!newer || !older) return '';
  const was = before.get(older.topicId) ?? 0;
  if (older.isKnown && older.chance - was >= MOVED) {
    return `${older.name} ficou para depois: a estimativa de acerto subiu de ${percent(was)} para ${percent(older.chance)}. ${newer.name} entrou no lugar.`;
  }
  return `${newer.name} entrou na frente de ${older.name}: agora rende mais pontos por minuto.`;
}
