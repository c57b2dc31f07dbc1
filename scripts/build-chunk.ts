import type { Rolldown } from 'vite';

/** A file of script that the build wrote. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'isEntry' | 'imports' | 'moduleIds' | 'code' | 'viteMetadata'
>;
