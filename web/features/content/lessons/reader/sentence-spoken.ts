/** Called at every sentence while the lesson is read aloud. */
export const SENTENCE_SPOKEN = 'lesson-heard';
