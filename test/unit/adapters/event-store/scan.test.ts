import { describe, expect, it } from 'vitest';
import type { ScanFilter } from '../../../../src-main/adapters/event-store/scan.ts';
import { openStoreReader } from '../../../../src-main/adapters/event-store/store-reader.ts';
import type { ReceivedEvent } from '../../../../src-shared/domain/event.ts';
import { receivedEvent, receivedEvents } from '../../../conformance/event-store-conformance.ts';
import { temporaryStore } from './temporary-store.ts';

const inner = {
  eid: '89049032000001000000015423673010',
  localizedProfile: { iccid: null, countryCode: 'SE' },
  errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
  detailedError: [{ errorCode: 'CMP-1', errorMessage: 'Modem said "no carrier" \\ 100% of 1_000 Übertragungen' }],
};
const failed = { operation: 'DOWNLOADED', state: 'FAILED', principal: 'acme' };
const localization = (index: number, fields: object) =>
  receivedEvent(index, { kind: 'LOCALIZATION', data: JSON.stringify({ ...failed, ...fields }) });

const events: ReceivedEvent[] = [
  receivedEvent(1),
  localization(2, { detailedMessage: JSON.stringify(inner) }),
  localization(3, { detailedMessage: inner }),
  receivedEvent(4, { kind: 'PROFILE_SWAP', data: 'no JSON, \\"quoted\\"' }),
  localization(5, {
    state: 'COMPLETED',
    operation: 'LOCALIZED',
    detailedMessage: { ...inner, errorCode: undefined, detailedError: [] },
  }),
  receivedEvent(6, { data: '{"text":"\\u00dcber"}' }),
];

describe('scanning a store', () => {
  it.each<[what: string, filter: ScanFilter, seqs: number[]]>([
    ['nothing asked', {}, [1, 2, 3, 4, 5, 6]],
    ['empty lists and texts', { kinds: [], outcomes: [], codes: [], text: '' }, [1, 2, 3, 4, 5, 6]],
    ['since, included', { since: 3_000 }, [3, 4, 5, 6]],
    ['until, included', { until: 3_000 }, [1, 2, 3]],
    ['a span without events', { since: 3_001, until: 3_999 }, []],
    ['a kind', { kinds: ['PROFILE_SWAP'] }, [4]],
    ['any of several kinds', { kinds: ['PROFILE_SWAP', 'HEARTBEAT'] }, [1, 4, 6]],
    ['a kind that never came', { kinds: ['CMP_EVENT'] }, []],
    ['an outcome', { outcomes: ['failed'] }, [2, 3]],
    ['several outcomes', { outcomes: ['failed', 'succeeded'] }, [2, 3, 5]],
    ['the first error code', { codes: ['START_PROFILE_DOWNLOAD_FAILED'] }, [2, 3]],
    ['a later error code', { codes: ['CMP-1'] }, [2, 3]],
    ['part of an error code, which is none', { codes: ['CMP'] }, []],
    [
      'all at once',
      { since: 2_500, kinds: ['LOCALIZATION'], outcomes: ['failed'], codes: ['CMP-1'], text: 'modem' },
      [3],
    ],
    ['the newest', { limit: 2 }, [5, 6]],
    ['the newest that match', { limit: 1, outcomes: ['failed'] }, [3]],
    ['more than there are', { limit: 100, kinds: ['HEARTBEAT'] }, [1, 6]],
    ['none', { limit: 0 }, []],
    ['text in any case', { text: 'nO cARRIER' }, [2, 3]],
    ['a fragment of an EID', { text: '0154236730' }, [2, 3, 5]],
    ['a quote as people type it', { text: 'said "no carrier" \\ 100%' }, [2, 3]],
    ['a quote as it was received', { text: 'said \\"no carrier\\"' }, [2, 3]],
    ['JSON in a string as it reads', { text: '"errorCode":"START_' }, [2, 3]],
    ['text that is no JSON', { text: 'json, "quoted"' }, [4]],
    ['letters behind escapes', { text: 'über' }, [2, 3, 6]],
    ['a wildcard of SQL', { text: '%' }, [2, 3]],
    ['another wildcard of SQL', { text: '1_000' }, [2, 3]],
    ['wildcards that match nothing', { text: 'n_ carrier' }, []],
  ])('%s', (_what, filter, seqs) => {
    const { writer, reader } = temporaryStore();
    writer.append({ session: 'opens', events });
    expect([...reader.scan(filter)].map(({ seq }) => seq)).toEqual(seqs);
  });

  it('goes over many pages, and gives whole events', () => {
    const { writer, reader } = temporaryStore();
    for (const first of [1, 501, 1_001, 1_501])
      writer.append({ session: first === 1 ? 'opens' : 1, events: receivedEvents(first, first + 499) });
    const all = [...reader.scan()];
    const newest = [...reader.scan({ limit: 1_200 })];
    expect({
      all: all.map(({ seq }) => seq),
      newest: newest.map(({ seq }) => seq),
      last: newest.at(-1),
    }).toEqual({
      all: Array.from({ length: 2_000 }, (_, index) => index + 1),
      newest: Array.from({ length: 1_200 }, (_, index) => index + 801),
      last: reader.event(2_000),
    });
  });

  it('reads beside a writer, ends at what was stored when it began, and pins no log', () => {
    const { writer, path } = temporaryStore();
    const other = openStoreReader(path);
    expect([...other.scan()]).toEqual([]);
    writer.append({ session: 'opens', events: receivedEvents(1, 3) });
    const seqs: number[] = [];
    for (const { seq } of other.scan()) {
      seqs.push(seq);
      writer.append({ session: 1, events: [receivedEvent(100 + seq)] });
    }
    expect({ seqs, later: [...other.scan()].length }).toEqual({ seqs: [1, 2, 3], later: 6 });
    other.close();
  });

  it('finds events by time where the clock was set back', () => {
    const { writer, reader } = temporaryStore();
    const at = (index: number, receivedAt: number) => receivedEvent(index, { receivedAt });
    writer.append({ session: 'opens', events: [at(1, 5_000), at(2, 9_000), at(3, 1_000), at(4, 6_000)] });
    expect([...reader.scan({ since: 5_000, until: 6_000 })].map(({ seq }) => seq)).toEqual([1, 4]);
  });
});
