import { expect, test } from 'vitest';
import { boardOf } from '../../src-main/core/cases/board.ts';
import { Deadlines } from '../../src-main/core/cases/deadlines.ts';
import type { CaseProjectionReader, CaseState } from '../../src-main/core/ports/case-projection.ts';
import { groupCourse } from '../../src-main/core/cases/group-course.ts';
import { caseFields, exactTerm, failedTerm } from '../../src-shared/domain/cases/case-search-terms.ts';
import { parseAddress, parseAddressText } from '../../src-renderer/address/address-text.ts';
import { openCasesHref } from '../../src-renderer/address/case-links.ts';
import { localizationsAddress, requestsAddress } from '../../src-renderer/address/screen-addresses.ts';
import {
  MATRIX_LIMITS,
  type MatrixCell,
  type RequestMatrix,
  requestMatrix,
} from '../../src-renderer/screens/requests/request-matrix.ts';
import { groupHref } from '../../src-renderer/screens/watch/group-words.ts';
import { groupCount } from '../../src-renderer/words/group-words.ts';
import { barFilter, failuresIn, whereBars, whereFields } from '../../src-renderer/screens/watch/where-bars.ts';
import { EMPTY_FACETS, withFacets } from '../../src-renderer/stores/timeline/tally-sums.ts';
import { readCount, readFacets } from '../../src-main/core/timeline/tallies.ts';
import { ownerNumbers, watchFigures } from '../../src-renderer/screens/watch/watch-figures.ts';
import { hrefOf } from '../../src-renderer/address/use-address.ts';
import { listedLocalizations, listedOpen, listedRequests } from '../../src-renderer/stores/queries/case-source.ts';
import { MemoryCaseProjection } from '../doubles/memory-case-projection.ts';
import { databasesInFolders } from '../doubles/in-thread-databases.ts';
import { casesOverStore, STORE_IDENTITY } from '../doubles/cases-over-store.ts';
import { aProjectionCommit } from '../doubles/case-states.ts';
import { randomCases } from '../doubles/random-cases.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { rounds } from '../support/breadth.ts';

const STORES = rounds({ usual: 1, thorough: 200 });
/** Seed of the first random store in which some open cases have owners and others have none. */
const FIRST = 8;
const NOW = 10_000_000;

type Opened = readonly [name: string, count: number | null, href: string];

test(`[CASE-16] each number of Watch, Localizations and Requests opens as many rows as it says, in random stores`, async () => {
  let shown = 0;
  const wrong: unknown[] = [];
  for (let store = FIRST; store < FIRST + STORES; store += 1) {
    const reader = await storeOf(store);
    const snapshot = await reader.board(NOW, 0);
    const board = boardOf({ snapshot, now: NOW, upTo: 1, behind: 0, details: new Map(), deadlines: new Deadlines() });
    const { eids, failed, partial } = watchFigures(board);
    const [resources, ...noMore] = partial.parts;
    if (resources !== undefined)
      expect([resources.value, noMore]).toEqual([await failedResources(reader, resources.href), []]);
    if (store === FIRST) expect(board.byOwner.length).toBeGreaterThan(1);
    const numbers: Opened[] = [
      ...[eids, failed, partial].map(({ value, href }): Opened => ['figure', value, href]),
      ...[...eids.parts, ...failed.parts].map((part): Opened => [part.words, part.value, part.href]),
      ...board.byOwner.flatMap((load) =>
        ownerNumbers(load).map(({ words, value, href }): Opened => [words, value, href]),
      ),
      ...board.groups.map((group): Opened => [group.key, groupCount(group).count, groupHref(group)]),
    ];
    for (const kind of ['localization', 'request'] as const)
      for (const by of caseFields) {
        for (const { key } of board.groups.filter(({ cause }) => cause.kind === kind).slice(0, 1))
          for (const { value, count } of await reader.values({ ...listedOpen(kind, key, ''), by, across: null }))
            numbers.push([
              `${key} ${by} ${value ?? '-'}`,
              count,
              hrefOf(kind === 'request' ? 'requests' : 'localizations', { group: key, find: exactTerm(by, value) }),
            ]);
        const all = { ...listed(openCasesHref(kind)), by, across: null };
        for (const { value, count } of await reader.values(all))
          numbers.push([`${kind} ${by} ${value ?? '-'}`, count, openCasesHref(kind, exactTerm(by, value))]);
      }
    for (const term of ['is:recovered', 'is:done'])
      for (const { value, count } of await reader.values({
        ...listed(hrefOf('localizations', { find: term })),
        by: 'step',
        across: null,
      }))
        numbers.push([
          `${term} ${value ?? '-'}`,
          count,
          hrefOf('localizations', { find: `${term} ${exactTerm('step', value)}` }),
        ]);
    for (const { key, cause } of board.groups) {
      const of = { kind: cause.kind, of: 'all', cause: key, find: '', since: null } as const;
      const { from, stepMs, counts, episodes } = groupCourse(await reader.failures(of), { gaps: [], now: 0 });
      const bars = counts.map((count, index) => ({
        from: from + index * stepMs,
        to: from + (index + 1) * stepMs - 1,
        count,
      }));
      for (const { from: first, to, count } of [...bars, ...episodes].filter((each) => each.count > 0))
        numbers.push([
          `${key} ${first}`,
          count,
          hrefOf(cause.kind === 'request' ? 'requests' : 'localizations', { group: key, find: failedTerm(first, to) }),
        ]);
    }
    const pairs = await reader.values({ ...listedOpen('request', null, ''), by: 'company', across: 'cause' });
    for (const limits of [MATRIX_LIMITS, { companies: 3, groups: 2 }])
      for (const cell of matrixCells(requestMatrix(pairs, limits))) {
        numbers.push([`matrix ${cell.href}`, cell.requests, cell.href]);
        const found = await failedResources(reader, cell.href);
        if (found !== cell.failedResources) wrong.push({ store, cell, found });
      }
    expect(requestMatrix(pairs).all.requests).toBe(board.requests);
    shown += numbers.length;
    for (const [name, count, href] of numbers) {
      const { total } = await reader.list({ ...listed(href), sort: 'newest', after: null, limit: 1 });
      if (total !== count) wrong.push({ store, name, count, total, href });
    }
  }
  expect(wrong).toEqual([]);
  // Few numbers would prove little.
  expect(shown).toBeGreaterThan(STORES * 50);
});

test('[CASE-16] each bar of Where opens as many events as it says, by country, step and code', async () => {
  const random = randomNumbers(5);
  const { store, receiveLocalizations, clock, newestSeq } = await casesOverStore();
  for (let batch = 0; batch < 4; batch += 1) {
    await receiveLocalizations(
      ...Array.from({ length: 30 }, () => ({
        eid: `e${random(50)}`,
        operation: ['DOWNLOADED', 'ALLOCATED', 'ENABLED'][random(3)] ?? '',
        state: ['FAILED', 'FAILED', 'COMPLETED'][random(3)] ?? '',
        country: ['NO', 'SE', 'TR'][random(3)] ?? '',
        inner: ['2107', '4102', '"odd, code"'][random(3)] ?? '',
      })),
    );
    await clock.advance(6 * 3_600_000);
  }
  const span = { from: clock.now() - 13 * 3_600_000, to: clock.now() };
  const query = { at: clock.now(), after: 0, to: newestSeq() };
  const fields = [...whereFields, 'outcome' as const];
  const facets = await readFacets(store.scanner, { ...query, filter: failuresIn(span), fields });
  const sums = withFacets(EMPTY_FACETS, facets.value);
  const said: number[] = [];
  const opened: number[] = [];
  for (const field of whereFields)
    for (const { value, count } of whereBars({ today: sums, hour: sums, before: sums }, field, () => false).bars) {
      said.push(count);
      opened.push((await readCount(store.scanner, { ...query, filter: barFilter(span, field, value) })).value);
    }
  expect(opened).toEqual(said);
  expect(said.length).toBe(12);
});

function matrixCells({ all, companies, groups }: RequestMatrix): MatrixCell[] {
  const cells = companies.flatMap((company) => [company.all, ...company.cells]);
  return [all, ...groups.map((group) => group.all), ...cells].filter((cell) => cell !== null);
}

/** Sum over the rows that the number opens. */
async function failedResources(reader: CaseProjectionReader, href: string): Promise<number> {
  const { cases, next } = await reader.list({ ...listed(href), sort: 'newest', after: null, limit: 500 });
  expect(next).toBeNull();
  return cases.reduce((sum, { request }) => sum + (request?.failed ?? 0), 0);
}

/** Returns the query that the screen at an address sends. */
function listed(href: string) {
  const text = parseAddressText(href);
  return href.startsWith('#/requests')
    ? listedRequests(parseAddress(requestsAddress, text).value)
    : listedLocalizations(parseAddress(localizationsAddress, text).value);
}

async function storeOf(seed: number) {
  const random = randomNumbers(seed);
  const memory = MemoryCaseProjection.of(...randomCases(200, random));
  const directory = temporaryDirectory();
  const { reader, writer } = databasesInFolders(() => directory, 0, never).caseProjections.open(STORE_IDENTITY);
  await writer.position({ version: '1', events: 'one/0' });
  await writer.commit(
    aProjectionCommit(300, { cases: [...memory.cases.values()].map(ofCompany), groups: [...memory.groups.values()] }),
  );
  return reader;

  function ofCompany(state: CaseState): CaseState {
    const company = ['Nordwind', 'Acme', '100 %_ & "Ä"', '', null][random(5)] ?? null;
    return state.request === null ? state : { ...state, request: { ...state.request, company } };
  }
}

function never(): never {
  throw new Error('No event is read.');
}
