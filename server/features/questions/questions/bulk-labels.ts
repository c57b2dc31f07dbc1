import type { QuestionStatus } from '#contract/question-status.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';

/** The labels that a bulk change may set. */
export type LabelsOfRow = {
  subjectId: number | null;
  topicId: number | null;
  topic: string;
  source: string;
  year: number | null;
  difficulty: Difficulty | null;
  status: QuestionStatus;
  statusReason: string;
  tags: string[];
};

export type LockedQuestion = LabelsOfRow & { id: number; authorId: string | null; revision: number; excerpt: string };

/** The labels of a question before the change. */
export type Before = Omit<LabelsOfRow, 'tags'> & {
  id: number;
  /** Missing in changes that are older than tags. */
  tags?: string[];
};

/** The labels to set in all questions. Omitted labels stay unchanged. */
export type LabelChange = Partial<Omit<LabelsOfRow, 'topic' | 'tags'>> & {
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** The name of the topic `topicId`. */
  topicName?: string;
};
