import type { Staff } from './people.ts';

/** Calls of the staff that leave one line each, and the line's action and subject. */
const lineOf: Record<string, readonly [action: string, subject: string]> = {
  annulQuestion: ['question.annulled', 'question'],
  deleteBankQuestion: ['question.deleted', 'question'],
  deleteUser: ['user.deleted', 'user'],
  endUserAccess: ['user.access_ended', 'user'],
  setBlockReason: ['user.block_reason', 'user'],
  sendPasswordLink: ['user.password_link', 'user'],
  mergeTopic: ['topic.merged', 'topic'],
  mergeSubject: ['subject.merged', 'subject'],
  deleteLesson: ['lesson.deleted', 'lesson'],
  publishQuiz: ['quiz.published', 'quiz'],
  unpublishQuiz: ['quiz.unpublished', 'quiz'],
  deleteQuiz: ['quiz.deleted', 'quiz'],
  saveWindow: ['quiz.window_set', 'quiz'],
  updateOffer: ['offer.changed', 'offer'],
  deleteOffer: ['offer.deleted', 'offer'],
  deleteCoupon: ['coupon.deleted', 'coupon'],
  takeStatementBack: ['statement.taken_back', 'statement'],
};

/** What the staff asked for: how often it was sent, and whether an answer said that it is done. */
export function rememberedDecisions() {
  const decisions = new Map<string, { tries: number; isDone: boolean; actor: string; action: string; of: string }>();
  return {
    decisions,
    /** Before the call is sent: what dies on the way may still be done. Returns what notes that it was done. */
    ask(call: string, by: Staff, id: string | number | undefined): (isDone: boolean) => void {
      const [action, kind] = lineOf[call] ?? [];
      if (!action || id === undefined) return () => undefined;
      const of = `${kind}:${id}`;
      const key = `${by.id} ${action} ${of}`;
      const known = decisions.get(key) ?? { tries: 0, isDone: false, actor: by.id, action, of };
      decisions.set(key, known);
      known.tries += 1;
      return (isDone) => {
        known.isDone ||= isDone;
      };
    },
  };
}
