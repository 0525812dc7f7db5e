/** Classes of searches for parts of identifiers and for words. Each read uses other values. */
import type { Filter, FilterTerm } from '../../src-shared/domain/filter/filter.ts';
import { Dice } from './dice.ts';
import type { FilledStore } from './filled-store.ts';
import { eidAt, eventsOfEid, NEEDLE_WORDS, needleCount, UNCOMMON_CODE } from './generated-events.ts';
import {
  readCount,
  evenly,
  indexed,
  readFacets,
  readHistogram,
  readPageRows,
  type ReadClass,
  value,
  where,
} from './read-classes.ts';

/** Number of hits that a list shows at the same time. */
const HITS = 30;
const EIDS = 200;
const ISSUER_DIGITS = 14;
const COMPLETE_MS = 15;
const EIGHT_DIGITS_MS = 50;
/** Limit for fewer digits, for the beginning and the end. */
const SHORT_MS = 80;
const MAX_PART_MS = 100;

const text = (...values: string[]): FilterTerm => ({ kind: 'text', values, negated: false });

/** Searches whose time grows with the number of events if no index narrows them. */
export function searchedTexts(filled: FilledStore): readonly ReadClass[] {
  // Each text occurs in few events, so the complete store is searched.
  return [
    {
      name: 'text: an EID, everywhere',
      kind: 'text',
      found: eventsOfEid(digitsOf(filled), filled.count),
      read: (reader) => readCount(reader, where(text(digitsOf(filled)))),
    },
    {
      name: 'text: words, everywhere',
      kind: 'text',
      found: needleCount(filled.count),
      read: (reader) => readCount(reader, where(text(NEEDLE_WORDS))),
    },
  ];
}

export function textClasses(filled: FilledStore): readonly ReadClass[] {
  const eids = someEids(filled);
  // Their running number begins with zeros, which nearly every block of events contains.
  const zeros = eids.filter((eid) => eid.slice(-8).startsWith('0000'));
  const { startAt } = filled.pace;
  const allIn200 = evenly(startAt, 200, (filled.endAt - startAt) / 200);
  const ofEid = (dice: Dice, of: (eid: string, dice: Dice) => string): Filter =>
    where(value('eid', of(dice.oneOf(eids), dice)));
  const hits = (name: string, maxMs: number, of: (eid: string, dice: Dice) => string) =>
    indexed(name, (reader, dice) => readPageRows(reader, ofEid(dice, of), null, HITS), { maxMs });
  return [
    ...searchedTexts(filled),
    hits('page: a whole EID', COMPLETE_MS, (eid) => `=${eid}`),
    hits('page: 4 digits of an EID', SHORT_MS, idPart(4)),
    hits('page: 6 digits of an EID', SHORT_MS, idPart(6)),
    hits('page: 8 digits of an EID', EIGHT_DIGITS_MS, idPart(8)),
    indexed(
      'page: 8 digits of an EID, with 0000',
      (reader, dice) => readPageRows(reader, where(value('eid', dice.oneOf(zeros).slice(-8))), null, HITS),
      { maxMs: EIGHT_DIGITS_MS },
    ),
    hits('page: 10 digits of an EID', MAX_PART_MS, idPart(10)),
    hits('page: how an EID ends, 6 digits', SHORT_MS, (eid) => `…${eid.slice(-6)}`),
    hits('page: how an EID begins, 16 digits', SHORT_MS, (eid) => `${eid.slice(0, 16)}…`),
    indexed(
      'page: 8 digits of any identifier',
      (reader, dice) => readPageRows(reader, where(value('id', idPart(8)(dice.oneOf(eids), dice))), null, HITS),
      { maxMs: MAX_PART_MS },
    ),
    indexed(
      'page: a word that 1 event in 800 has',
      (reader) => readPageRows(reader, where(text(UNCOMMON_CODE.toLowerCase())), null),
      { maxMs: null },
    ),
    indexed(
      'page: words and outcome',
      (reader) => readPageRows(reader, where(text(NEEDLE_WORDS), value('outcome', 'failed')), null),
      { maxMs: null },
    ),
    indexed('exact count: 8 digits of an EID', (reader, dice) => readCount(reader, ofEid(dice, idPart(8))), {
      maxMs: MAX_PART_MS,
    }),
    indexed('facets with counts: 8 digits of an EID', (reader, dice) => readFacets(reader, ofEid(dice, idPart(8))), {
      maxMs: MAX_PART_MS,
    }),
    indexed(
      'histogram: 8 digits of an EID in 200 bars',
      (reader, dice) => readHistogram(reader, ofEid(dice, idPart(8)), allIn200),
      { maxMs: MAX_PART_MS },
    ),
  ];
}

/** Takes digits after the prefix that all identifiers of an issuer share. */
function idPart(length: number): (eid: string, dice: Dice) => string {
  return (eid, dice) => {
    const from = ISSUER_DIGITS + dice.below(eid.length - ISSUER_DIGITS - length);
    return eid.slice(from, from + length);
  };
}

function digitsOf({ count }: FilledStore): string {
  return eidFrom(Math.floor(count / 3));
}

function someEids({ count }: FilledStore): readonly string[] {
  const dice = new Dice(EIDS);
  return Array.from({ length: EIDS }, () => eidFrom(dice.below(count - EIDS)));
}

function eidFrom(first: number): string {
  for (let index = first; ; index += 1) {
    const eid = eidAt(index);
    if (eid !== null) return eid;
  }
}
