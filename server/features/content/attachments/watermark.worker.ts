import { answerEach } from '#server/work/answer-each.ts';
import { markPdf } from './watermark.ts';

answerEach(({ pdf, mark }: { pdf: Uint8Array; mark: string }) => markPdf(pdf, mark));
