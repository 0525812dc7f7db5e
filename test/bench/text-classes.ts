/** Questions that received texts answer: pieces of identifiers, and words. Each with other values each time. */
import type { Filter, FilterTerm } from '../../src-shared/domain/filter.ts';
import { Dice } from './dice.ts';
import type { FilledStore } from './filled-store.ts';
import { generatedEvent, NEEDLE_WORDS, needlesIn, UNCOMMON_CODE } from './generated-events.ts';
import { countOf, evenly, facetsOf, histogramOf, pageOf, type ReadClass, value, where } from './read-classes.ts';

export const TEXT_DIGITS = 'text: an EID, everywhere';
export const TEXT_WORDS = 'text: words, everywhere';
export const ID_WHOLE = 'page: a whole EID';
export const ID_PIECE = 'page: 8 digits of an EID';

/** As many as a list of hits shows at once. */
const HITS = 30;
const EIDS = 200;
const ISSUER_DIGITS = 10;
/** Of a whole identifier or up to six digits, and of more. */
const SHORT_MS = 30;
const PIECE_MS = 100;

const text = (...values: string[]): FilterTerm => ({ kind: 'text', values, negated: false });

/** Those that take as long as there are events where no index narrows them. */
export function searchedTexts(filled: FilledStore): readonly ReadClass[] {
  // Each is somewhere in one event, or in six of a million: the whole store is looked through.
  return [
    {
      name: TEXT_DIGITS,
      kind: 'text',
      found: 1,
      read: (reader) => countOf(reader, where(text(digitsOf(filled)))),
    },
    {
      name: TEXT_WORDS,
      kind: 'text',
      found: needlesIn(filled.count),
      read: (reader) => countOf(reader, where(text(NEEDLE_WORDS))),
    },
  ];
}

/** Those that are asked of an index. */
export function textClasses(filled: FilledStore): readonly ReadClass[] {
  const eids = someEids(filled);
  const { startAt } = filled.pace;
  const allIn200 = evenly(startAt, 200, (filled.endAt - startAt) / 200);
  const ofEid = (dice: Dice, of: (eid: string, dice: Dice) => string): Filter =>
    where(value('eid', of(dice.oneOf(eids), dice)));
  const hits = (name: string, mostMs: number, of: (eid: string, dice: Dice) => string): ReadClass => ({
    name,
    kind: 'index',
    mostMs,
    read: (reader, dice) => pageOf(reader, ofEid(dice, of), null, HITS),
  });
  return [
    ...searchedTexts(filled),
    hits(ID_WHOLE, SHORT_MS, (eid) => `=${eid}`),
    hits('page: 4 digits of an EID', SHORT_MS, piece(4)),
    hits('page: 6 digits of an EID', SHORT_MS, piece(6)),
    hits(ID_PIECE, PIECE_MS, piece(8)),
    hits('page: 10 digits of an EID', PIECE_MS, piece(10)),
    hits('page: how an EID ends, 6 digits', SHORT_MS, (eid) => `…${eid.slice(-6)}`),
    hits('page: how an EID begins, 16 digits', SHORT_MS, (eid) => `${eid.slice(0, 16)}…`),
    {
      name: 'page: 8 digits of any identifier',
      kind: 'index',
      mostMs: PIECE_MS,
      read: (reader, dice) => pageOf(reader, where(value('id', piece(8)(dice.oneOf(eids), dice))), null, HITS),
    },
    {
      name: 'page: a word that 1 event in 800 has',
      kind: 'index',
      mostMs: null,
      read: (reader) => pageOf(reader, where(text(UNCOMMON_CODE.toLowerCase())), null),
    },
    {
      name: 'page: words and outcome',
      kind: 'index',
      mostMs: null,
      read: (reader) => pageOf(reader, where(text(NEEDLE_WORDS), value('outcome', 'failed')), null),
    },
    {
      name: 'exact count: 8 digits of an EID',
      kind: 'index',
      mostMs: PIECE_MS,
      read: (reader, dice) => countOf(reader, ofEid(dice, piece(8))),
    },
    {
      name: 'facets with counts: 8 digits of an EID',
      kind: 'index',
      mostMs: PIECE_MS,
      read: (reader, dice) => facetsOf(reader, ofEid(dice, piece(8))),
    },
    {
      name: 'histogram: 8 digits of an EID in 200 bars',
      kind: 'index',
      mostMs: PIECE_MS,
      read: (reader, dice) => histogramOf(reader, ofEid(dice, piece(8)), allIn200),
    },
  ];
}

/** Behind those that all of one issuer share. */
function piece(length: number): (eid: string, dice: Dice) => string {
  return (eid, dice) => {
    const from = ISSUER_DIGITS + dice.below(eid.length - ISSUER_DIGITS - length);
    return eid.slice(from, from + length);
  };
}

/** The EID of one event in the older half. */
export function digitsOf({ count, pace }: FilledStore): string {
  return eidFrom(Math.floor(count / 3), pace);
}

function someEids({ count, pace }: FilledStore): readonly string[] {
  const dice = new Dice(EIDS);
  return Array.from({ length: EIDS }, () => eidFrom(dice.below(count - EIDS), pace));
}

function eidFrom(first: number, pace: FilledStore['pace']): string {
  for (let index = first; ; index += 1) {
    const eid = /\d{32}/.exec(generatedEvent(index, pace).data);
    if (eid !== null) return eid[0];
  }
}
