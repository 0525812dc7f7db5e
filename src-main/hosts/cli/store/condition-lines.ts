/** Formats lines about a store: an incident immediately, its result when it is known, no progress. */
import type { StoreCondition } from '../../../../src-shared/domain/store-condition.ts';
import {
  backupReasonWords,
  incidentAdvice,
  incidentWords,
  repairWords,
  numberText,
} from '../../../../src-shared/words/store-words.ts';

type Incident = NonNullable<StoreCondition['incident']>;

/** @param isStatusPrinted true if a line about the watch is printed anyway; the progress of a repair is then added */
export function conditionLines(before: StoreCondition | null, now: StoreCondition, isStatusPrinted: boolean): string[] {
  return [
    ...incidentLines(before?.incident ?? null, now.incident, isStatusPrinted),
    ...checkLines(before?.check ?? null, now.check),
    ...backupLines(before?.backup ?? null, now.backup),
  ];
}

function incidentLines(before: Incident | null, now: Incident | null, isStatusPrinted: boolean): string[] {
  if (now === null) return [];
  const isSame = before !== null && before.at === now.at && before.kind === now.kind;
  if (!isSame) return [`STORE: ${incidentWords(now)} ${repairWords(now)} ${incidentAdvice(now)}`];
  if (now.mending.kind === 'running') return isStatusPrinted ? [`STORE: ${repairWords(now)}`] : [];
  const hasChanged = before.mending.kind === 'running' || before.missing !== now.missing || before.saved !== now.saved;
  return hasChanged ? [`STORE: ${repairWords(now)} ${incidentAdvice(now)}`] : [];
}

function checkLines(before: StoreCondition['check'] | null, now: StoreCondition['check']): string[] {
  if (now.kind !== 'done' || now.flaws === 0) return [];
  if (before?.kind === 'done' && before.at === now.at && before.flaws === now.flaws) return [];
  const flawsText = now.flaws === 1 ? '1 place was' : `${numberText(now.flaws)} places were`;
  return [
    `STORE: The whole store was checked. ${flawsText} wrong and repaired as far as the received texts allow; \`watchfloor store --check\` lists the rest.`,
  ];
}

function backupLines(before: StoreCondition['backup'] | null, now: StoreCondition['backup']): string[] {
  if (now.kind !== 'failed' || (before?.kind === 'failed' && before.reason === now.reason)) return [];
  const last =
    now.newest === null ? 'There is no copy yet.' : `Last good copy: ${new Date(now.newest.at).toISOString()}.`;
  return [
    `STORE: The daily copy failed. ${backupReasonWords(now.reason)} ${last} Watchfloor tries again; watching continues.`,
  ];
}
