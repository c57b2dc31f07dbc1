import { answerEach } from '../../../work/answer-each.ts';
import { FileRefused } from './question-file.ts';
import { readQuestionFile } from './read-file.ts';

answerEach(({ bytes, name }: { bytes: Uint8Array; name: string }) => {
  try {
    return { file: readQuestionFile(bytes, name) };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
});
