import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFirst, readLongest } from './test-longest.ts';

/** For vitest.config.ts: the order of Vitest, with the long files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return longestFirst(sorted, readLongest(), ({ project, moduleId }) => ({ group: project.name, path: moduleId }));
  }
}
