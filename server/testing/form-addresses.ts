import { attachToCourse, attachToLesson } from '#contract/content/attachments.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Db } from '#server/db/handle.ts';
import { addressOf, missingParams } from './endpoints.ts';
import { createCourse, createLesson } from './study.ts';

/**
 * The addresses of calls for tests of their bodies. Some calls look up their target before they read the body: such a
 * body is only reached when the target exists.
 */
export async function addressesOfForms(db: Db): Promise<(spec: EndpointSpec) => string> {
  const places = new Map<EndpointSpec, number>([
    [attachToLesson, await createLesson(db, 'Aula com anexos')],
    [attachToCourse, await createCourse(db)],
  ]);
  return (spec) => {
    const id = places.get(spec);
    return addressOf(spec, id === undefined ? missingParams(spec) : { id: String(id) });
  };
}
