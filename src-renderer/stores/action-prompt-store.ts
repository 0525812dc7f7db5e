import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Author, MuteEnd } from '../../src-shared/domain/cases/action.ts';
import type { CaseKey, CauseKey } from '../../src-shared/domain/cases/case-keys.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';

/** Actions that ask for a text or a time first. */
export type PromptedAction = 'note' | 'done' | 'mute';

export interface ActionTarget {
  readonly subjects: readonly (CaseKey | CauseKey)[];
  readonly count: number;
  readonly name: string;
  /** The name is only a number, such as "3 cases". */
  readonly isCounted?: boolean;
  /** Distinct owners; null if some cases are unassigned. */
  readonly owners: readonly (Author | null)[];
  readonly mute: MuteEnd | null;
  readonly isOpen: boolean;
  readonly canReopen: boolean;
}

/** Keeps the target as it was, when the pane that asked changes or closes. */
export interface ActionPrompt {
  readonly watch: WatchId;
  readonly action: PromptedAction;
  readonly target: ActionTarget;
}

export type ActionPromptStore = StoreApi<{ readonly prompt: ActionPrompt | null }>;

export function createActionPromptStore(): ActionPromptStore {
  return createStore(() => ({ prompt: null }));
}
