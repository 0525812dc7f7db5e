import { openTarget } from '../../adapters/sqlite/targets.ts';
import type { TargetSpec } from '../../adapters/sqlite/threads/store-clients.ts';
import type { CallTarget } from '../../adapters/sqlite/threads/remote.ts';
import { openProjectorTarget } from './projector-target.ts';

export function openDatabaseTarget(spec: TargetSpec, emit: (value: unknown) => void): CallTarget {
  return spec.kind === 'case-projector' ? openProjectorTarget(spec) : openTarget(spec, emit);
}
