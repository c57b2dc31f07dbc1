import type { Feature } from '#server/feature.ts';
import { questionCommentRoutes } from './question-comments.routes.ts';

export const questionComments: Feature = { routes: [questionCommentRoutes] };
