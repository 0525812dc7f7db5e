import { openTarget, type TargetSpec } from '../../adapters/sqlite/targets.ts';
import type { CallTarget } from '../../adapters/sqlite/threads/remote.ts';
import { openProjectingCaseWriter } from './projecting-case-writer.ts';

/** Opens what a thread serves. The target that writes cases also runs their projection, which is a part of the core. */
export function openDatabaseTarget(spec: TargetSpec, emit: (value: unknown) => void): CallTarget {
  return spec.kind === 'case-writer' ? openProjectingCaseWriter(spec, emit, fail) : openTarget(spec, emit);
}

/** Throws outside any try block, so that the thread dies. Its owner logs the error and starts the thread again. */
function fail(failure: unknown): void {
  setImmediate(() => {
    throw failure;
  });
}
