/**
 * Loads every module of the server, so that Node writes their compiled code to NODE_COMPILE_CACHE when this process
 * ends. The image runs it when it is built: its starts then compile nothing.
 */
await import('#server/app.ts');
await import('#server/run.ts');
