/** For how long something can be kept, what a change means, and the command that brings a copy back. Pure. */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import type { BackupCopy } from '../../../src-shared/domain/store-condition.ts';
import { daysText, eventsText } from '../../../src-shared/words/store-words.ts';

export type RetentionDays = StoreReport['keepDays'];
export type RetentionClass = keyof RetentionDays;

const DAY_OPTIONS = [1, 7, 30, 90, 180, 365, 730, 1_825, 3_650];

/** What can be chosen: round lengths, and the one that the profile says. */
export function dayOptions(...said: readonly number[]): { value: string; name: string }[] {
  const days = [...new Set([...DAY_OPTIONS, ...said])].toSorted((one, other) => one - other);
  return days.map((value) => ({ value: String(value), name: daysText(value) }));
}

export function isDifferent(wanted: RetentionDays, kept: RetentionDays): boolean {
  return keptClasses.some((of) => wanted[of] !== kept[of]);
}

/** Something would go that is stored: to be said before it is decided. */
export function isShorter(wanted: RetentionDays, kept: RetentionDays): boolean {
  return keptClasses.some((of) => wanted[of] < kept[of]);
}

/** @param removable `null`: it is being counted, or nobody could count it */
export function removalWords(wanted: RetentionDays, kept: RetentionDays, removable: number | null): string {
  if (!isShorter(wanted, kept)) return 'Nothing is removed.';
  const ofEvents = eventClasses.some((of) => wanted[of] < kept[of]);
  const events = ofEvents ? [removedEventsWords(removable)] : [];
  const searches =
    wanted.searches < kept.searches
      ? [`What searches brought goes ${daysText(wanted.searches)} after they were last asked.`]
      : [];
  return [...events, ...searches].join(' ');
}

function removedEventsWords(removable: number | null): string {
  if (removable === null) return 'Events that are older than that are removed within the hour.';
  if (removable === 0) return 'Nothing that is stored now is old enough to be removed.';
  return `At most ${eventsText(removable)} ${removable === 1 ? 'is' : 'are'} removed within the hour; a copy alone brings them back.`;
}

const eventClasses = ['failures', 'successes', 'heartbeats'] as const satisfies readonly RetentionClass[];
const keptClasses = [...eventClasses, 'searches'] as const satisfies readonly RetentionClass[];

/** `DIR/profiles/ID/backups/NAME.db`, as a store keeps its copies. */
const BACKUP_PATH = /^(.+)[/\\]profiles[/\\]([a-z0-9-]+)[/\\]backups[/\\][^/\\]+\.db$/;

/** The command that adds to the store what this copy has, for the shell of its computer. */
export function restoreCommand({ path }: Pick<BackupCopy, 'path'>): string {
  const [, dataDir, id] = BACKUP_PATH.exec(path) ?? [];
  const where = dataDir === undefined || id === undefined ? '' : ` --data-dir ${shellQuoted(dataDir)} --profile ${id}`;
  return `watchfloor restore${where} --from ${shellQuoted(path)}`;
}

/** As PowerShell and cmd take a path that begins with a drive, and a POSIX shell any other. */
function shellQuoted(path: string): string {
  if (/^[\w./:@%+=,-]+$/.test(path)) return path;
  return /^(?:[a-z]:|\\\\)/i.test(path) ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
