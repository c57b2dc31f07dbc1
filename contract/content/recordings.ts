import * as z from 'zod/mini';
import { binary, endpoint, redirect } from '#contract/endpoint.ts';
import { RECORDING_TITLE_MAX } from '#contract/limits.ts';
import { instant, requiredText, stored, text } from '#contract/shapes.ts';
import { recordingSlot } from './lessons.ts';

/** How far the sizes for the web are. Whatever it says, the recording can be played. */
export const recordingStates = ['waiting', 'working', 'ready', 'plain', 'failed'] as const;

export const recording = z.object({
  ...recordingSlot.shape,
  title: z.string(),
  bytes: z.number(),
  durationSeconds: z.nullable(z.number()),
  state: stored(z.enum(recordingStates), 'plain'),
  hasCaptions: z.boolean(),
  /** Signed, for this person and some hours, as all addresses here. */
  posterUrl: z.nullable(z.string()),
  /** The smallest first; the last is the file as it came. */
  sources: z.array(z.object({ url: z.string(), mimeType: z.string(), height: z.nullable(z.number()) })),
  createdAt: instant,
});
export type Recording = z.output<typeof recording>;

/** The name of a file without its ending is a title to begin with. */
export const recordingTitle = (name: string): string =>
  name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f<>]/g, ' ')
    .replace(/\.(mp4|m4v|webm|mp3)$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, RECORDING_TITLE_MAX)
    .toWellFormed() || 'Vídeo';

export const recordingUpload = z.object({
  id: z.uuid(),
  title: z.string(),
  bytes: z.number(),
  received: z.number(),
  expiresAt: instant,
});
export type RecordingUpload = z.output<typeof recordingUpload>;

const seconds = z.number().check(z.gte(0), z.lte(86_400));

export const listRecordings = endpoint({
  method: 'GET',
  path: '/api/articles/:id/recordings',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: "A lesson's own videos and recordings with signed addresses, and where one stopped in each of its videos.",
  response: z.object({
    recordings: z.array(recording),
    /** By the video's address in the lesson. */
    positions: z.array(z.object({ video: z.string(), seconds: z.number() })),
  }),
});

export const keepPlayback = endpoint({
  method: 'PUT',
  path: '/api/articles/:id/playback',
  access: 'signedIn',
  needsAccess: 'lesson',
  comesFirst: true,
  summary: 'Keeps where one stopped in a video of the lesson, named by its address there.',
  body: z.object({ video: text(500), seconds }),
});

export const openRecording = endpoint({
  method: 'GET',
  path: '/api/recordings/:id',
  access: 'signedIn',
  needsAccess: true,
  errors: ['not_bought'],
  summary: 'Leads to the file of a recording, for those who may read its lesson.',
  response: redirect,
});

/** What of a recording an address opens. */
export const recordingVariants = ['original', 'poster', '480', '720'] as const;

export const getRecordingFile = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/file',
  access: 'signedIn',
  needsAccess: true,
  errors: ['not_bought'],
  summary: 'A file by its signed address, for the person it was signed for and until its time; with ranges.',
  query: z.object({
    part: z.enum(recordingVariants),
    until: z.string().check(z.regex(/^\d{1,12}$/)),
    sign: z.string().check(z.regex(/^[\w-]{43}$/)),
  }),
  response: binary,
  alsoAnswers: [206],
});

export const changeRecording = endpoint({
  method: 'PATCH',
  path: '/api/recordings/:id',
  access: 'author',
  summary: 'Names a recording anew.',
  body: z.object({ title: requiredText(RECORDING_TITLE_MAX, 'Escreva o título.') }),
});

export const removeRecording = endpoint({
  method: 'DELETE',
  path: '/api/recordings/:id',
  access: 'author',
  summary: 'Takes a recording away, with all its sizes.',
});

const uploadParams = z.object({ id: z.uuid() });

export const listRecordingUploads = endpoint({
  method: 'GET',
  path: '/api/articles/:id/recording-uploads',
  access: 'author',
  summary: "One's own files on their way into a lesson.",
  response: z.array(recordingUpload),
});

export const beginRecordingUpload = endpoint({
  method: 'POST',
  path: '/api/articles/:id/recording-uploads',
  access: 'author',
  errors: ['too_many_recordings'],
  summary:
    'Begins an upload by tus 1.0.0 (Upload-Length, and filename in Upload-Metadata); Location names it. MP4, WebM and MP3.',
  response: recordingUpload,
  alsoAnswers: [201],
});

export const getRecordingUpload = endpoint({
  method: 'GET',
  path: '/api/recording-uploads/:id',
  access: 'author',
  summary: 'How much of an upload is here (also as Upload-Offset, and to HEAD).',
  params: uploadParams,
  response: recordingUpload,
});

export const sendRecordingPiece = endpoint({
  method: 'PATCH',
  path: '/api/recording-uploads/:id',
  access: 'author',
  errors: ['upload_conflict', 'too_many_recordings'],
  summary: 'Sends the next bytes of an upload, from Upload-Offset on; the last ones make it a recording.',
  params: uploadParams,
  bodyType: 'pieces',
  response: binary,
  alsoAnswers: [204],
});

export const abandonRecordingUpload = endpoint({
  method: 'DELETE',
  path: '/api/recording-uploads/:id',
  access: 'author',
  summary: 'Gives an upload up.',
  params: uploadParams,
  response: binary,
  alsoAnswers: [204],
});
