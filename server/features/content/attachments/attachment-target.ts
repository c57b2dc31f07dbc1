/** What a file belongs to. */
export type AttachmentTarget = { kind: 'lesson' | 'course'; id: number };
