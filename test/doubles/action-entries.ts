import type { ActionEntry } from '../../src-shared/domain/cases/action.ts';
import { eidKey } from './case-states.ts';

export function anActionEntry(number: number, changes: Partial<ActionEntry> = {}): ActionEntry {
  return {
    id: `action-${number.toString().padStart(4, '0')}`,
    at: number * 1_000,
    author: { id: 'p1', name: 'Ines' },
    subjects: [eidKey(number)],
    what: { kind: 'note' },
    text: `note ${number}`,
    ...changes,
  };
}
