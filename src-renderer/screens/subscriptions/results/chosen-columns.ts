/** The chosen columns are stored in this browser and validated when read, because they may have been edited. */
import { asRecord } from '../../../../src-shared/lib/as-record.ts';
import { readStored, writeStored } from '../../../browser-storage.ts';
import { documentedFields, withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';

export interface ChosenColumns {
  readonly hidden: readonly string[];
  readonly others: readonly string[];
  readonly hasFailures: boolean;
}

const STORAGE_KEY = 'watchfloor.subscription-columns';
/** Limited by the number of columns in one rows query, with room for identifiers. */
const MAX_OTHER_COLUMNS = 40;
const DOCUMENTED: ReadonlySet<string> = new Set(documentedFields);
/** Always shown, because it identifies the row. */
export const ID_FIELD = 'iotSubscriptionId';

export function isDocumented(name: string): boolean {
  return DOCUMENTED.has(name);
}

export function fieldColumns(chosen: ChosenColumns, returnFields: readonly string[] | null): readonly string[] {
  const requested = (returnFields ?? []).map(withoutFieldPrefix).filter((name) => !isDocumented(name));
  const documented = documentedFields.filter((name) => !chosen.hidden.includes(name));
  return [...new Set([...documented, ...requested, ...chosen.others])].slice(
    0,
    MAX_OTHER_COLUMNS + documentedFields.length,
  );
}

export function withColumn(chosen: ChosenColumns, name: string, isShown: boolean): ChosenColumns {
  const part = isDocumented(name) ? 'hidden' : 'others';
  const without = chosen[part].filter((each) => each !== name);
  const isListed = part === 'hidden' ? !isShown : isShown;
  return { ...chosen, [part]: isListed ? [...without, name] : without };
}

/** Fields whose values events may contain. They are read even if they are not shown. */
const IDENTIFYING = /eid|iccid|imsi|msisdn|resourceId|requestId|subscriptionId/i;
const MAX_IDENTIFYING_FIELDS = 12;

export function identifyingFields(names: readonly string[]): readonly string[] {
  return names.filter((name) => IDENTIFYING.test(name)).slice(0, MAX_IDENTIFYING_FIELDS);
}

type StorageGetter = () => Pick<Storage, 'getItem' | 'setItem'>;

export function readChosenColumns(shelf: StorageGetter): ChosenColumns {
  const stored = asRecord(readStored(shelf, STORAGE_KEY));
  const names = (value: unknown): string[] =>
    Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : [];
  return {
    hidden: names(stored['hidden']).filter((name) => isDocumented(name) && name !== ID_FIELD),
    others: names(stored['others'])
      .filter((name) => !isDocumented(name) && name.length <= 256)
      .slice(0, MAX_OTHER_COLUMNS),
    hasFailures: stored['hasFailures'] !== false,
  };
}

export function saveChosenColumns(shelf: StorageGetter, chosen: ChosenColumns): void {
  writeStored(shelf, STORAGE_KEY, chosen);
}
