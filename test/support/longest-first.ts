import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of `test` whose files start processes or wait for them, the longest last. */
const LONG_FOLDERS = ['real', 'faults', 'journeys', 'packed'];

/**
 * Starts the files in these folders first, so that no long file starts when the other workers are nearly done. Vitest
 * itself knows only the sizes of the files on a clean checkout.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the name is that of Vitest
    const bySize = await super.sort(files);
    const { root } = this.ctx.config;
    const rank = ({ moduleId }: TestSpecification) =>
      LONG_FOLDERS.indexOf(relative(root, moduleId).split(sep)[1] ?? '');
    return bySize.toSorted((one, other) => rank(other) - rank(one));
  }
}
