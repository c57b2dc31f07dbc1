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
  subjects: (number | null)[];
};

type Counts = Record<'right' | 'wrong' | 'blank' | 'annulled', number>;

/** A subject's points and the most it can give. Where all its questions are annulled, `pro_rata` gives them all. */
function pointsOf(rules: ExamRules, { right, wrong, blank, annulled }: Counts): { reached: number; most: number } {
  const standing = right + wrong + blank;
  const all = standing + annulled;
  const earned = right * rules.right + wrong * rules.wrong + blank * rules.blank;
  const proRata = standing === 0 ? all * rules.right : (earned * all) / standing;
  const points = { point: earned + annulled * rules.right, dropped: earned, pro_rata: proRata }[rules.annulment];
  const rounded = (Math.sign(points) * Math.floor(Math.abs(points) * 100 + 0.5 + 1e-9)) / 100;
  return { reached: rounded, most: (rules.annulment === 'dropped' ? standing : all) * rules.right };
}

/** By the rules that simulated exams have: one weight for all, no minimum per subject. Each subject is rounded. */
function passesBy(rules: ExamRules, subjects: readonly Counts[], mark: number): boolean {
  const points = subjects.map((counts) => pointsOf(rules, counts));
  const most = points.reduce((sum, one) => sum + one.most, 0);
  const reached = Math.round(points.reduce((sum, one) => sum + one.reached, 0) * 100) / 100;
  const line = rules.passLine ?? Math.ceil(Math.round(mark * most * 1e6) / 1e6) / 100;
  return reached >= line && reached >= (rules.totalMinimum ?? Number.NEGATIVE_INFINITY);
}

/** LAW: every stored result equals a grading from scratch, by the stored answers, the key and the annulments. */
export async function resultsLaw({ reader }: School): Promise<string[]> {
  const { rows } = await sql<Closed>`
    SELECT a.id, a.total_questions AS total, a.correct_answers AS correct, a.score, a.passed,
      a.passing_score AS "passingScore", v.rules,
      array_agg(q.option_id ORDER BY q.position) AS chosen,
      array_agg((SELECT o.id FROM options o WHERE o.question_version_id = q.question_version_id AND o.is_correct)
        ORDER BY q.position) AS right,
      array_agg(questions.status = 'annulled' ORDER BY q.position) AS annulled,
      array_agg(questions.subject_id ORDER BY q.position) AS subjects
    FROM attempts a
    JOIN quiz_versions v ON v.id = a.quiz_version_id
    JOIN attempt_questions q ON q.attempt_id = a.id
    JOIN questions ON questions.id = q.question_id
    WHERE a.closed_at IS NOT NULL GROUP BY a.id, v.id`.execute(reader);
  return rows.flatMap((attempt) => {
    const bySubject = new Map<number | null, Counts>();
    for (const [at, option] of attempt.chosen.entries()) {
      const subject = attempt.subjects[at] ?? null;
      const counts = bySubject.get(subject) ?? { right: 0, wrong: 0, blank: 0, annulled: 0 };
      bySubject.set(subject, counts);
      if (attempt.annulled[at]) counts.annulled += 1;
      else if (option === null) counts.blank += 1;
      else if (option === attempt.right[at]) counts.right += 1;
      else counts.wrong += 1;
    }
    const counts = [...bySubject.values()];
    const total = attempt.chosen.length;
    const correct = counts.reduce((sum, { right, annulled }) => sum + right + annulled, 0);
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
