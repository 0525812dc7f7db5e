import { describe, expect, it } from 'vitest';
import type { Command } from '../../src-renderer/commands/command.ts';
import { type FoundIds, idsContaining, idText, lookUpIds } from '../../src-renderer/frame/spotlight/id-lookup.ts';
import {
  splitAtMatch,
  matchRank,
  spotlightGroups,
  type SpotlightQuery,
} from '../../src-renderer/frame/spotlight/spotlight-entries.ts';
import { pastWallTime } from '../../src-renderer/time/wall-time.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import type { TimelinePage, TimelinePageQuery } from '../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { OTHER_WATCH, WATCH } from '../doubles/page-watch.ts';

/** A Friday. */
const NOW = Date.parse('2026-11-27T12:00:00Z');
const EID = '89049032000000000000898242162626';
const OTHER_EID = '89049032000000000000111116261111';

const NO_IDS = { eid: null, iccid: null, requestId: null, id: null };
function eventOf(seq: number, ids: Partial<EventSummary>): EventSummary {
  return summaryOf(seq, { ...NO_IDS, ...ids });
}

function command(title: string, part: Partial<Command> = {}): Command {
  return { id: title, title, group: 'View', keys: [], run: () => undefined, ...part };
}
const COMMANDS = [
  command('Timeline', { group: 'Go to' }),
  command('Coverage', { group: 'Go to' }),
  command('Try now'),
  command('Next row', { keysOnly: true }),
];
const WATCHES = [{ watch: OTHER_WATCH, name: 'Acme Nordics' }];

/** Returns the kind and the entries of each group. */
function offered(
  typed: string,
  ids = idsContaining(typed, []),
  subscriptions: SpotlightQuery['subscriptions'] = null,
  commands = COMMANDS,
) {
  const time = pastWallTime(typed, NOW, 'utc');
  return spotlightGroups({ typed, time, ids, subscriptions, watches: WATCHES, commands }).map(({ kind, entries }) => [
    kind,
    ...entries.map((entry) => {
      if (entry.kind === 'id') return `${entry.id.field} ${entry.id.value}`;
      if (entry.kind === 'command')
        return entry.synonym === null ? entry.command.title : `${entry.command.title} (${entry.synonym})`;
      if (entry.kind === 'time') return `${entry.screen} ${new Date(entry.at).toISOString()}`;
      if (entry.kind === 'subscription') return `${entry.stored.field} ${entry.stored.value}`;
      if (entry.kind === 'rows') return `rows ${entry.text}`;
      return entry.kind === 'watch' ? entry.watch.name : `${entry.kind} ${printFilter(entry.filter)}`;
    }),
  ]);
}

describe('the entries of Ctrl+K', () => {
  it.each<[string, string[][]]>([
    ['', [['go-and-do', 'Timeline', 'Coverage', 'Acme Nordics', 'Try now']]],
    [
      't',
      [
        ['go-and-do', 'Timeline', 'Try now'],
        ['with-it', 'text t'],
      ],
    ],
    [
      'NOR',
      [
        ['go-and-do', 'Acme Nordics'],
        ['with-it', 'text NOR'],
      ],
    ],
    [
      'try n',
      [
        ['go-and-do', 'Try now'],
        ['with-it', 'text "try n"'],
      ],
    ],
    ['zzz', [['with-it', 'text zzz']]],
    ['zzzz', [['with-it', 'text zzzz']]],
    ['zzz1', [['ids'], ['with-it', 'text zzz1']]],
    ['8904 9032', [['ids'], ['with-it', 'text 89049032']]],
    ['outcome:failed', [['with-it', 'filter outcome:failed', 'text "outcome:failed"']]],
    ['other:failed', [['with-it', 'text "other:failed"']]],
    ['-a b', [['with-it', 'text "-a b"']]],
    ['>', [['go-and-do', 'Timeline', 'Coverage', 'Try now']]],
    ['> t', [['go-and-do', 'Timeline', 'Try now']]],
    ['>acme', []],
  ])('are correct for %j', (typed, groups) => {
    expect(offered(typed)).toEqual(groups);
  });

  it('[PAGE-59] are identifiers first, then the text, then the rest', () => {
    const ids = idsContaining('Time1', [eventOf(1, { requestId: 'req-time1-1' })]);
    expect(offered('Time1', ids, null, [command('Time1')])).toEqual([
      ['ids', 'request req-time1-1'],
      ['with-it', 'text Time1'],
      ['go-and-do', 'Time1'],
    ]);
  });

  const COVERAGE = command('Coverage', { group: 'Go to', synonyms: ['gaps', 'not watched'] });
  it.each<[string, string[]]>([
    ['gap', ['Coverage (gaps)', 'Show gap rows']],
    ['GAPS', ['Coverage (gaps)']],
    ['cov', ['Coverage']],
    ['watched', ['Coverage (not watched)']],
    // A single letter is looked up only in titles.
    ['g', ['Show gap rows', 'Coverage']],
    ['aps', []],
  ])('[PAGE-59] for %j are commands found by title or synonym, before the search for the text: %j', (typed, titles) => {
    const groups = offered(typed, [], null, [command('Show gap rows'), COVERAGE]);
    expect(groups).toEqual([...(titles.length === 0 ? [] : [['go-and-do', ...titles]]), ['with-it', `text ${typed}`]]);
  });

  it.each([
    ['04:10', '2026-11-27T04:10:00.000Z'],
    ['4:10', '2026-11-27T04:10:00.000Z'],
    // Later than now, so it is yesterday's.
    ['14:00', '2026-11-26T14:00:00.000Z'],
    ['yesterday 04:10', '2026-11-26T04:10:00.000Z'],
    ['Yesterday', '2026-11-26T00:00:00.000Z'],
    ['today', '2026-11-27T00:00:00.000Z'],
    ['monday', '2026-11-23T00:00:00.000Z'],
    ['mon 4:10:30', '2026-11-23T04:10:30.000Z'],
    ['friday', '2026-11-27T00:00:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21 14:00', '2026-11-21T14:00:00.000Z'],
    ['2026-11-21T14:00', '2026-11-21T14:00:00.000Z'],
  ])('[PAGE-59] for %j start with the time, and search no ids', (typed, at) => {
    const groups = offered(typed);
    expect(groups[0]).toEqual(['time', `timeline ${at}`, `coverage ${at}`]);
    expect(groups.map(([kind]) => kind)).not.toContain('ids');
  });

  it.each(['today 23:00', '2026-11-28', '25:00', '1410', 'mond', 'tomorrow', '2026-02-30'])(
    '[PAGE-59] for %j have no time: it is none, or in the future',
    (typed) => {
      expect(offered(typed).map(([kind]) => kind)).not.toContain('time');
    },
  );

  const stored = {
    search: 's-1',
    ordinal: 7,
    id: 'is-1626',
    field: 'iotSubscriptionId',
    value: 'is-1626',
    askedAt: 0,
  };
  it('[PAGE-59] include stored subscriptions below the ids of events, with a note if not all were searched', () => {
    expect([
      offered('1626', [], { found: [stored], note: '' }),
      offered('1626', [], { found: [], note: 'not all of them were searched' }),
      offered('1626', [], { found: [], note: '' }),
      offered('outcome:failed', [], { found: [], note: '' }),
      offered('>1626', [], { found: [stored], note: '' }),
    ]).toEqual([
      [['ids'], ['subscriptions', 'iotSubscriptionId is-1626'], ['with-it', 'text 1626', 'rows 1626']],
      [['ids'], ['subscriptions'], ['with-it', 'text 1626', 'rows 1626']],
      [['ids'], ['with-it', 'text 1626', 'rows 1626']],
      [['with-it', 'filter outcome:failed', 'text "outcome:failed"']],
      [],
    ]);
  });

  it('are only screens and commands while nothing is watched', () => {
    const groups = spotlightGroups({
      typed: 'timeline',
      time: null,
      ids: null,
      subscriptions: null,
      watches: [],
      commands: COMMANDS,
    });
    expect(groups.map(({ kind }) => kind)).toEqual(['go-and-do']);
  });

  it.each([
    ['Show coverage', '', 0],
    ['Show coverage', 'show', 0],
    ['Show coverage', 'cov', 1],
    ['Show coverage', 'cov sh', 1],
    ['Show coverage', 'verag', 2],
    ['Show coverage', 'xyz', null],
    ['Écran', 'é', 0],
  ])('rank %j for %j as %j', (title, text, fit) => {
    expect(matchRank(title, text)).toBe(fit);
  });

  it.each([
    ['AbCd', 'bc', ['A', 'bC', 'd']],
    ['AbCd', 'x', ['AbCd', '', '']],
    ['AbCd', '', ['AbCd', '', '']],
    // Its lower-case form is longer, so nothing is marked rather than the wrong part.
    ['İxa', 'a', ['İxa', '', '']],
  ])('split %j at %j into %j', (whole, text, parts) => {
    expect(splitAtMatch(whole, text)).toEqual(parts);
  });
});

describe('the identifiers that contain a text', () => {
  it.each([
    ['162', null],
    ['1626', '1626'],
    [' 8904 9032 0000\t1 ', '8904903200001'],
    ['req 12', 'req 12'],
    ['…9727', '9727'],
    ['EID …9727', '9727'],
    ['...7679 9727', '76799727'],
    ['8904-9032-0000', '890490320000'],
    ['"ICCID: 8946 2000 1166"', '894620001166'],
    ['+46 70 000 80 00', '46700008000'],
    ['0046 70 000 80 00', '46700008000'],
    ['   ', null],
    ['eid:8904', null],
    ['9'.repeat(256), null],
  ])('[FILTER-8] are looked up for %j as %j', (typed, text) => {
    expect(idText(typed)).toBe(text);
  });

  it('[PAGE-59] are listed once each, an exact match first, then by their newest event', () => {
    const rows = [
      eventOf(4, { eid: OTHER_EID, iccid: '8946200011660309494' }),
      eventOf(9, { eid: EID }),
      eventOf(3, { eid: EID }),
      eventOf(7, { requestId: '1626' }),
      eventOf(8, { id: 'AB1626CD' }),
    ];
    expect(idsContaining('1626', rows).map(({ field, value, newest }) => [field, value, newest.seq])).toEqual([
      ['request', '1626', 7],
      ['eid', EID, 9],
      ['event', 'AB1626CD', 8],
      ['eid', OTHER_EID, 4],
    ]);
    expect(idsContaining('ab1626cd', rows).map(({ value }) => value)).toEqual(['AB1626CD']);
  });

  it('are at most eight', () => {
    const rows = Array.from({ length: 20 }, (_, index) => eventOf(index + 1, { eid: `1626-${index}` }));
    expect(idsContaining('1626', rows).map(({ newest }) => newest.seq)).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
  });
});

/** Creates a store that answers a text in pages of one event each. */
function pieces(stored: readonly EventSummary[], told: string[]) {
  return async ({ filter, cursor, watch }: TimelinePageQuery): Promise<TimelinePage> => {
    told.push(`${watch} ${printFilter(filter)} ${cursor}`);
    const isWhole = filter.terms[0]?.kind === 'value';
    const rest = stored.filter(({ seq }) => cursor === null || seq < cursor);
    const rows = isWhole ? [] : rest.slice(0, 1);
    const extent = { oldestSeq: 1, newestSeq: 9, storedEvents: 9 };
    const olderCursor = rows[0]?.seq ?? 0;
    return {
      rows,
      hasOlder: !isWhole && rest.length > 1,
      hasNewer: false,
      olderCursor,
      newerCursor: 9,
      gaps: [],
      direct: null,
      extent,
    };
  };
}

describe('the lookup of identifiers', () => {
  it('looks up exact ids by their index, then the text page by page, and reports its results', async () => {
    const asked: string[] = [];
    const told: FoundIds[] = [];
    const stored = [eventOf(9, { eid: EID }), eventOf(5, { eid: OTHER_EID })];
    await lookUpIds(pieces(stored, asked), { watch: WATCH, text: '1626' }, new AbortController().signal, (found) =>
      told.push(found),
    );
    expect(asked).toEqual([
      'watch-1 eid:=1626 null',
      'watch-1 iccid:=1626 null',
      'watch-1 request:=1626 null',
      'watch-1 event:=1626 null',
      'watch-1 1626 null',
      'watch-1 1626 9',
    ]);
    expect(told.map(({ ids, progress }) => [progress, ...ids.map(({ value }) => value)])).toEqual([
      ['looking', EID],
      ['whole', EID, OTHER_EID],
    ]);
  });

  it('[PAGE-59] stops in an endless store, and reports that not everything was searched', async () => {
    const told: FoundIds[] = [];
    const stored = Array.from({ length: 30 }, (_, index) => eventOf(30 - index, {}));
    await lookUpIds(pieces(stored, []), { watch: WATCH, text: '1626' }, new AbortController().signal, (found) =>
      told.push(found),
    );
    expect(told).toEqual([{ ids: [], progress: 'partly' }]);
  });

  it('reports nothing and sends no further query after it was aborted', async () => {
    const asked: string[] = [];
    const told: FoundIds[] = [];
    const stop = new AbortController();
    const look = lookUpIds(
      pieces([eventOf(9, { eid: EID })], asked),
      { watch: WATCH, text: '1626' },
      stop.signal,
      (found) => told.push(found),
    );
    stop.abort();
    await look;
    expect({ asked: asked.length, told }).toEqual({ asked: 4, told: [] });
  });
});
