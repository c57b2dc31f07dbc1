/** Different questions of the exam's topics that a student must have answered before a score is shown. */
export const QUESTIONS_NEEDED = 60;
/** A topic with fewer different questions is not known. */
export const TOPIC_QUESTIONS_NEEDED = 3;
/** The share of the exam's points that known topics must hold. */
const SHARE_NEEDED = 0.6;

/** A line of the syllabus: its points, and how many different questions of it the student has answered. */
type EvidenceLine = { of: number; answers: number };

type Missing = {
  /** More different questions that it takes until a score can be shown; 0 where it can. */
  missing: number;
  /** Among them, what known topics lack: how many more topics, and how many questions in them. */
  missingTopics: number;
  missingInTopics: number;
};

/** What is missing until there is enough evidence for a score. Topics are completed in the order that takes fewest questions. */
export function missingEvidence(lines: readonly EvidenceLine[]): Missing {
  const asked = lines.filter(({ of }) => of > 0);
  const all = asked.reduce((sum, { of }) => sum + of, 0);
  if (all === 0) return { missing: QUESTIONS_NEEDED, missingTopics: 0, missingInTopics: 0 };
  const lacking = ({ answers }: EvidenceLine) => Math.max(0, TOPIC_QUESTIONS_NEEDED - answers);
  const answers = asked.reduce((sum, line) => sum + line.answers, 0);
  let known = asked.reduce((sum, line) => sum + (lacking(line) === 0 ? line.of : 0), 0);
  let [missingTopics, missingInTopics] = [0, 0];
  const byPrice = asked
    .filter((line) => lacking(line) > 0)
    .toSorted((a, b) => lacking(a) / a.of - lacking(b) / b.of || b.of - a.of);
  for (const line of byPrice) {
    // Sums of fractions: a share that is met must not miss by a rounding error.
    if (known >= all * SHARE_NEEDED - 1e-9) break;
    known += line.of;
    missingTopics += 1;
    missingInTopics += lacking(line);
  }
  return { missing: Math.max(0, QUESTIONS_NEEDED - answers, missingInTopics), missingTopics, missingInTopics };
}
