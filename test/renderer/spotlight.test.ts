import { describe, expect, it } from 'vitest';
import type { Command } from '../../src-renderer/commands/command.ts';
import { idText } from '../../src-renderer/components/ids/id-text.ts';
import {
  splitAtMatch,
  matchRank,
  spotlightGroups,
  type SpotlightQuery,
} from '../../src-renderer/frame/spotlight/spotlight-entries.ts';
import { pastWallTime } from '../../src-renderer/time/wall-time.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import type { FoundId } from '../../src-shared/api/ids/found-ids.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { OTHER_WATCH } from '../doubles/page-watch.ts';

/** A Friday. */
const NOW = Date.parse('2026-11-27T12:00:00Z');
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
  ids: readonly FoundId[] = [],
  stored: SpotlightQuery['stored'] = null,
  commands = COMMANDS,
  recent: readonly string[] = [],
  names: SpotlightQuery['names'] = [],
) {
  const time = pastWallTime(typed, NOW, 'utc');
  return spotlightGroups({ typed, time, ids, stored, recent, names, watches: WATCHES, commands }).map(
    ({ kind, entries }) => [
      kind,
      ...entries.map((entry) => {
        if (entry.kind === 'id') return `${entry.id.field} ${entry.id.value}`;
        if (entry.kind === 'command')
          return entry.synonym === null ? entry.command.title : `${entry.command.title} (${entry.synonym})`;
        if (entry.kind === 'time') return `${entry.screen} ${new Date(entry.at).toISOString()}`;
        if (entry.kind === 'subscription') return `${entry.stored.field} ${entry.stored.value}`;
        if (entry.kind === 'recent') return `recent ${entry.value}`;
        if (entry.kind === 'name') return `name ${entry.answer.value}`;
        if (entry.kind === 'rows') return `rows ${entry.text}`;
        return entry.kind === 'watch' ? entry.watch.name : `${entry.kind} ${printFilter(entry.filter)}`;
      }),
    ],
  );
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
    const ids: FoundId[] = [{ field: 'request', value: 'req-time1-1', newest: summaryOf(1), resource: null }];
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

  it('[PAGE-59] begin with the recent ids while nothing is typed', () => {
    const [first, second] = offered('', [], null, COMMANDS, ['89041234', '24007']);
    expect([first, second?.[0]]).toEqual([['recent', 'recent 89041234', 'recent 24007'], 'go-and-do']);
    expect(offered('t', [], null, COMMANDS, ['89041234'])[0]?.[0]).toBe('go-and-do');
  });

  it('[PAGE-59] put actions of the open thing first, then exact titles, then titles before synonyms', () => {
    const commands = [
      command('Take over settings', { group: 'Go to' }),
      command('Alarms', { group: 'Go to', synonyms: ['take'] }),
      command('Take', { group: 'View' }),
      command('Take it', { group: 'Case' }),
    ];
    expect(offered('take', [], null, commands)[0]).toEqual([
      'go-and-do',
      'Take it',
      'Take',
      'Take over settings',
      'Alarms (take)',
    ]);
  });

  it('[PAGE-59] answer for a company or user whose name has the text, and offer its events', () => {
    const counts = { events: 3, requests: 2, failed: 1, partial: 0, open: 1, lastAt: 0 };
    const names = [{ field: 'company', value: 'Nordwind Logistics', ...counts }] as const;
    expect(offered('wind', [], null, COMMANDS, [], names)).toEqual([
      ['with-it', 'name Nordwind Logistics', 'filter company:"Nordwind Logistics"', 'text wind'],
    ]);
  });

  it.each([
    ['norw', 'filter country:NO'],
    ['Sweden', 'filter country:SE'],
  ])('[PAGE-59] offer the filter of a country for %j', (typed, entry) => {
    expect(offered(typed).find(([kind]) => kind === 'with-it')).toEqual(['with-it', entry, `text ${typed}`]);
  });

  const stored = {
    search: 's-1',
    ordinal: 7,
    id: 'is-1626',
    field: 'iotSubscriptionId',
    value: 'is-1626',
    askedAt: 0,
  };
  it('[PAGE-59] include stored subscriptions below the ids of events', () => {
    expect([
      offered('1626', [], [stored]),
      offered('1626', [], []),
      offered('outcome:failed', [], []),
      offered('>1626', [], [stored]),
    ]).toEqual([
      [['ids'], ['subscriptions', 'iotSubscriptionId is-1626'], ['with-it', 'text 1626', 'rows 1626']],
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
      stored: null,
      recent: ['89041234'],
      names: [],
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

describe('a typed identifier', () => {
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
  ])('[FILTER-8] %j is looked up as %j', (typed, text) => {
    expect(idText(typed)).toBe(text);
  });
});
