import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { addressOf } from './endpoints.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';
import { unzip } from './zip.ts';

/** For tests in which two students do the same, one right and one wrong: the responses they get must not differ. */

/** Calls whose input is unrelated to the answers of students. */
export const unconcerned = [
  // Files that the student has uploaded.
  'getAnkiImport',
  'getEssayPage',
  'getAuthoredCardSet',
  'getProof',
  'getProofPreview',
  'getPaymentByCode',
  'getLesson',
  'getLaw',
  'listLawArticles',
  'getLawArticle',
  'getLawText',
  'listReadArticles',
  'listArticleAnnotations',
  'listLawCitations',
  'listLessonAttachments',
  'listCourseAttachments',
  'getAttachment',
  'listRecordings',
  'openRecording',
  'getRecordingFile',
  'listRecordingUploads',
  'getRecordingUpload',
  'listLessonDoubts',
  'getImage',
  'getTrialImage',
  'getTheme',
  'getEssay',
  'getSitePicture',
  'getRefundFile',
  'getExamTimeDocument',
  'getCaptions',
  'getCaptionFile',
  'verifyCertificate',
];
/** The calendar is the plan under another address, and its secret differs from student to student. */
const elsewhere = ['readPlanFeed', 'metrics'];

export const reads = Object.entries(endpoints).filter(
  ([name, { method, access }]) =>
    method === 'GET' && (access === 'signedIn' || access === 'public') && !elsewhere.includes(name),
);

/** The response without what may differ: its owner, row ids, and the student's choices. */
export function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one, key));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, name)]));
  }
  const isOwn =
    /^(id|.*Id|.*_id|requestId|username|email|text|option_text|path|message|terms.*|.*key.*|through|.*_through)$/.test(
      key,
    );
  return isOwn && (typeof value === 'string' || typeof value === 'number') ? key : value;
}

export async function answerOf(
  test: TestApp,
  person: Person,
  spec: EndpointSpec,
  params: Record<string, string | number>,
) {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  // The query is under the name `?`.
  const url = addressOf(spec, texts) + (texts['?'] ? `?${texts['?']}` : '');
  const reply = await test.request({ method: 'GET', url, as: person });
  const isZip = String(reply.headers['content-type']).startsWith('application/zip');
  const text = isZip ? (unzip(reply.rawPayload)['dados.json']?.toString('utf8') ?? '') : reply.body;
  const isJson = isZip || String(reply.headers['content-type']).includes('json');
  return { status: reply.statusCode, text, body: isJson ? comparable(JSON.parse(text)) : text };
}
