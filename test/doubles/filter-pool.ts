/** Values for random filters: many that some events have, and a few that no event has. */
import type { StoredEvent } from '../../src-shared/domain/event/event.ts';
import { identifiersOf } from '../../src-shared/service/identifiers.ts';
import { facetFields } from '../../src-shared/domain/event/event-fields.ts';
import { valuesIn } from './plain-events.ts';
import { oneOf, randomTerm } from './random-filters.ts';
import { randomNumbers } from './random-numbers.ts';

const TEXTS = [
  'acme',
  'ÄCME "one"',
  'é',
  '%',
  '_',
  '\\',
  '"',
  'e-1',
  '502',
  '\u0000',
  'countryCode":"SE',
  'Two',
  'zzz',
];

export function poolOf(events: readonly StoredEvent[], count = 300) {
  const random = randomNumbers(6);
  /** Makes identifier patterns: complete, beginning, end or middle. */
  const fragments = (identifiers: readonly (string | null)[]) => {
    const present = identifiers.filter((identifier) => identifier !== null);
    if (present.length === 0) return [];
    const identifier = oneOf(present, random);
    const from = random(Math.max(1, identifier.length - 4));
    return [
      oneOf(
        [
          `=${identifier}`,
          `${identifier.slice(0, 5 + random(6))}…`,
          `…${identifier.slice(-4 - random(4))}`,
          identifier.slice(from, from + 4 + random(9)),
        ],
        random,
      ),
    ];
  };
  /** Takes a rare part of the text, within words and across their ends. */
  const wordsOf = (text: string) => {
    const from = random(Math.max(1, text.length - 3));
    return [text.slice(from, from + 3 + random(9))];
  };
  const values: Record<string, (event: StoredEvent) => readonly (string | null)[]> = {
    ...Object.fromEntries(facetFields.map((field) => [field, (event: StoredEvent) => valuesIn(event, field)])),
    eid: ({ eid, raw }) => fragments([eid, ...identifiersOf(raw).eid]),
    iccid: ({ iccid, raw }) => fragments([iccid, ...identifiersOf(raw).iccid]),
    imsi: ({ raw }) => fragments(identifiersOf(raw).imsi),
    msisdn: ({ raw }) => fragments(identifiersOf(raw).msisdn),
    request: ({ requestId, raw }) => fragments([requestId, ...identifiersOf(raw).request]),
    resource: ({ raw }) => fragments(identifiersOf(raw).resource),
    event: ({ id }) => fragments([id]),
    id: ({ raw }) => fragments(Object.values(identifiersOf(raw)).flat()),
    text: ({ id, raw }) => oneOf([TEXTS, wordsOf(id ?? ''), wordsOf(raw)], random),
  };
  const drawn = {
    maxTerms: 4,
    values: (field: string) => {
      if (random(10) === 0) return oneOf(['nobody', 'ACME', '\ud800', '\ufffd', "'", '1 OR 1'], random);
      const present = values[field]?.(oneOf(events, random)) ?? [];
      return present.find((value) => value !== null && value !== '') ?? oneOf(TEXTS, random);
    },
    time: () => ({ kind: 'at' as const, at: oneOf(events, random).receivedAt + oneOf([-1, 0, 0.5, 1], random) }),
  };
  return { ...drawn, terms: Array.from({ length: count }, () => randomTerm(random, drawn)) };
}
