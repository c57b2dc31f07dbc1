/** What a file belongs to. */
export type Place = { kind: 'lesson' | 'course'; id: number };
