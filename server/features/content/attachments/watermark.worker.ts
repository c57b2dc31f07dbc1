import { answerEach } from '#server/work/answer-each.ts';
import { watermarkPdf } from './watermark.ts';

answerEach(({ pdf, mark }: { pdf: Uint8Array; mark: string }) => watermarkPdf(pdf, mark));
