import { sql } from 'kysely';
import type { ExamRules } from '#contract/exams/exam-rules.ts';
import type { School } from '../school.ts';

type Closed = {
  id: number;
  total: number;
  correct: number;
  score: number;
  passed: boolean;
  passingScore: number;
  rules: ExamRules | null;
  chosen: (number | null)[];
  right: number[];
  annulled: boolean[];
};

/** The points by the rules that simulated exams have: one weight for all, no minimum per subject. */
function passesBy(rules: ExamRules, counts: Record<'right' | 'wrong' | 'blank' | 'annulled', number>, mark: number) {
  const standing = counts.right + counts.wrong + counts.blank;
  const all = standing + counts.annulled;
  const earned = counts.right * rules.right + counts.wrong * rules.wrong + counts.blank * rules.blank;
  const points = {
    point: earned + counts.annulled * rules.right,
    dropped: earned,
    pro_rata: (earned * all) / standing,
  };
  const isAllAnnulled = standing === 0 && rules.annulment === 'pro_rata';
  const reached = isAllAnnulled ? all * rules.right : points[rules.annulment];
  const most = (rules.annulment === 'dropped' ? standing : all) * rules.right;
  const line = rules.passLine ?? Math.ceil(mark * most) / 100;
  const rounded = Math.round(reached * 100) / 100;
  return rounded >= line && rounded >= (rules.totalMinimum ?? Number.NEGATIVE_INFINITY);
}

/** LAW: every stored result equals a grading from scratch, by the stored answers, the key and the annulments. */
export async function resultsLaw({ reader }: School): Promise<string[]> {
  const { rows } = await sql<Closed>`
    SELECT a.id, a.total_questions AS total, a.correct_answers AS correct, a.score, a.passed,
      a.passing_score AS "passingScore", v.rules,
      array_agg(q.option_id ORDER BY q.position) AS chosen,
      array_agg((SELECT o.id FROM options o WHERE o.question_version_id = q.question_version_id AND o.is_correct)
        ORDER BY q.position) AS right,
      array_agg(questions.status = 'annulled' ORDER BY q.position) AS annulled
    FROM attempts a
    JOIN quiz_versions v ON v.id = a.quiz_version_id
    JOIN attempt_questions q ON q.attempt_id = a.id
    JOIN questions ON questions.id = q.question_id
    WHERE a.closed_at IS NOT NULL GROUP BY a.id, v.id`.execute(reader);
  return rows.flatMap((attempt) => {
    const counts = { right: 0, wrong: 0, blank: 0, annulled: 0 };
    for (const [at, option] of attempt.chosen.entries()) {
      if (attempt.annulled[at]) counts.annulled += 1;
      else if (option === null) counts.blank += 1;
      else if (option === attempt.right[at]) counts.right += 1;
      else counts.wrong += 1;
    }
    const total = attempt.chosen.length;
    const correct = counts.right + counts.annulled;
    const expected = {
      total,
      correct,
      score: Math.floor((correct * 10) / total + 0.5),
      passed: attempt.rules
        ? passesBy(attempt.rules, counts, attempt.passingScore)
        : correct * 100 >= attempt.passingScore * total,
    };
    const stored = { total: attempt.total, correct: attempt.correct, score: attempt.score, passed: attempt.passed };
    return JSON.stringify(stored) === JSON.stringify(expected)
      ? []
      : [
          `attempt ${attempt.id} is stored as ${JSON.stringify(stored)}, graded again it is ${JSON.stringify(expected)}`,
        ];
  });
}
