import { answerEach } from '#server/work/answer-each.ts';
import { decodeText } from './decode.ts';
import { embeddedFiles } from './moodle-read.ts';
import { isMoodleXml } from './moodle-xml.ts';
import { FileRefused } from './question-file.ts';
import { type FileSource, type ReadingRules, readQuestionFile } from './read-file.ts';

/** Two tasks: first the pictures inside a file, then its questions, which refer to the stored pictures. */
export type FileTask =
  | { task: 'pictures'; bytes: Uint8Array }
  | { task: 'questions'; source: FileSource; rules: ReadingRules };

function picturesOf(bytes: Uint8Array) {
  const text = decodeText(bytes);
  return isMoodleXml(text) ? embeddedFiles(text) : [];
}

answerEach((task: FileTask) => {
  try {
    if (task.task === 'pictures') return { pictures: picturesOf(task.bytes) };
    return { file: readQuestionFile(task.source, task.rules) };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
});
