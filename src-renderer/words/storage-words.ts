/** Texts for the files in which events are stored. Never claims that everything is stored if it is not. */
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { StoreCondition, StoreIncident } from '../../src-shared/domain/store-condition.ts';
import type { StorageStatus } from '../../src-shared/api/stream/stream-status.ts';
import { backupReasonWords, eventsText, numberText, sizeText } from '../../src-shared/words/store-words.ts';
import { errorWords } from './error-words.ts';
import type { SignalExplanation } from './signal-words.ts';

export function storageTitle(
  { bytes, beside, storedEvents }: Pick<StoreReport, 'bytes' | 'beside' | 'storedEvents'>,
  storage: StorageStatus,
  incident: StoreIncident | null,
): string {
  const all = bytes + beside.search + beside.cases + beside.inventory;
  const sizeAndCount = `${sizeText(all)}, ${eventsText(storedEvents)}`;
  if (storage.kind !== 'storing') return `Nothing is being stored. On this computer: ${sizeAndCount}`;
  const isComplete = incident === null || (incident.mending.kind === 'done' && incident.missing === 0);
  // Does not say "everything": events lost in an earlier, acknowledged incident are still missing.
  return isComplete ? `On this computer: ${sizeAndCount}` : `Some of it is missing. On this computer: ${sizeAndCount}`;
}

/** Shown next to the title's figures, after the day of the oldest event. */
export function growthWords({ bytesPerDay }: Pick<StoreReport, 'bytesPerDay'>): string {
  return bytesPerDay === null
    ? 'Growth is shown after a day.'
    : `At last week's rate it grows by ${sizeText(bytesPerDay)} a day.`;
}

const INCIDENT_TITLES: Readonly<Record<StoreIncident['kind'], string>> = {
  damaged: 'The stored events were damaged',
  lost: 'The stored events were missing',
  vanished: 'The stored events were deleted while Watchfloor ran',
  'events-missing': 'Stored events are missing',
  'texts-damaged': 'Received texts were damaged',
};

export function incidentTitle({ kind }: StoreIncident): string {
  return INCIDENT_TITLES[kind];
}

export function checkResultWords(check: Extract<StoreCondition['check'], { kind: 'done' }>): string {
  if (check.flaws === 0) return 'All stored events are as they were received.';
  const placesText = check.flaws === 1 ? '1 place was' : `${numberText(check.flaws)} places were`;
  return `${placesText} wrong and repaired as far as the received texts allow. “watchfloor store --check” lists the rest.`;
}

export function failedBackupWords({ reason, newest }: Extract<StoreCondition['backup'], { kind: 'failed' }>): string {
  const meaning = newest === null ? 'There is no copy of this store yet.' : 'Earlier copies are still there.';
  return `${backupReasonWords(reason)} ${meaning}`;
}

/** Events arrive but cannot be stored, so they exist in memory only. */
export function explainNotStored({ waiting, error }: Extract<StorageStatus, { kind: 'failing' }>): SignalExplanation {
  return {
    reason: `${waiting === 1 ? '1 event waits' : `${numberText(waiting)} events wait`} in memory`,
    sentence: error === null ? 'The reason is unknown; see the log.' : errorWords(error),
    code: error?.code ?? null,
  };
}
