/** Makes support packs over a real store with running cases, and reads the saved zip. */
import { strFromU8, unzipSync } from 'fflate';
import { createSupportPacks } from '../../src-main/core/support-packs/create-support-packs.ts';
import type { PackQuery } from '../../src-shared/api/reports.ts';
import { type CaseKey, caseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { casesOverStore } from './cases-over-store.ts';
import { MemoryExports } from './memory-exports.ts';

export const eidCaseKey = (eid: string): CaseKey => caseKey({ kind: 'eid', eid });
export const requestCaseKey = (requestId: string): CaseKey => caseKey({ kind: 'request', requestId });

export async function packsOverStore() {
  const followed = await casesOverStore();
  const { cases } = followed.run();
  const files = new MemoryExports();
  const packs = createSupportPacks({
    cases,
    projection: cases.projection,
    scanner: followed.store.scanner,
    clock: followed.clock,
    label: () => ({ profile: 'Acme Europe', domain: 'acme:eu', practice: false }),
    files,
  });
  return {
    ...followed,
    cases,
    packs,
    files,
    async saveAndUnzip(query: Omit<PackQuery, 'watch'>): Promise<ReadonlyMap<string, string>> {
      const { fileName } = await packs.save(query);
      return unzipTexts(files.bytes.get(fileName) ?? new Uint8Array());
    },
  };
}

export function unzipTexts(zip: Uint8Array): ReadonlyMap<string, string> {
  return new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

export function packQuery(keys: readonly CaseKey[], part: Partial<PackQuery> = {}): Omit<PackQuery, 'watch'> {
  return {
    of: { kind: 'cases', keys: [...keys] },
    mask: ['imsi', 'msisdn', 'company'],
    parts: ['report', 'raw', 'coverage', 'actions'],
    ticket: '',
    zone: 'Europe/Oslo',
    by: 'Ines Duarte',
    ...part,
  };
}
