/**
 * Loads every module of the server, so that Node writes their compiled code to NODE_COMPILE_CACHE when this process
 * ends. The installation of a release and the build of the image run it: the starts then compile nothing.
 */
await import('#server/db/open-database.ts');
await import('#server/run.ts');
