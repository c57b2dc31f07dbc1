/** A question of the sample: options with their comments, and the letter of the right one. */
export type SampleQuestion = {
  subject: string;
  topic: string;
  questionText: string;
  comment: string;
  options: [optionText: string, comment: string][];
  right: 'A' | 'B' | 'C' | 'D' | 'E';
};

export type SampleQuiz = {
  /** Fixed, so that loading the sample twice adds nothing. */
  creationKey: string;
  title: string;
  description: string;
  timeLimit: number;
  passingScore: number;
  questions: SampleQuestion[];
};
