/** An uncounted number is unknown, never zero. Paths may be hostile: the caller makes them safe to show. */
import type { StoreIncident } from '../domain/store-condition.ts';

export function counted(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function eventsText(count: number): string {
  return counted(count, 'event');
}

export function rowsText(count: number): string {
  return counted(count, 'row');
}

/** Shared and created on first use: the first use of Intl takes 10 ms, and `toLocaleString` makes one per call. */
let numberFormat: Intl.NumberFormat | undefined;

export function numberText(count: number): string {
  numberFormat ??= new Intl.NumberFormat('en-GB');
  return numberFormat.format(count).replace('-', '−');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.9 GB` in decimal units: 1 kB is 1 000 bytes. */
export function sizeText(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  // 999.96 kB would be shown as 1000.0 kB.
  if (step > 0 && step < UNITS.length - 1 && value >= 999.95) return `1.0 ${UNITS[step + 1]}`;
  return `${step === 0 ? value : value.toFixed(1)} ${UNITS[step]}`;
}

/** Formats a share from 0 to 1, rounded down so that 100 % means complete. */
export function percentText(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}

export function incidentWords({ kind, movedTo }: StoreIncident): string {
  const movedText =
    movedTo === null ? 'None of the old files were left.' : `Nothing was deleted: the old files are in ${movedTo}.`;
  const restText = movedTo === null ? '' : ` The remaining files are in ${movedTo}.`;
  const words: Readonly<Record<StoreIncident['kind'], string>> = {
    damaged: `The files of the stored events were damaged, and a new store was created. ${movedText}`,
    lost: `The file of the stored events was gone or empty, and a new store was created.${restText}`,
    vanished: `The files of the stored events were deleted or replaced while Watchfloor was writing them, and a new store was created.${restText}`,
    'events-missing':
      'Stored events are missing: a file beside the database may have been lost, or an older copy put back. The rest of the store is intact.',
    'texts-damaged': `Received texts were damaged on the disk. They are marked as damaged.${movedTo === null ? '' : ` A copy of the store as it was found is in ${movedTo}.`}`,
  };
  return words[kind];
}

/** Describes the repair so far in one sentence. Never reports a partial repair as complete. */
export function repairWords({ saved, missing, mending }: StoreIncident): string {
  if (mending.kind === 'running')
    return `Restoring readable events: ${eventsText(saved)} so far (${percentText(mending.share)}).`;
  const were = saved === 0 ? 'Nothing could be' : `${eventsText(saved)} ${saved === 1 ? 'was' : 'were'}`;
  if (missing === null) return `${were} restored; the number of missing events is unknown.`;
  if (missing > 0) return `${were} restored, ${numberText(missing)} could not be found.`;
  return saved === 0 ? 'No event is missing.' : `${were} restored, none is missing.`;
}

export function incidentAdvice({ kind, missing, mending, movedTo }: StoreIncident): string {
  if (mending.kind === 'running') return 'Watching continues, and new events are stored.';
  const incomplete = missing === null || missing > 0;
  const disk = kind === 'damaged' || kind === 'texts-damaged' ? 'Check the disk.' : 'Find out what removed the files.';
  if (!incomplete) return disk;
  const keep = movedTo === null ? '' : ' Keep the old files until you are sure.';
  return `${disk}${keep} If you have a copy elsewhere, “watchfloor restore” restores its events.`;
}

export function daysText(days: number): string {
  if (days === 1) return '1 day';
  if (days % 365 !== 0) return `${numberText(days)} days`;
  return days === 365 ? '1 year' : `${days / 365} years`;
}

/** Reason of a failed backup. @param reason code and problem from the store condition */
export function backupReasonWords(reason: string): string {
  return BACKUP_REASONS.get(reason) ?? 'Unknown error; see the log.';
}

const NO_ROOM = 'There was not enough space for it on the disk; free some.';
const DISK_ERROR = 'The disk reported an error; check it.';
const FILES_CHANGED = 'The store files were missing or replaced during the copy; find out what changed them.';

const BACKUP_REASONS: ReadonlyMap<string, string> = new Map([
  ['BACKUP_UNUSABLE no-room', NO_ROOM],
  ['STORE_UNWRITABLE full', NO_ROOM],
  [
    'BACKUP_UNUSABLE damaged',
    'The copy was not the same as the store when it was read again, and was deleted; check the disk.',
  ],
  ['STORE_UNWRITABLE folder', 'Something else is in the place of the copies folder; move it away.'],
  ['STORE_UNWRITABLE not-a-file', 'A folder, a link or a pipe is in the place of a file of the store; move it away.'],
  ['STORE_UNWRITABLE forbidden', 'This user may not write to the copies folder.'],
  ['STORE_UNWRITABLE locked', 'Another program has locked the store; close it, or wait until it finishes.'],
  ['STORE_UNWRITABLE disk-error', DISK_ERROR],
  ['STORE_UNWRITABLE not-durable', DISK_ERROR],
  ['STORE_DAMAGED', 'The store could not be read to its end; check the disk for damage.'],
  ['STORE_FOREIGN', FILES_CHANGED],
  ['STORE_TOO_NEW', FILES_CHANGED],
  ['NO_STORE no-file', FILES_CHANGED],
  ['NO_STORE not-set-up', FILES_CHANGED],
  ['STORE_LOST', 'The copying process ended early; check memory and disk.'],
]);
