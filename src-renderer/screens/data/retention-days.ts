/** Computes retention choices, the words for a change, and the command that restores a copy. Pure. */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import type { BackupCopy } from '../../../src-shared/domain/store-condition.ts';
import { daysText, eventsText } from '../../../src-shared/words/store-words.ts';

export type RetentionDays = StoreReport['keepDays'];
export type RetentionClass = keyof RetentionDays;

const DAY_OPTIONS = [1, 7, 30, 90, 180, 365, 730, 1_825, 3_650];

export function dayOptions(...extraDays: readonly number[]): { value: string; name: string }[] {
  const days = [...new Set([...DAY_OPTIONS, ...extraDays])].toSorted((one, other) => one - other);
  return days.map((value) => ({ value: String(value), name: daysText(value) }));
}

export function isDifferent(edited: RetentionDays, saved: RetentionDays): boolean {
  return retentionClasses.some((retentionClass) => edited[retentionClass] !== saved[retentionClass]);
}

/** True if the change would remove stored data, so the user must see that before saving. */
export function isShorter(edited: RetentionDays, saved: RetentionDays): boolean {
  return retentionClasses.some((retentionClass) => edited[retentionClass] < saved[retentionClass]);
}

/** @param removable null while it is being counted or if counting failed */
export function removalWords(edited: RetentionDays, saved: RetentionDays, removable: number | null): string {
  if (!isShorter(edited, saved)) return 'Nothing is removed.';
  const ofEvents = eventClasses.some((retentionClass) => edited[retentionClass] < saved[retentionClass]);
  const events = ofEvents ? [removedEventsWords(removable)] : [];
  const searches =
    edited.searches < saved.searches
      ? [`Search results are removed ${daysText(edited.searches)} after they were last run.`]
      : [];
  return [...events, ...searches].join(' ');
}

function removedEventsWords(removable: number | null): string {
  if (removable === null) return 'Older events are removed within the hour.';
  if (removable === 0) return 'No stored event is old enough to be removed.';
  return `At most ${eventsText(removable)} ${removable === 1 ? 'is' : 'are'} removed within the hour; only a copy can bring them back.`;
}

const eventClasses = ['failures', 'successes', 'heartbeats'] as const satisfies readonly RetentionClass[];
const retentionClasses = [...eventClasses, 'searches'] as const satisfies readonly RetentionClass[];

/** `DIR/profiles/ID/backups/NAME.db`: the path at which a store keeps its copies. */
const BACKUP_PATH = /^(.+)[/\\]profiles[/\\]([a-z0-9-]+)[/\\]backups[/\\][^/\\]+\.db$/;

export function restoreCommand({ path }: Pick<BackupCopy, 'path'>): string {
  const [, dataDir, id] = BACKUP_PATH.exec(path) ?? [];
  const commandOptions =
    dataDir === undefined || id === undefined ? '' : ` --data-dir ${shellQuoted(dataDir)} --profile ${id}`;
  return `watchfloor restore${commandOptions} --from ${shellQuoted(path)}`;
}

/** Quotes for PowerShell and cmd if the path starts with a drive, otherwise for a POSIX shell. */
function shellQuoted(path: string): string {
  if (/^[\w./:@%+=,-]+$/.test(path)) return path;
  return /^(?:[a-z]:|\\\\)/i.test(path) ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
