import type { QuestionStatus } from '#contract/question-status.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';

/** What a change of many questions may set. */
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

/** A question as it was. */
export type Before = Omit<LabelsOfRow, 'tags'> & {
  id: number;
  /** Left out in changes from before there were any. */
  tags?: string[];
};

/** What is set in all of them alike; what is left out stays. */
export type LabelChange = Partial<Omit<LabelsOfRow, 'topic' | 'tags'>> & {
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** The name of the topic that is set. */
  topicName?: string;
};
