import { endpoints } from '#contract/index.ts';
import { answerEach } from '#server/work/answer-each.ts';
import { apiPage } from './api-page.ts';
import { openApi } from './openapi.ts';

export type ApiDocuments = { json: string; page: string };

answerEach(
  (schoolName: string): ApiDocuments => ({
    json: JSON.stringify(openApi(endpoints, { schoolName })),
    page: apiPage(endpoints, { schoolName }),
  }),
);
