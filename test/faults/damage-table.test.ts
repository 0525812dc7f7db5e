/**
 * Every shape of damage that was ever seen to a store, each to a store of 4 511 events of which 504 were in its log
 * alone: whether it is noticed and when, how soon the store is live again, what was saved and what was not. It prints
 * the table.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type KeptWriter, openKeptWriter } from '../../src-main/adapters/event-store/kept-writer.ts';
import { pathsIn, type StorePaths } from '../../src-main/adapters/event-store/store-directory.ts';
import { openStoreReader, type StoreReader } from '../../src-main/adapters/event-store/store-reader.ts';
import { AppError } from '../../src-shared/api/errors.ts';
import type { StoreIncident } from '../../src-shared/domain/store-condition.ts';
import { batchOf } from '../doubles/received-events.ts';
import { damagePage, event, EVENTS, eventsOf, makeKilledStore, PLACE, REFUSALS, SHAPES } from './damage-shapes.ts';

/** Appended once the store is live again. */
const MORE = 100;
/** What a person may wait for a store to be live; the machine may be busy. */
const LIVE_MS = 2_000;

let killed: string;
const table: string[] = [];

beforeAll(() => {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-damage-'));
  killed = join(directory, 'killed');
  makeKilledStore(killed);
});

afterAll(() => {
  rmSync(join(killed, '..'), { recursive: true });
  // oxlint-disable-next-line no-console -- the table is what this file is for
  console.log(`\n${table.join('\n')}\n`);
});

function copyOfStore(folded = false): StorePaths {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-damage-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const paths = pathsIn(join(directory, 'store'));
  cpSync(killed, paths.directory, { recursive: true });
  if (folded) {
    const database = new Sqlite(paths.events);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  }
  return paths;
}

interface Live {
  readonly writer: KeptWriter;
  readonly reader: StoreReader;
  readonly incidents: StoreIncident[];
  readonly ms: number;
}

function open(paths: StorePaths): Live {
  const incidents: StoreIncident[] = [];
  const before = performance.now();
  const writer = openKeptWriter(paths, PLACE, (incident) => {
    if (incident !== null) incidents.push(incident);
  });
  writer.resume();
  const ms = performance.now() - before;
  const reader = openStoreReader(paths.events);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  return { writer, reader, incidents, ms };
}

function append(writer: KeptWriter, from: number, session: number | 'opens' = 'opens') {
  return writer.append({ ...batchOf(session, eventsOf(from, from + MORE - 1)), after: Number.MAX_SAFE_INTEGER });
}

/** As keeping does it. @returns what the check found */
function keep({ writer, reader, incidents }: Live): string[] {
  const flaws: string[] = [];
  while (writer.mend());
  for (let after: number | null = 0; after !== null;) {
    const checked = reader.check(after);
    for (const flaw of checked.flaws) {
      flaws.push(flaw.kind);
      if (flaw.kind === 'derived') writer.rederive(flaw.first, flaw.last);
      if (flaw.kind === 'unreadable') writer.replace(flaw.detail);
    }
    after = checked.next;
  }
  while (writer.mend());
  void incidents;
  return flaws;
}

/** How many of the store's events are there, byte for byte; any other text under one of their seqs is a lie. */
function countKept(reader: StoreReader): { kept: number; wrong: number } {
  let kept = 0;
  let wrong = 0;
  for (let seq = 1; seq <= EVENTS; seq += 1) {
    const stored = reader.event(seq);
    if (stored === null || stored.marks.some(({ code }) => code === 'text-lost')) continue;
    if (stored.raw === event(seq).data) kept += 1;
    else wrong += 1;
  }
  return { kept, wrong };
}

function seenWhen(atOpening: string | null, atOnce: string | null, flaws: readonly string[]): string {
  if (atOpening !== null) return 'at opening';
  if (atOnce !== null) return 'at once';
  return flaws.length > 0 ? 'by the check' : 'nothing lost';
}

function print(name: string, ...cells: readonly (string | number)[]): void {
  table.push([name.padEnd(38), ...cells.map((cell) => String(cell).padEnd(16))].join(' ').trimEnd());
}

describe('a store that was damaged while nobody had it open', () => {
  it.each(SHAPES)('[DAMAGE-1] $name', ({ name, damage, folded, noticed, kind, kept: least }) => {
    const paths = copyOfStore(folded);
    damage(paths);
    const live = open(paths);
    const atOpening = live.incidents.at(-1)?.kind ?? null;
    const first = append(live.writer, EVENTS + 1);
    const atOnce = live.incidents.at(-1)?.kind ?? null;
    const flaws = keep(live);
    const { kept, wrong } = countKept(live.reader);
    const incident = live.incidents.at(-1) ?? null;
    const { storedEvents } = live.reader.extent();
    const seen = seenWhen(atOpening, atOnce, flaws);
    print(name, seen, `${live.ms.toFixed(0)} ms`, `kept ${kept}`, `missing ${EVENTS - kept}`, incident?.kind ?? '-');
    const flawsAfter = keep(live).filter((flaw) => flaw !== 'text');
    expect({
      seen,
      kind: incident?.kind ?? (flaws.includes('text') ? 'texts-damaged' : null),
      isSoon: live.ms < LIVE_MS,
      wrong,
      enough: kept >= least,
      appended: first.stored,
      isBehind: first.extent.newestSeq >= EVENTS + MORE,
      told: incident === null ? null : { saved: incident.mending.kind, missing: incident.missing },
      storedEvents,
      flawsAfter,
    }).toEqual({
      seen: noticed,
      kind,
      isSoon: true,
      wrong: 0,
      enough: true,
      appended: MORE,
      isBehind: true,
      told: incident === null ? null : { saved: 'done', missing: EVENTS - kept },
      storedEvents: incident === null ? EVENTS + MORE : kept + MORE,
      flawsAfter: [],
    });
  });
});
